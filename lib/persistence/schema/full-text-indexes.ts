import type { FullTextColumn } from '../models/full-text';

/** The full-text indexes of a dialect. */
export interface FullTextIndexes {
  /** Reads the settings of the server that searches depend on. */
  readSettings(columns: readonly FullTextColumn[]): Promise<void>;
  /** The missing parts of an index, as words for a message. */
  missing(column: FullTextColumn): Promise<readonly string[]>;
  /** The statements that create the missing parts. */
  statements(column: FullTextColumn): Promise<readonly string[]>;
  /** The statements that drop the index. */
  removal(column: FullTextColumn): readonly string[];
  /** Creates the missing parts, and indexes the existing rows. */
  create(column: FullTextColumn): Promise<void>;
}
