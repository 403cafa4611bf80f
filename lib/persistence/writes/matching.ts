import type { DomainModel, StoredRow } from '../models/domain-model';
import { type PlannedColumn, rowPlanOf } from './row-plan';

/** A column that has to have one of some values. */
export type ColumnMatch = readonly [column: PlannedColumn, values: readonly unknown[]];
export type Matching = readonly ColumnMatch[];

/** Rows with one of the values in a field. */
export function matchingOf(model: DomainModel, field: string, values: readonly unknown[]): ColumnMatch {
  return [rowPlanOf(model).byName.get(field)!, values];
}

/** Rows with one of the primary keys of instances. */
export function matchingKeys(model: DomainModel, rows: readonly StoredRow[]): Matching {
  const [key] = rowPlanOf(model).keys;
  return [[key!, rows.map((row) => row.get(key!.name))]];
}
