import { grouped } from '../../../foundation';
import type { Select } from '../../tables/rows';
import type { ColumnShape, ForeignKeyShape, IndexShape, TableShape } from '../../tables/table-shape';

interface TableRow {
  readonly name: string;
  readonly kind: string;
  readonly engine: string | null;
  readonly collation: string | null;
}

interface ColumnRow {
  readonly tableName: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: string;
  readonly fallback: string | null;
  readonly extra: string;
  readonly collation: string | null;
  readonly comment: string;
}

interface IndexRow {
  readonly tableName: string;
  readonly name: string;
  readonly nonUnique: number | string;
  readonly columnName: string | null;
  readonly kind: string;
  readonly part: number | null;
}

interface KeyRow {
  readonly tableName: string;
  readonly name: string;
  readonly columnName: string;
  readonly referredTable: string;
  readonly referredColumn: string;
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** Reads the tables of MariaDB and MySQL in four queries. */
export async function serverShapes(select: Select, defaultOf: DefaultOf): Promise<readonly TableShape[]> {
  const tables = await select<TableRow>(TABLES);
  const columns = grouped(await select<ColumnRow>(COLUMNS), tableOf);
  const indexes = grouped(await select<IndexRow>(INDEXES), tableOf);
  const keys = grouped(await select<KeyRow>(KEYS), tableOf);
  return tables.map(({ name, kind, engine, collation }) => {
    const own = indexesOf(indexes.get(name) ?? []);
    return {
      name,
      isView: kind === 'VIEW',
      columns: (columns.get(name) ?? []).map((row) => columnOf(row, defaultOf)),
      primaryKey: own.find((index) => index.name === 'PRIMARY')?.columns ?? [],
      indexes: own.filter((index) => index.name !== 'PRIMARY'),
      foreignKeys: keysOf(keys.get(name) ?? []),
      options: `ENGINE=${engine ?? 'InnoDB'}${collation ? ` COLLATE ${collation}` : ''}`,
    };
  });
}

function tableOf({ tableName }: { readonly tableName: string }): string {
  return tableName;
}

function columnOf(row: ColumnRow, defaultOf: DefaultOf): ColumnShape {
  const { fallback } = row;
  const written = fallback === null || fallback === 'NULL' ? undefined : defaultOf(fallback, row);
  const onUpdate = /on update (\S+)/i.exec(row.extra)?.[1];
  return {
    name: row.name,
    type: row.type.replace(/ unsigned$/, ' UNSIGNED'),
    isNullable: row.nullable === 'YES',
    isGenerated: /auto_increment/i.test(row.extra),
    ...(/(?:VIRTUAL|STORED) GENERATED|PERSISTENT/i.test(row.extra) && { isComputed: true }),
    ...(written !== undefined && { default: written }),
    ...(row.collation !== null && { collation: row.collation }),
    ...(row.comment !== '' && { comment: row.comment }),
    ...(onUpdate !== undefined && { onUpdate }),
  };
}

/** The expression of a default, from what the catalogue of the server has for it. */
export type DefaultOf = (stored: string, column: Pick<ColumnRow, 'extra' | 'type'>) => string;

/** MariaDB stores the expression. */
export const expressionDefault: DefaultOf = (stored) => stored;

/** MySQL stores the value, unless EXTRA has DEFAULT_GENERATED. */
export function valueDefault(fallback: string, { extra, type }: Pick<ColumnRow, 'extra' | 'type'>): string {
  if (/DEFAULT_GENERATED/i.test(extra)) return /^CURRENT_TIMESTAMP/i.test(fallback) ? fallback : `(${fallback})`;
  if (/^b'|^bit/i.test(fallback)) return fallback;
  return /^(?:tiny|small|medium|big)?int|^decimal|^double|^float/i.test(type)
    ? fallback
    : `'${fallback.replaceAll("'", "''")}'`;
}

function indexesOf(rows: readonly IndexRow[]): IndexShape[] {
  return [...grouped(rows, (row) => row.name)].map(([name, parts]) => {
    const [{ kind, nonUnique }] = parts;
    const isOther = kind !== 'BTREE' || parts.some(({ columnName }) => columnName === null);
    const isPrefix = !isOther && parts.some(({ part }) => part !== null);
    return {
      name,
      isUnique: Number(nonUnique) === 0,
      columns: parts.map(({ columnName }) => columnName ?? ''),
      ...((isOther || isPrefix) && { isSpecial: true }),
      ...(isPrefix && { isPrefix }),
    };
  });
}

function keysOf(rows: readonly KeyRow[]): ForeignKeyShape[] {
  return [...grouped(rows, (row) => row.name)].map(([name, parts]) => {
    const [{ referredTable, onDelete, onUpdate }] = parts;
    return {
      name,
      columns: parts.map(({ columnName }) => columnName),
      table: referredTable,
      referred: parts.map(({ referredColumn }) => referredColumn),
      onDelete,
      onUpdate,
    };
  });
}

const TABLES = `SELECT TABLE_NAME AS name, TABLE_TYPE AS kind, ENGINE AS engine, TABLE_COLLATION AS collation
FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW') ORDER BY TABLE_NAME`;

const COLUMNS = `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable,
COLUMN_DEFAULT AS fallback, EXTRA AS extra, COLLATION_NAME AS collation, COLUMN_COMMENT AS comment
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`;

const INDEXES = `SELECT TABLE_NAME AS tableName, INDEX_NAME AS name, NON_UNIQUE AS nonUnique, COLUMN_NAME AS columnName,
INDEX_TYPE AS kind, SUB_PART AS part
FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;

const KEYS = `SELECT k.TABLE_NAME AS tableName, k.CONSTRAINT_NAME AS name, k.COLUMN_NAME AS columnName,
k.REFERENCED_TABLE_NAME AS referredTable, k.REFERENCED_COLUMN_NAME AS referredColumn,
r.DELETE_RULE AS onDelete, r.UPDATE_RULE AS onUpdate
FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r
ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_NAME IS NOT NULL
ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION`;
