import { type ChangedColumn, find, isSameKey, type TableDifference } from '../../schema/shapes/compare-tables';
import { type ForeignKeyShape, type IndexShape, sameName, type TableShape } from '../../schema/shapes/table-shape';
import { fallbackOf } from './fallback-value';
import type { PlannedTables } from './planned-tables';
import { columnSql, createTableSql, foreignKeySql, indexSql, quoted, quotedList } from './sql-words';

/** The statements for MariaDB and MySQL: foreign keys are dropped first and added last, since they prevent changes. */
export function serverStatements({ created, dropped, changed, from, to }: PlannedTables): readonly string[] {
  const loosened = changed.flatMap((difference) => looseKeys(difference, changed, from, to));
  return [
    ...[...loosened, ...dropped.flatMap((table) => table.foreignKeys.map((key): Loose => [table.name, key]))].map(
      ([table, key]) => `ALTER TABLE ${sql(table)} DROP FOREIGN KEY ${sql(key.name ?? '')}`,
    ),
    ...created.map((table) => createTableSql(table, 'mysql')),
    ...changed.flatMap(alterations),
    ...created.flatMap((table) => table.indexes.map((index) => indexSql(index, table.name, 'mysql'))),
    ...created.flatMap((table) => table.foreignKeys.map((key) => addKey(table.name, key))),
    ...changed.flatMap(({ wanted, missingKeys }) => missingKeys.map((key) => addKey(wanted.name, key))),
    ...loosened.filter(([table, key]) => isWanted(table, key, to)).map(([table, key]) => addKey(table, key)),
    ...dropped.map(({ name }) => `DROP TABLE ${sql(name)}`),
  ];
}

type Loose = readonly [table: string, key: ForeignKeyShape];

function sql(name: string): string {
  return quoted(name, 'mysql');
}

function addKey(table: string, key: ForeignKeyShape): string {
  return `ALTER TABLE ${sql(table)} ADD ${foreignKeySql(key, 'mysql')}`;
}

/** The foreign keys to drop: those that are removed, and those on columns that change, on either side. */
function looseKeys(
  { stored, extraKeys }: TableDifference,
  changed: readonly TableDifference[],
  from: readonly TableShape[],
  to: readonly TableShape[],
): Loose[] {
  const isHolding = (key: ForeignKeyShape) =>
    key.columns.some((name) => isAltered(changed, stored.name, name)) ||
    key.referred.some((name) => isAltered(changed, key.table, name));
  const own = stored.foreignKeys.filter((key) => extraKeys.includes(key) || isHolding(key));
  const first = changed.find(({ stored: one }) => one === stored);
  const others = first === changed[0] ? unchangedHolders(changed, from, to) : [];
  return [...own.map((key): Loose => [stored.name, key]), ...others];
}

/** The foreign keys of unchanged tables to columns that change. */
function unchangedHolders(
  changed: readonly TableDifference[],
  from: readonly TableShape[],
  to: readonly TableShape[],
): Loose[] {
  const still = from.filter(({ name }) => find(to, name) && !changed.some(({ stored }) => stored.name === name));
  return still.flatMap((table) =>
    table.foreignKeys
      .filter((key) => key.referred.some((name) => isAltered(changed, key.table, name)))
      .map((key): Loose => [table.name, key]),
  );
}

function isAltered(changed: readonly TableDifference[], table: string, column: string): boolean {
  const difference = changed.find(({ stored }) => sameName(stored.name, table));
  return difference?.changedColumns.some(({ wanted }) => sameName(wanted.name, column)) ?? false;
}

/** Whether a foreign key that is dropped because of its column is added again. */
function isWanted(table: string, key: ForeignKeyShape, to: readonly TableShape[]): boolean {
  return find(to, table)?.foreignKeys.some((other) => isSameKey(other, key)) ?? false;
}

function alterations(difference: TableDifference): string[] {
  const { wanted, stored, isKeyed } = difference;
  const alter = (change: string) => `ALTER TABLE ${sql(wanted.name)} ${change}`;
  // An AUTO_INCREMENT column must be a key when it is added.
  const dropsKey = !isKeyed && stored.primaryKey.length > 0;
  const addsKey = !isKeyed && wanted.primaryKey.length > 0;
  const added = difference.missingColumns.flatMap((column) => addColumn(column, wanted));
  return [
    ...neededIndexes(difference).map((index) => indexSql(index, wanted.name, 'mysql')),
    ...difference.extraIndexes.map(({ name }) => alter(`DROP INDEX ${sql(name)}`)),
    ...(dropsKey ? [alter('DROP PRIMARY KEY')] : []),
    ...added,
    ...difference.changedColumns.flatMap((change) => modification(change, wanted)),
    ...difference.extraColumns.map(({ name }) => alter(`DROP COLUMN ${sql(name)}`)),
    ...(addsKey ? [alter(`ADD PRIMARY KEY (${quotedList(wanted.primaryKey, 'mysql')})`)] : []),
    ...difference.missingIndexes.map((index) => indexSql(index, wanted.name, 'mysql')),
  ];
}

/** Adds a required column with a default for existing rows, which is removed afterwards. */
function addColumn(column: TableShape['columns'][number], table: TableShape): string[] {
  const fallback = fallbackOf(column);
  const add = (one: typeof column) => `ALTER TABLE ${sql(table.name)} ADD COLUMN ${columnSql(one, 'mysql')}`;
  if (fallback === undefined || /TEXT|BLOB|JSON/i.test(column.type)) return [add(column)];
  return [
    add({ ...column, default: fallback }),
    `ALTER TABLE ${sql(table.name)} MODIFY COLUMN ${columnSql(column, 'mysql')}`,
  ];
}

function modification({ wanted, stored }: ChangedColumn, table: TableShape): string[] {
  const name = sql(wanted.name);
  const isFilled = stored.isNullable && !wanted.isNullable && wanted.default !== undefined;
  const fill = `UPDATE ${sql(table.name)} SET ${name} = ${wanted.default} WHERE ${name} IS NULL`;
  return [...(isFilled ? [fill] : []), `ALTER TABLE ${sql(table.name)} MODIFY COLUMN ${columnSql(wanted, 'mysql')}`];
}

/** The indexes that remaining foreign keys need, after those that they used are dropped. */
function neededIndexes({ wanted, stored, extraIndexes }: TableDifference): IndexShape[] {
  const serves = ({ columns }: IndexShape, key: ForeignKeyShape) =>
    key.columns.every((name, index) => sameName(name, columns[index] ?? ''));
  const staying = stored.indexes.filter((index) => !extraIndexes.includes(index));
  return wanted.foreignKeys
    .filter((key) => extraIndexes.some((index) => serves(index, key)) && !staying.some((index) => serves(index, key)))
    .map(({ columns }) => ({ name: `${wanted.name}_${columns.join('_')}`.slice(-64), isUnique: false, columns }));
}
