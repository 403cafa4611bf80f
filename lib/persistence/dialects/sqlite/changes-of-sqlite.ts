import { fallbackOf } from '../../tables/fallback-value';
import type { PlannedTables } from '../../tables/planned-tables';
import type { TableDifference } from '../../tables/table-difference';
import { type ColumnShape, find, sameName, type TableShape } from '../../tables/table-shape';
import { columnSql, createTableSql, indexSql, isKeyInline, quotedList, referenceSql } from '../sql-words';
import { SQLITE_WORDS } from './table-words';

/** The statements for SQLite, which can add nullable columns; for other changes a table is created anew with its rows. */
export function sqliteStatements({ created, dropped, changed }: PlannedTables): readonly string[] {
  return [
    ...created.flatMap((table) => [createTableSql(table, SQLITE_WORDS), ...indexes(table)]),
    ...changed.flatMap((difference) => (isSmall(difference) ? smallChanges(difference) : rebuilt(difference))),
    ...dropped.map(({ name }) => `DROP TABLE ${sql(name)}`),
  ];
}

function sql(name: string): string {
  return SQLITE_WORDS.quote(name);
}

function indexes(table: TableShape): string[] {
  return table.indexes
    .filter(({ isConstraint }) => !isConstraint)
    .map((index) => indexSql(index, table.name, SQLITE_WORDS));
}

/** Whether ALTER TABLE ADD COLUMN and indexes are enough. Only with its column can a foreign key be added. */
function isSmall(difference: TableDifference): boolean {
  const { missingColumns, missingKeys, extraIndexes, missingIndexes } = difference;
  return (
    difference.hasSameKey &&
    difference.extraColumns.length + difference.changedColumns.length + difference.extraKeys.length === 0 &&
    missingKeys.every(({ columns }) => columns.length === 1 && find(missingColumns, columns[0]!)) &&
    missingColumns.every(isAddable) &&
    ![...extraIndexes, ...missingIndexes].some(({ isConstraint }) => isConstraint)
  );
}

/** SQLite fills existing rows with constants only. */
function isAddable(column: ColumnShape): boolean {
  const isConstant = column.default === undefined || /^(?:[+-]?\d|')/.test(column.default);
  return isConstant && !isKeyInline(column) && fallbackOf(column) === undefined;
}

function smallChanges({
  wanted,
  missingColumns,
  missingKeys,
  missingIndexes,
  extraIndexes,
}: TableDifference): string[] {
  const definition = (column: ColumnShape) => {
    const keys = missingKeys.filter(({ columns }) => sameName(columns[0]!, column.name));
    return [columnSql(column, SQLITE_WORDS), ...keys.map((key) => referenceSql(key, SQLITE_WORDS))].join(' ');
  };
  return [
    ...extraIndexes.map(({ name }) => `DROP INDEX ${sql(name)}`),
    ...missingColumns.map((column) => `ALTER TABLE ${sql(wanted.name)} ADD COLUMN ${definition(column)}`),
    ...missingIndexes.map((index) => indexSql(index, wanted.name, SQLITE_WORDS)),
  ];
}

/** The steps of SQLite's documentation, "Making Other Kinds Of Table Schema Changes". */
function rebuilt({ wanted, stored }: TableDifference): string[] {
  const fresh = `${wanted.name}_koaggregate_new`;
  const copied = wanted.columns.flatMap((column): (readonly [string, string])[] => {
    if (column.isComputed) return [];
    const value = copiedValue(column, find(stored.columns, column.name));
    return value === undefined ? [] : [[column.name, value]];
  });
  const names = quotedList(
    copied.map(([name]) => name),
    SQLITE_WORDS,
  );
  const values = copied.map(([, value]) => value).join(', ');
  return [
    createTableSql(wanted, SQLITE_WORDS, fresh),
    `INSERT INTO ${sql(fresh)} (${names}) SELECT ${values} FROM ${sql(stored.name)}`,
    ...keptSequence(wanted, stored, fresh),
    `DROP TABLE ${sql(stored.name)}`,
    // Keeps the names in other tables, views and triggers, which refer to the new table then.
    'PRAGMA legacy_alter_table = ON',
    `ALTER TABLE ${sql(fresh)} RENAME TO ${sql(wanted.name)}`,
    'PRAGMA legacy_alter_table = OFF',
    ...indexes(wanted),
    ...(wanted.triggers ?? []),
  ];
}

function copiedValue(column: ColumnShape, stored: ColumnShape | undefined): string | undefined {
  if (!stored) return fallbackOf(column);
  const isFilled = stored.isNullable && !column.isNullable && column.default !== undefined;
  return isFilled ? `COALESCE(${sql(column.name)}, ${column.default})` : sql(column.name);
}

/** Copies the AUTOINCREMENT counter, so that keys of deleted rows are not reused. */
function keptSequence(wanted: TableShape, stored: TableShape, fresh: string): string[] {
  const isCounted = (table: TableShape) =>
    table.columns.some((column) => /\bAUTOINCREMENT\b/i.test(columnSql(column, SQLITE_WORDS)));
  if (!isCounted(wanted) || !isCounted(stored)) return [];
  const text = (name: string) => `'${name.replaceAll("'", "''")}'`;
  return [
    `DELETE FROM sqlite_sequence WHERE name = ${text(fresh)}`,
    `INSERT INTO sqlite_sequence (name, seq) SELECT ${text(fresh)}, seq FROM sqlite_sequence WHERE name = ${text(stored.name)}`,
  ];
}
