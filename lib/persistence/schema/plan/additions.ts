import type { Dialect } from '../../dialects/dialect';
import { indexesOfKeys } from '../../tables/index-of-key';
import { type ForeignKeyShape, find, isAlike, isSameIndex, type TableShape } from '../../tables/table-shape';
import { withNewNames } from './new-names';

/**
 * The tables of a database with what the models have in addition: tables, columns, indexes and foreign keys. Nothing that
 * exists is changed, so that a difference that no addition removes stays.
 */
export function withAdditions(
  stored: readonly TableShape[],
  wanted: readonly TableShape[],
  dialect: Dialect,
): readonly TableShape[] {
  const extended = wanted.map((table) => {
    const existing = find(stored, table.name);
    return existing ? extendedTable(existing, table) : table;
  });
  const others = stored.filter(({ name }) => !find(wanted, name));
  const tables = [...extended, ...others];
  const possible = tables.map((table) => withPossibleKeys(table, find(stored, table.name), tables, dialect));
  return withNewNames(possible, stored, dialect);
}

function extendedTable(stored: TableShape, wanted: TableShape): TableShape {
  if (stored.isView) return stored;
  const missing = wanted.columns.filter(({ name }) => !find(stored.columns, name));
  const getsKey = stored.primaryKey.length === 0 && wanted.primaryKey.every((name) => find(missing, name));
  // The database generates only values of a key, and an existing key stays.
  const added = missing.filter(({ isGenerated }) => getsKey || !isGenerated);
  const columns = [...stored.columns, ...added];
  const indexes = wanted.indexes.filter(
    (index) =>
      !stored.indexes.some((other) => isSameIndex(other, index)) && index.columns.every((name) => find(columns, name)),
  );
  const keys = wanted.foreignKeys.filter((key) => !stored.foreignKeys.some((other) => isAlike(other, key)));
  return {
    ...stored,
    columns,
    primaryKey: getsKey ? wanted.primaryKey : stored.primaryKey,
    indexes: [...stored.indexes, ...indexes],
    foreignKeys: [...stored.foreignKeys, ...keys],
  };
}

/** Leaves out new foreign keys that the database would reject. */
function withPossibleKeys(
  table: TableShape,
  stored: TableShape | undefined,
  tables: readonly TableShape[],
  dialect: Dialect,
): TableShape {
  const foreignKeys = table.foreignKeys.filter(
    (key) => stored?.foreignKeys.includes(key) || isPossible(key, table, tables, dialect),
  );
  const isExtended = stored !== undefined && foreignKeys.length > stored.foreignKeys.length;
  const needed =
    isExtended && dialect.schema.indexesForeignKeys ? indexesOfKeys(stored, { ...table, foreignKeys }) : [];
  return { ...table, foreignKeys, indexes: [...table.indexes, ...needed] };
}

/** Whether the database accepts a foreign key, as far as its rows allow. */
function isPossible(
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
