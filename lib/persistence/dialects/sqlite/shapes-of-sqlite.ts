import { grouped } from '../../../foundation';
import type { Select } from '../../tables/rows';
import type { ColumnShape, ForeignKeyShape, IndexShape, TableShape } from '../../tables/table-shape';
import { type CreateTableParts, createTableParts } from './create-table-parts';

interface SchemaRow {
  readonly kind: string;
  readonly name: string;
  readonly tableName: string;
  readonly written: string | null;
}

interface ColumnRow {
  readonly tableName: string;
  readonly name: string;
  readonly type: string;
  readonly isFilled: number;
  readonly fallback: string | null;
  readonly keyPart: number;
  readonly hidden: number;
}

interface IndexRow {
  readonly tableName: string;
  readonly name: string;
  readonly isUnique: number;
  readonly origin: string;
  readonly partial: number;
  readonly columnName: string | null;
}

interface KeyRow {
  readonly tableName: string;
  readonly id: number;
  readonly columnName: string;
  readonly referredTable: string;
  readonly referredColumn: string | null;
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** Reads the tables of SQLite in four queries. */
export async function sqliteShapes(select: Select): Promise<readonly TableShape[]> {
  const schema = await select<SchemaRow>(SCHEMA);
  const virtual = schema.filter(({ kind, written }) => kind === 'table' && /^CREATE VIRTUAL/i.test(written ?? ''));
  const isHidden = ({ name }: { readonly name: string }) =>
    virtual.some((table) => name === table.name || name.startsWith(`${table.name}_`));
  const tables = schema.filter((row) => (row.kind === 'table' || row.kind === 'view') && !isHidden(row));
  const columns = await select<ColumnRow>(COLUMNS);
  const indexes = await select<IndexRow>(INDEXES);
  const keys = await select<KeyRow>(KEYS);
  const of = <T extends { readonly tableName: string }>(rows: readonly T[], table: string) =>
    rows.filter(({ tableName }) => tableName === table);
  return tables.map(({ name, kind, written }) => {
    const parts = createTableParts(kind === 'table' ? (written ?? '') : '');
    const own = of(columns, name);
    const key = own.filter(({ keyPart }) => keyPart > 0).sort((first, second) => first.keyPart - second.keyPart);
    return {
      name,
      isView: kind === 'view',
      columns: own.map((row) => columnOf(row, key, parts)),
      primaryKey: key.map((column) => column.name),
      indexes: indexesOf(of(indexes, name), schema),
      foreignKeys: keysOf(of(keys, name)),
      options: parts.options,
      checks: parts.checks,
      triggers: of(schema, name)
        .filter((row) => row.kind === 'trigger')
        .map((row) => row.written!),
    };
  });
}

function columnOf(row: ColumnRow, key: readonly ColumnRow[], parts: CreateTableParts): ColumnShape {
  const isKey = key.length === 1 && row.keyPart > 0;
  return {
    name: row.name,
    type: row.type,
    isNullable: row.isFilled === 0 && row.keyPart === 0,
    isGenerated: isKey && /^INTEGER$/i.test(row.type),
    ...(row.hidden > 0 && { isComputed: true }),
    ...(row.fallback !== null && { default: row.fallback }),
    ...(parts.definitions.has(row.name.toLowerCase()) && {
      definition: parts.definitions.get(row.name.toLowerCase())!,
    }),
  };
}

function indexesOf(rows: readonly IndexRow[], schema: readonly SchemaRow[]): IndexShape[] {
  const declared = rows.filter(({ origin }) => origin !== 'pk');
  return [...grouped(declared, (row) => row.name)].map(([name, parts]) => {
    const [{ isUnique, origin, partial }] = parts;
    const written = schema.find((row) => row.kind === 'index' && row.name === name)?.written;
    const isSpecial = parts.some(({ columnName }) => columnName === null) || partial === 1;
    return {
      name,
      isUnique: isUnique === 1,
      columns: parts.map(({ columnName }) => columnName ?? ''),
      ...(origin === 'u' && { isConstraint: true }),
      ...(isSpecial && { isSpecial }),
      ...(written && { sql: written }),
    };
  });
}

function keysOf(rows: readonly KeyRow[]): ForeignKeyShape[] {
  return [...grouped(rows, ({ id }) => id).values()].map((parts) => {
    const [{ referredTable, onDelete, onUpdate }] = parts;
    return {
      columns: parts.map(({ columnName }) => columnName),
      table: referredTable,
      referred: parts.flatMap(({ referredColumn }) => referredColumn ?? []),
      onDelete,
      onUpdate,
    };
  });
}

const SCHEMA = `SELECT type AS kind, name, tbl_name AS tableName, sql AS written FROM sqlite_master
WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;

const COLUMNS = `SELECT t.name AS tableName, c.name, c.type, c."notnull" AS isFilled, c.dflt_value AS fallback, c.pk AS keyPart, c.hidden
FROM sqlite_master t, pragma_table_xinfo(t.name) c WHERE t.type IN ('table', 'view') ORDER BY t.name, c.cid`;

const INDEXES = `SELECT t.name AS tableName, i.name, i."unique" AS isUnique, i.origin, i.partial, c.name AS columnName
FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c WHERE t.type = 'table'
ORDER BY t.name, i.name, c.seqno`;

const KEYS = `SELECT t.name AS tableName, f.id, f."from" AS columnName, f."table" AS referredTable, f."to" AS referredColumn,
f.on_delete AS onDelete, f.on_update AS onUpdate
FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table' ORDER BY t.name, f.id, f.seq`;
