import type { ModelAttributeColumnOptions } from 'sequelize';
import { dateColumns, decimalsOf, setDecimals } from '../models/date-precision';
import { type DomainModel, storedName } from '../models/domain-model';
import type { StoredTables } from './stored-tables';

/**
 * Lets the precision of a column of instants that is there already hold: a smaller one bounds what the field takes and
 * shows; of a greater one the field has its part.
 *
 * @returns the columns that hold less than their fields are declared with: `orders.placed_at`
 */
export function adoptPrecision(model: DomainModel, tables: StoredTables): string[] {
  const columns = tables.columnsOf(model);
  if (!columns) return [];
  const coarser = dateColumns(model).flatMap((column) => {
    const stored = columns.get(column.field!.toLowerCase());
    const isCoarser = stored?.decimals !== undefined && meet(column, stored.decimals);
    return isCoarser ? [`${storedName(model)}.${stored.name}`] : [];
  });
  model.refreshAttributes();
  return coarser;
}

/** For the log, at each start: the client of a table that was made with seconds is refused its milliseconds. */
export function coarserColumns(columns: readonly string[]): string {
  return `These columns keep fewer decimals of a second than their fields could, so that payloads with finer times are rejected, and those of your code are cut: ${columns.join(', ')}. To keep milliseconds, make the columns DATETIME(3) by a migration.`;
}

/** @returns whether the column holds less than the field */
function meet(column: ModelAttributeColumnOptions, stored: number): boolean {
  const declared = decimalsOf(column);
  if (stored !== declared) setDecimals(column, { length: Math.min(stored, declared), stored });
  return stored < declared;
}
