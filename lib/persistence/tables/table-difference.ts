import type { ColumnShape, ForeignKeyShape, IndexShape, TableShape } from './table-shape';

/** A column that two tables have, and what of it differs. */
export interface ChangedColumn {
  readonly wanted: ColumnShape;
  readonly stored: ColumnShape;
  readonly type: boolean;
  readonly nullability: boolean;
  readonly default: boolean;
}

/** The differences of two tables with the same name. */
export interface TableDifference {
  readonly wanted: TableShape;
  readonly stored: TableShape;
  readonly missingColumns: readonly ColumnShape[];
  readonly extraColumns: readonly ColumnShape[];
  readonly changedColumns: readonly ChangedColumn[];
  readonly missingIndexes: readonly IndexShape[];
  readonly extraIndexes: readonly IndexShape[];
  readonly missingKeys: readonly ForeignKeyShape[];
  readonly extraKeys: readonly ForeignKeyShape[];
  /** Whether the primary key is the same. */
  readonly hasSameKey: boolean;
}
