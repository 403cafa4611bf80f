import type { TableDifference } from './table-difference';
import type { TableShape } from './table-shape';

/** The tables before and after a migration, and what changes. */
export interface PlannedTables {
  readonly created: readonly TableShape[];
  readonly dropped: readonly TableShape[];
  readonly changed: readonly TableDifference[];
  readonly from: readonly TableShape[];
  readonly to: readonly TableShape[];
}
