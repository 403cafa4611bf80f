import type { Row, Search } from '../persistence';

/** A search for a conditional request (`If-None-Match`). */
export interface ConditionalSearch extends Search {
  /** Whether the client has the current version, by the first row, which has the version of its root: then no more is read. */
  readonly isNotModified?: (row: Row) => boolean;
}
