import type { Row, Search } from '../persistence';

/** What is sought, by one who may have it already. */
export interface Asking extends Search {
  /**
   * Told of the first row of a read, which has the version of its root: whether who asks has all that would be shown.
   * Then nothing more is read.
   */
  readonly isKnown?: (row: Row) => boolean;
}
