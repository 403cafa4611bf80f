import type { ModelAttributeColumnOptions } from 'sequelize';
import { dateColumns, decimalsOf, setDecimals } from '../models/date-precision';
import { type DomainModel, storedName } from '../models/domain-model';
import type { StoredTables } from './stored-tables';

/**
 * Adapts date fields to the precision of existing columns: a lower one limits the field; of a higher one the field uses
 * the declared part.
 *
 * @returns the columns with a lower precision than their fields declare: `orders.placed_at`
 */
export function adoptPrecision(model: DomainModel, tables: StoredTables): string[] {
  const columns = tables.columnsOf(model);
  if (!columns) return [];
  const coarser = dateColumns(model).flatMap((column) => {
    const stored = columns.get(column.field!.toLowerCase());
    const isCoarser = stored?.decimals !== undefined && adoptDecimals(column, stored.decimals);
    return isCoarser ? [`${storedName(model)}.${stored.name}`] : [];
  });
  model.refreshAttributes();
  return coarser;
}

/** The line for the log of each start. */
export function coarserColumns(columns: readonly string[]): string {
  return `These columns keep fewer decimals of a second than their fields could, so that payloads with finer times are rejected, and those of your code are cut: ${columns.join(', ')}. To keep milliseconds, make the columns DATETIME(3) by a migration.`;
}

/** @returns whether the column has fewer decimals than the field declares */
function adoptDecimals(column: ModelAttributeColumnOptions, stored: number): boolean {
  const declared = decimalsOf(column);
  if (stored !== declared) setDecimals(column, { length: Math.min(stored, declared), stored });
  return stored < declared;
}
