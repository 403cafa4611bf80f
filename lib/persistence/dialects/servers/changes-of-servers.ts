import { fallbackOf } from '../../tables/fallback-value';
import { indexOfKey, isServed } from '../../tables/index-of-key';
import type { PlannedTables } from '../../tables/planned-tables';
import type { ChangedColumn, TableDifference } from '../../tables/table-difference';
import {
  type ColumnShape,
  type ForeignKeyShape,
  find,
  type IndexShape,
  isSameKey,
  sameName,
  type TableShape,
} from '../../tables/table-shape';
import { columnSql, createTableSql, foreignKeySql, indexSql, quotedList } from '../sql-words';
import { SERVER_WORDS } from './table-words';

/** The statements for MariaDB and MySQL: foreign keys are dropped first and added last, since they prevent changes. */
export function serverStatements({ created, dropped, changed, from, to }: PlannedTables): readonly string[] {
  const disturbed = disturbedKeys(changed, from, to);
  const ofDropped = dropped.flatMap((table) => table.foreignKeys.map((key): KeyOfTable => [table.name, key]));
  return [
    ...[...disturbed, ...ofDropped].map(([table, key]) => dropKey(table, key)),
    ...created.map((table) => createTableSql(table, SERVER_WORDS)),
    ...changed.flatMap(alterations),
    ...created.flatMap((table) => table.indexes.map((index) => indexSql(index, table.name, SERVER_WORDS))),
    ...created.flatMap((table) => table.foreignKeys.map((key) => addKey(table.name, key))),
    ...changed.flatMap(({ wanted, missingKeys }) => missingKeys.map((key) => addKey(wanted.name, key))),
    ...disturbed.filter(([table, key]) => isWanted(table, key, to)).map(([table, key]) => addKey(table, key)),
    ...dropped.map(({ name }) => `DROP TABLE ${sql(name)}`),
  ];
}

/** A foreign key with the name of its table. */
type KeyOfTable = readonly [table: string, key: ForeignKeyShape];

function sql(name: string): string {
  return SERVER_WORDS.quote(name);
}

function addKey(table: string, key: ForeignKeyShape): string {
  return `ALTER TABLE ${sql(table)} ADD ${foreignKeySql(key, SERVER_WORDS)}`;
}

function dropKey(table: string, { name = '' }: ForeignKeyShape): string {
  return `ALTER TABLE ${sql(table)} DROP FOREIGN KEY ${sql(name)}`;
}

/** The foreign keys that are removed, and those that would prevent the change of a column at one of their ends. */
function disturbedKeys(
  changed: readonly TableDifference[],
  from: readonly TableShape[],
  to: readonly TableShape[],
): KeyOfTable[] {
  const differences = new Map(changed.map((difference) => [difference.stored.name.toLowerCase(), difference]));
  const differenceOf = (table: string) => differences.get(table.toLowerCase());
  const staying = from.filter(({ name }) => find(to, name));
  return staying.flatMap((table) => {
    const own = differenceOf(table.name);
    const isDisturbed = (key: ForeignKeyShape) =>
      own?.extraKeys.includes(key) ||
      key.columns.some((name) => isChanging(own, name)) ||
      key.referred.some((name) => isChanging(differenceOf(key.table), name));
    return table.foreignKeys.filter(isDisturbed).map((key): KeyOfTable => [table.name, key]);
  });
}

/** Whether a column is changed, or is part of a primary key that is changed. */
function isChanging(difference: TableDifference | undefined, column: string): boolean {
  if (!difference) return false;
  const { stored, changedColumns, hasSameKey } = difference;
  const isColumn = (name: string) => sameName(name, column);
  return (
    changedColumns.some(({ wanted }) => isColumn(wanted.name)) || (!hasSameKey && stored.primaryKey.some(isColumn))
  );
}

/** Whether a foreign key that is dropped because of its column is added again. */
function isWanted(table: string, key: ForeignKeyShape, to: readonly TableShape[]): boolean {
  return find(to, table)?.foreignKeys.some((other) => isSameKey(other, key)) ?? false;
}

function alterations(difference: TableDifference): string[] {
  const { wanted, stored, hasSameKey, missingColumns, changedColumns } = difference;
  const alter = (change: string) => `ALTER TABLE ${sql(wanted.name)} ${change}`;
  const modify = (column: ColumnShape) => `MODIFY COLUMN ${columnSql(column, SERVER_WORDS)}`;
  const changes = [
    ...(!hasSameKey && stored.primaryKey.length > 0 ? ['DROP PRIMARY KEY'] : []),
    ...missingColumns.map((column) => `ADD COLUMN ${columnSql(withFallback(column), SERVER_WORDS)}`),
    ...changedColumns.map((change) => modify(change.wanted)),
    ...difference.extraColumns.map(({ name }) => `DROP COLUMN ${sql(name)}`),
    ...(!hasSameKey && wanted.primaryKey.length > 0
      ? [`ADD PRIMARY KEY (${quotedList(wanted.primaryKey, SERVER_WORDS)})`]
      : []),
  ];
  const needed = neededIndexes(difference);
  const later = difference.missingIndexes.filter((index) => !needed.includes(index));
  return [
    ...needed.map((index) => indexSql(index, wanted.name, SERVER_WORDS)),
    ...difference.extraIndexes.map(({ name }) => alter(`DROP INDEX ${sql(name)}`)),
    ...changedColumns.flatMap((change) => filling(change, wanted)),
    // In one statement if the key changes, since an AUTO_INCREMENT column must be a key all the time.
    ...(hasSameKey ? changes : [changes.join(', ')]).map(alter),
    ...missingColumns.filter(needsFallback).map((column) => alter(modify(column))),
    ...later.map((index) => indexSql(index, wanted.name, SERVER_WORDS)),
  ];
}

/** Whether a column is added with a default for existing rows, which is removed afterwards. */
function needsFallback(column: ColumnShape): boolean {
  return fallbackOf(column) !== undefined && !/TEXT|BLOB|JSON/i.test(column.type);
}

function withFallback(column: ColumnShape): ColumnShape {
  return needsFallback(column) ? { ...column, default: fallbackOf(column)! } : column;
}

/** Fills the rows without a value, if a column becomes required and has a default. */
function filling({ wanted, stored }: ChangedColumn, table: TableShape): string[] {
  const name = sql(wanted.name);
  const isFilled = stored.isNullable && !wanted.isNullable && wanted.default !== undefined;
  return isFilled ? [`UPDATE ${sql(table.name)} SET ${name} = ${wanted.default} WHERE ${name} IS NULL`] : [];
}

/** The indexes that remaining foreign keys need before those that they used are dropped: new ones, if any serves. */
function neededIndexes({ wanted, stored, extraIndexes, missingIndexes }: TableDifference): readonly IndexShape[] {
  const staying = stored.indexes.filter((index) => !extraIndexes.includes(index));
  const unserved = wanted.foreignKeys.filter((key) => isServed(key, extraIndexes) && !isServed(key, staying));
  const needed = unserved.map(
    (key) => missingIndexes.find((index) => isServed(key, [index])) ?? indexOfKey(key, wanted.name),
  );
  return [...new Set(needed)];
}
