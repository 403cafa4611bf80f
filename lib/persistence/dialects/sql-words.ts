import {
  type ColumnShape,
  type ForeignKeyShape,
  type IndexShape,
  sameName,
  type TableShape,
} from '../tables/table-shape';
import { serverText } from './servers/server-text';
import { hasPrimaryKey, isNotNull, withoutPrimaryKey } from './sqlite/create-table-parts';

/** How a dialect writes the parts of CREATE TABLE. */
export interface TableWords {
  /** A name as an identifier. */
  quote(name: string): string;
  /** The end of a column whose values the database generates. */
  readonly generated: string;
  /** Whether the statement has everything, since little can be added later: keys in their columns, foreign keys without names. */
  readonly isComplete: boolean;
  /** Whether an expression as a default needs parentheses. */
  readonly parenthesizesDefaults: boolean;
}

export function quotedList(names: readonly string[], { quote }: TableWords): string {
  return names.map((name) => quote(name)).join(', ');
}

/** The definition of a column in CREATE TABLE and ADD COLUMN. */
export function columnSql(column: ColumnShape, words: TableWords): string {
  const name = words.quote(column.name);
  if (words.isComplete && column.definition !== undefined) return `${name} ${column.definition}`.trimEnd();
  const collation = !words.isComplete && column.collation !== undefined ? ` COLLATE ${column.collation}` : '';
  const nullable = column.isNullable ? '' : ' NOT NULL';
  const key = column.isGenerated ? words.generated : '';
  return words.isComplete && column.isGenerated
    ? `${name} INTEGER${key}`
    : `${name} ${column.type}${collation}${nullable}${key}${defaultSql(column, words)}${serverClauses(column)}`;
}

/** The clauses that only columns of MariaDB and MySQL have. */
function serverClauses({ onUpdate, comment }: ColumnShape): string {
  const update = onUpdate === undefined ? '' : ` ON UPDATE ${onUpdate}`;
  return comment === undefined ? update : `${update} COMMENT ${serverText(comment)}`;
}

const LITERAL = /^(?:[+-]?\d+(?:\.\d+)?|'.*'|CURRENT_(?:TIME|DATE|TIMESTAMP)|NULL|TRUE|FALSE|\(.*\))$/is;

function defaultSql(column: ColumnShape, words: TableWords): string {
  if (column.default === undefined) return '';
  const isBare = !words.parenthesizesDefaults || LITERAL.test(column.default);
  return ` DEFAULT ${isBare ? column.default : `(${column.default})`}`;
}

export function indexSql(index: IndexShape, table: string, words: TableWords): string {
  if (index.sql !== undefined) return withoutEnd(index.sql.trim());
  const unique = index.isUnique ? 'UNIQUE ' : '';
  return `CREATE ${unique}INDEX ${words.quote(index.name)} ON ${words.quote(table)} (${quotedList(index.columns, words)})`;
}

function withoutEnd(statement: string): string {
  return statement.endsWith(';') ? statement.slice(0, -1) : statement;
}

/** The clause REFERENCES of a foreign key. */
export function referenceSql(key: ForeignKeyShape, words: TableWords): string {
  const columns = key.referred.length > 0 ? ` (${quotedList(key.referred, words)})` : '';
  return `REFERENCES ${words.quote(key.table)}${columns} ON DELETE ${key.onDelete} ON UPDATE ${key.onUpdate}`;
}

export function foreignKeySql(key: ForeignKeyShape, words: TableWords): string {
  const name = !words.isComplete && key.name !== undefined ? `CONSTRAINT ${words.quote(key.name)} ` : '';
  return `${name}FOREIGN KEY (${quotedList(key.columns, words)}) ${referenceSql(key, words)}`;
}

/** Without indexes, which follow; on MariaDB and MySQL without foreign keys, whose tables may be created later. */
export function createTableSql(table: TableShape, words: TableWords, name = table.name): string {
  const kept = table.columns.filter(({ isComputed }) => !isComputed || words.isComplete);
  const columns = words.isComplete ? kept.map((column) => withKeyOf(table, column)) : kept;
  const isInline = words.isComplete && columns.some(isKeyInline);
  const isKeyless = table.primaryKey.length === 0 || isInline;
  const lines = [
    ...columns.map((column) => columnSql(column, words)),
    ...(isKeyless ? [] : [`PRIMARY KEY (${quotedList(table.primaryKey, words)})`]),
    ...table.indexes
      .filter(({ isConstraint }) => isConstraint)
      .map(({ columns: unique }) => `UNIQUE (${quotedList(unique, words)})`),
    ...(words.isComplete ? table.foreignKeys.map((key) => foreignKeySql(key, words)) : []),
    ...(table.checks ?? []),
  ];
  const options = table.options ? ` ${table.options}` : '';
  return `CREATE TABLE ${words.quote(name)} (\n  ${lines.join(',\n  ')}\n)${options}`;
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
