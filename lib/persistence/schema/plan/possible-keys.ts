import type { Dialect } from '../../dialects/dialect';
import { type ForeignKeyShape, find, type TableShape } from '../../tables/table-shape';

/** Whether the database accepts a foreign key, as far as its rows allow. */
export function isPossible(
  key: ForeignKeyShape,
  table: TableShape,
  tables: readonly TableShape[],
  { schema }: Dialect,
): boolean {
  const referred = find(tables, key.table);
  if (!referred || referred.isView) return false;
  const columns = key.columns.map((name) => find(table.columns, name));
  if (key.onDelete === 'SET NULL' && !columns.every((column) => column?.isNullable)) return false;
  return columns.every(Boolean) && schema.acceptsKey(key, table, referred);
}
