import {
  type ColumnShape,
  type ForeignKeyShape,
  type IndexShape,
  sameName,
  type TableShape,
} from '../tables/table-shape';
import { serverText } from './servers/server-text';
import { hasPrimaryKey, isNotNull, withoutPrimaryKey } from './sqlite/create-table-parts';

export type MigrationDialect = 'sqlite' | 'mysql';

export function quoted(name: string, dialect: MigrationDialect): string {
  return dialect === 'sqlite' ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;
}

export function quotedList(names: readonly string[], dialect: MigrationDialect): string {
  return names.map((name) => quoted(name, dialect)).join(', ');
}

/** The definition of a column in CREATE TABLE and ADD COLUMN. */
export function columnSql(column: ColumnShape, dialect: MigrationDialect): string {
  const name = quoted(column.name, dialect);
  if (dialect === 'sqlite' && column.definition !== undefined) return `${name} ${column.definition}`.trimEnd();
  const generated = dialect === 'sqlite' ? ' PRIMARY KEY AUTOINCREMENT' : ' AUTO_INCREMENT';
  const collation = dialect === 'mysql' && column.collation !== undefined ? ` COLLATE ${column.collation}` : '';
  const nullable = column.isNullable ? '' : ' NOT NULL';
  const key = column.isGenerated ? generated : '';
  return dialect === 'sqlite' && column.isGenerated
    ? `${name} INTEGER${key}`
    : `${name} ${column.type}${collation}${nullable}${key}${defaultSql(column, dialect)}${serverClauses(column)}`;
}

/** The clauses that only columns of MariaDB and MySQL have. */
function serverClauses({ onUpdate, comment }: ColumnShape): string {
  const update = onUpdate === undefined ? '' : ` ON UPDATE ${onUpdate}`;
  return comment === undefined ? update : `${update} COMMENT ${serverText(comment)}`;
}

const LITERAL = /^(?:[+-]?\d+(?:\.\d+)?|'.*'|CURRENT_(?:TIME|DATE|TIMESTAMP)|NULL|TRUE|FALSE|\(.*\))$/is;

function defaultSql(column: ColumnShape, dialect: MigrationDialect): string {
  if (column.default === undefined) return '';
  const isBare = dialect === 'mysql' || LITERAL.test(column.default);
  return ` DEFAULT ${isBare ? column.default : `(${column.default})`}`;
}

export function indexSql(index: IndexShape, table: string, dialect: MigrationDialect): string {
  if (index.sql !== undefined) return withoutEnd(index.sql.trim());
  const unique = index.isUnique ? 'UNIQUE ' : '';
  return `CREATE ${unique}INDEX ${quoted(index.name, dialect)} ON ${quoted(table, dialect)} (${quotedList(index.columns, dialect)})`;
}

function withoutEnd(statement: string): string {
  return statement.endsWith(';') ? statement.slice(0, -1) : statement;
}

/** The clause REFERENCES of a foreign key. */
export function referenceSql(key: ForeignKeyShape, dialect: MigrationDialect): string {
  const columns = key.referred.length > 0 ? ` (${quotedList(key.referred, dialect)})` : '';
  return `REFERENCES ${quoted(key.table, dialect)}${columns} ON DELETE ${key.onDelete} ON UPDATE ${key.onUpdate}`;
}

export function foreignKeySql(key: ForeignKeyShape, dialect: MigrationDialect): string {
  const name = dialect === 'mysql' && key.name !== undefined ? `CONSTRAINT ${quoted(key.name, dialect)} ` : '';
  return `${name}FOREIGN KEY (${quotedList(key.columns, dialect)}) ${referenceSql(key, dialect)}`;
}

/** Without indexes, which follow; on MariaDB and MySQL without foreign keys, whose tables may be created later. */
export function createTableSql(table: TableShape, dialect: MigrationDialect, name = table.name): string {
  const kept = table.columns.filter(({ isComputed }) => !isComputed || dialect === 'sqlite');
  const columns = dialect === 'sqlite' ? kept.map((column) => withKeyOf(table, column)) : kept;
  const isInline = dialect === 'sqlite' && columns.some(isKeyInline);
  const isKeyless = table.primaryKey.length === 0 || isInline;
  const lines = [
    ...columns.map((column) => columnSql(column, dialect)),
    ...(isKeyless ? [] : [`PRIMARY KEY (${quotedList(table.primaryKey, dialect)})`]),
    ...table.indexes
      .filter(({ isConstraint }) => isConstraint)
      .map(({ columns: unique }) => `UNIQUE (${quotedList(unique, dialect)})`),
    ...(dialect === 'sqlite' ? table.foreignKeys.map((key) => foreignKeySql(key, dialect)) : []),
    ...(table.checks ?? []),
  ];
  const options = table.options ? ` ${table.options}` : '';
  return `CREATE TABLE ${quoted(name, dialect)} (\n  ${lines.join(',\n  ')}\n)${options}`;
}

/** Whether PRIMARY KEY is part of the definition of a column on SQLite. */
export function isKeyInline({ isGenerated, definition }: ColumnShape): boolean {
  return definition === undefined ? isGenerated : hasPrimaryKey(definition);
}

/** The column without the PRIMARY KEY in its stored definition, unless it is the whole key of the table still. */
function withKeyOf({ primaryKey }: TableShape, column: ColumnShape): ColumnShape {
  const isKey = primaryKey.length === 1 && sameName(primaryKey[0]!, column.name);
  if (isKey || !isKeyInline(column)) return column;
  if (column.definition === undefined) return { ...column, isGenerated: false };
  const definition = withoutPrimaryKey(column.definition);
  const isComplete = column.isNullable || isNotNull(definition);
  return { ...column, isGenerated: false, definition: isComplete ? definition : `${definition} NOT NULL` };
}
