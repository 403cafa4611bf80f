import type { Dialect } from '../../dialects/dialect';
import { STANDARD_SQL, sqlWords } from '../../sql-tokens';
import { find, sameName, type TableShape } from '../../tables/table-shape';

/** The rename of a table or a column, which keeps its values. */
export interface Rename {
  /** The old name of the table. */
  readonly table: string;
  /** Undefined if the table itself is renamed. */
  readonly column?: string;
  readonly to: string;
}

/** Parses `orders.state=status` for a column, `bills=invoices` for a table. @throws Error for another format */
export function parseRename(words: string): Rename {
  const [from = '', to = '', ...more] = words.split('=').map((word) => word.trim());
  const [table = '', column, ...deeper] = from.split('.');
  if (table === '' || column === '' || to === '' || more.length > 0 || deeper.length > 0)
    throw new Error(`--rename ${words}: write table.old=new for a column, or old=new for a table.`);
  return { table, ...(column !== undefined && { column }), to };
}

/** The statement that renames. */
export function renameSql({ table, column, to }: Rename, { syntax }: Dialect): string {
  const [owner, name] = [table, to].map(syntax.quote);
  if (column === undefined) return `ALTER TABLE ${owner} RENAME TO ${name}`;
  return `ALTER TABLE ${owner} RENAME COLUMN ${syntax.quote(column)} TO ${name}`;
}

/** The reverse rename. */
export function reversed({ table, column, to }: Rename): Rename {
  return column === undefined ? { table: to, to: table } : { table, column: to, to: column };
}

/** The tables after a rename. @throws Error for an unknown name, or a new name that exists already */
export function renamedShapes(tables: readonly TableShape[], rename: Rename): readonly TableShape[] {
  const table = find(tables, rename.table);
  if (!table) throw new Error(`--rename: the database has no table ${rename.table}.`);
  const { column } = rename;
  if (column === undefined) return tables.map((one) => renamedTable(one, rename));
  if (!find(table.columns, column)) throw new Error(`--rename: the table ${table.name} has no column ${column}.`);
  if (find(table.columns, rename.to)) throw new Error(`--rename: the table ${table.name} has ${rename.to} already.`);
  return tables.map((one) => renamedColumn(one, table.name, column, rename.to));
}

function renamedTable(table: TableShape, { table: from, to }: Rename): TableShape {
  return {
    ...table,
    name: sameName(table.name, from) ? to : table.name,
    foreignKeys: table.foreignKeys.map((key) => (sameName(key.table, from) ? { ...key, table: to } : key)),
    indexes: table.indexes.map((index) => inWords(index, from, to)),
    ...(table.triggers && { triggers: table.triggers.map((text) => replaced(text, from, to)) }),
  };
}

function renamedColumn(table: TableShape, owner: string, from: string, to: string): TableShape {
  const isOwner = sameName(table.name, owner);
  const other = (name: string) => (sameName(name, from) ? to : name);
  const own = (names: readonly string[]) => (isOwner ? names.map(other) : names);
  return {
    ...table,
    columns: isOwner ? table.columns.map((column) => ({ ...column, name: other(column.name) })) : table.columns,
    primaryKey: own(table.primaryKey),
    indexes: table.indexes.map((index) => ({
      ...(isOwner ? inWords(index, from, to) : index),
      columns: own(index.columns),
    })),
    foreignKeys: table.foreignKeys.map((key) => ({
      ...key,
      columns: own(key.columns),
      referred: sameName(key.table, owner) ? key.referred.map(other) : key.referred,
    })),
    ...(table.checks && { checks: isOwner ? table.checks.map((text) => replaced(text, from, to)) : table.checks }),
    ...(table.triggers && {
      triggers: isOwner ? table.triggers.map((text) => replaced(text, from, to)) : table.triggers,
    }),
  };
}

function inWords<T extends { readonly sql?: string }>(index: T, from: string, to: string): T {
  return index.sql === undefined ? index : { ...index, sql: replaced(index.sql, from, to) };
}

/** Replaces a name in SQL, quoted or not, as SQLite does in the statements that it stores. */
function replaced(text: string, from: string, to: string): string {
  let written = '';
  let end = 0;
  for (const word of sqlWords(text, STANDARD_SQL)) {
    const quote = /^["`]/.exec(word.text)?.[0] ?? '';
    if (!sameName(word.text, `${quote}${from}${quote}`)) continue;
    written += text.slice(end, word.start) + quote + to + quote;
    end = word.end;
  }
  return written + text.slice(end);
}
