import type { Dialect } from '../../dialects/dialect';
import { PersistenceError } from '../../errors';
import { fallbackOf } from '../../tables/fallback-value';
import { type ForeignKeyShape, find, type IndexShape, isSameIndex, type TableShape } from '../../tables/table-shape';

/** A query that returns no row, unless rows prevent a change. */
export interface RowCheck {
  readonly sql: string;
  readonly error: PersistenceError;
}

/** The checks of new unique indexes and foreign keys of existing tables. */
export function rowChecks(
  from: readonly TableShape[],
  to: readonly TableShape[],
  dialect: Dialect,
): readonly RowCheck[] {
  return to.flatMap((table) => {
    const before = find(from, table.name);
    if (!before || before.isView) return [];
    const uniques = table.indexes.filter(
      (index) => isPlainUnique(index) && !before.indexes.some((other) => isSameIndex(other, index)),
    );
    const keys = table.foreignKeys.filter((key) => !before.foreignKeys.includes(key));
    const checked: Checked = { table, before, from, dialect };
    return [
      ...uniques.flatMap((index) => uniqueCheck(index, checked)),
      ...keys.flatMap((key) => keyCheck(key, checked)),
    ];
  });
}

interface Checked {
  readonly table: TableShape;
  readonly before: TableShape;
  readonly from: readonly TableShape[];
  readonly dialect: Dialect;
}

function isPlainUnique({ isUnique, isSpecial, sql }: IndexShape): boolean {
  return isUnique && !isSpecial && sql === undefined;
}

/** New columns have one value in all rows: null, which is never a duplicate, or a default. */
function uniqueCheck({ columns }: IndexShape, { table, before, dialect }: Checked): RowCheck[] {
  const added = columns.filter((name) => !find(before.columns, name)).map((name) => find(table.columns, name)!);
  if (added.some((column) => column.default === undefined && fallbackOf(column) === undefined)) return [];
  const name = dialect.syntax.quote(before.name);
  const stored = columns.filter((column) => find(before.columns, column)).map((column) => dialect.syntax.quote(column));
  const filled = stored.map((column) => `${column} IS NOT NULL`).join(' AND ');
  const sql =
    stored.length === 0
      ? `SELECT 1 FROM ${name} LIMIT 1 OFFSET 1`
      : `SELECT 1 FROM ${name} WHERE ${filled} GROUP BY ${stored.join(', ')} HAVING COUNT(*) > 1 LIMIT 1`;
  return [{ sql, error: new PersistenceError('UNIQUE_IMPOSSIBLE', [before.name, columns.join(', ')]) }];
}

function keyCheck(key: ForeignKeyShape, { table, before, from, dialect }: Checked): RowCheck[] {
  const error = new PersistenceError('FOREIGN_KEY_IMPOSSIBLE', [before.name, key.columns.join(', '), key.table]);
  const name = dialect.syntax.quote(before.name);
  const added = key.columns.filter((column) => !find(before.columns, column)).map((one) => find(table.columns, one)!);
  if (added.length > 0) {
    const isFilled = added.every((column) => fallbackOf(column) !== undefined);
    return isFilled ? [{ sql: `SELECT 1 FROM ${name} LIMIT 1`, error }] : [];
  }
  const of = (alias: string, column: string) => `${alias}.${dialect.syntax.quote(column)}`;
  const filled = key.columns.map((column) => `${of('c', column)} IS NOT NULL`).join(' AND ');
  const pairs = key.columns
    .map((column, index) => `${of('p', key.referred[index]!)} = ${of('c', column)}`)
    .join(' AND ');
  const parents = `SELECT 1 FROM ${dialect.syntax.quote(key.table)} p WHERE ${pairs}`;
  const parent = find(from, key.table);
  const hasParents = parent !== undefined && key.referred.every((column) => find(parent.columns, column));
  const dangling = hasParents ? ` AND NOT EXISTS (${parents})` : '';
  return [{ sql: `SELECT 1 FROM ${name} c WHERE ${filled}${dangling} LIMIT 1`, error }];
}
