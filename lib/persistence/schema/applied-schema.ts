import type { EntityMetadata } from '../../metadata';
import type { ChangedDatabase } from './execution/change-tables';
import type { StoredTables } from './stored-tables';

/** An application to whose tables a schema mode applies. */
export interface AppliedSchema extends ChangedDatabase {
  readonly entities: readonly EntityMetadata[];
  /** The tables at the start; undefined if all are created anew. */
  readonly tables?: StoredTables;
  readonly log: (line: string) => void;
}
