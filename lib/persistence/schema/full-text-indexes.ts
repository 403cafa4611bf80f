import type { FullTextColumn } from '../models/full-text';

/** How a dialect keeps the words of columns. */
export interface FullTextIndexes {
  /** Looks at what decides how words are sought. */
  meet(columns: readonly FullTextColumn[]): Promise<void>;
  /** In words, the parts of an index that are not there. */
  missing(column: FullTextColumn): Promise<readonly string[]>;
  /** What makes the parts that are not there, in SQL. */
  statements(column: FullTextColumn): Promise<readonly string[]>;
  /** What removes all of it. */
  removal(column: FullTextColumn): readonly string[];
  /** With the rows that are there. */
  make(column: FullTextColumn): Promise<void>;
}
