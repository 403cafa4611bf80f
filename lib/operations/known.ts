import type { Row, Search } from '../persistence';

/** A search whose result the caller may have already. */
export interface Asking extends Search {
  /**
   * Told of the first row of a read, which has the version of its root: whether who asks has all that would be shown.
   * Then nothing more is read.
   */
  readonly isKnown?: (row: Row) => boolean;
}
