import type { TableShape } from '../../persistence';

/**
 * A table with the key that tells its rows apart: where it has no primary key, the columns of the first unique index that
 * are never null, as in many join tables.
 */
export function withRowKey(table: TableShape): TableShape {
  if (table.isView || table.primaryKey.length > 0) return table;
  const isNullable = (name: string) => table.columns.find((column) => column.name === name)?.isNullable !== false;
  const key = table.indexes.find(
    ({ isUnique, isSpecial, columns }) => isUnique && !isSpecial && !columns.some(isNullable),
  );
  return key ? { ...table, primaryKey: key.columns } : table;
}
