import type { Connection } from '../statements/driver-rows';
import { quotedIn, type RunSql } from './run-sql';

/** A table of the application. */
export interface KnownTable {
  readonly name: string;
  /** Without generated columns, which cannot be written. */
  readonly columns: readonly string[];
  /** The tables that its foreign keys refer to. */
  readonly refersTo: readonly string[];
}

/** All tables of the database, without those that belong to a full-text index. */
export async function tablesOf(run: RunSql, connection: Connection): Promise<readonly KnownTable[]> {
  const isSqlite = run.dialect === 'sqlite';
  const names = await run.rows(connection, isSqlite ? SQLITE_TABLES : SERVER_TABLES);
  const tables: KnownTable[] = [];
  for (const { name } of names) {
    const literal = `'${String(name).replaceAll("'", "''")}'`;
    const columns = await run.rows(connection, isSqlite ? sqliteColumns(literal) : serverColumns(literal));
    const refersTo = await run.rows(connection, isSqlite ? sqliteKeys(literal) : serverKeys(literal));
    const texts = (rows: typeof columns) => rows.map((row) => String(row.name));
    tables.push({ name: String(name), columns: texts(columns), refersTo: texts(refersTo) });
  }
  return tables;
}

/** SQLite joins up to 500 SELECTs by UNION. */
const TABLES_PER_STATEMENT = 500;

/** The tables that have rows. */
export async function filledAmong(run: RunSql, connection: Connection, names: readonly string[]): Promise<string[]> {
  if (names.length > TABLES_PER_STATEMENT) {
    const [first, others] = [names.slice(0, TABLES_PER_STATEMENT), names.slice(TABLES_PER_STATEMENT)];
    return [...(await filledAmong(run, connection, first)), ...(await filledAmong(run, connection, others))];
  }
  if (names.length === 0) return [];
  const select = (name: string, index: number) =>
    `SELECT ${index} AS name FROM (SELECT 1 AS one) AS any_row WHERE EXISTS (SELECT 1 FROM ${quotedIn(run, name)})`;
  const rows = await run.rows(connection, names.map(select).join(' UNION ALL '));
  return rows.map(({ name }) => names[Number(name)]!);
}

/** Leaves out virtual tables and their shadow tables. */
const SQLITE_TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT IN ('sqlite_schema', 'sqlite_sequence', 'sqlite_stat1')`;
const SERVER_TABLES = `SELECT TABLE_NAME AS name FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`;

function sqliteColumns(table: string): string {
  return `SELECT name FROM pragma_table_xinfo(${table}) WHERE hidden = 0`;
}

function serverColumns(table: string): string {
  return `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${table} AND EXTRA NOT LIKE '%GENERATED%'`;
}

function sqliteKeys(table: string): string {
  return `SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(${table})`;
}

function serverKeys(table: string): string {
  return `SELECT DISTINCT REFERENCED_TABLE_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${table} AND REFERENCED_TABLE_NAME IS NOT NULL`;
}
