import type { Dialect } from '../dialects/dialect';
import type { Connection } from '../sequelize/connections';
import { rowsIn } from './run-sql';

/** A table of the application. */
export interface KnownTable {
  readonly name: string;
  /** Without generated columns, which cannot be written. */
  readonly columns: readonly string[];
  /** The tables that its foreign keys refer to. */
  readonly refersTo: readonly string[];
}

/** All tables of the database, without those that belong to a full-text index. */
export async function tablesOf(dialect: Dialect, connection: Connection): Promise<readonly KnownTable[]> {
  const { catalogue } = dialect.schema;
  const names = await rowsIn(dialect, connection, catalogue.tableNames);
  const tables: KnownTable[] = [];
  for (const { name } of names) {
    const literal = `'${String(name).replaceAll("'", "''")}'`;
    const columns = await rowsIn(dialect, connection, catalogue.columnNames(literal));
    const refersTo = await rowsIn(dialect, connection, catalogue.referredNames(literal));
    const texts = (rows: typeof columns) => rows.map((row) => String(row.name));
    tables.push({ name: String(name), columns: texts(columns), refersTo: texts(refersTo) });
  }
  return tables;
}

/** SQLite joins up to 500 SELECTs by UNION. */
const TABLES_PER_STATEMENT = 500;

/** The tables that have rows. */
export async function filledAmong(
  dialect: Dialect,
  connection: Connection,
  names: readonly string[],
): Promise<string[]> {
  if (names.length > TABLES_PER_STATEMENT) {
    const [first, others] = [names.slice(0, TABLES_PER_STATEMENT), names.slice(TABLES_PER_STATEMENT)];
    return [...(await filledAmong(dialect, connection, first)), ...(await filledAmong(dialect, connection, others))];
  }
  if (names.length === 0) return [];
  const select = (name: string, index: number) =>
    `SELECT ${index} AS name FROM (SELECT 1 AS one) AS any_row WHERE EXISTS (SELECT 1 FROM ${dialect.syntax.quote(name)})`;
  const rows = await rowsIn(dialect, connection, names.map(select).join(' UNION ALL '));
  return rows.map(({ name }) => names[Number(name)]!);
}
