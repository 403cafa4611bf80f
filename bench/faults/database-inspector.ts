import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { Database } from 'sqlite3';
import type { TemporaryDatabase } from '../temporary-database';

/** A connection to the database that does not use the tested server: it reads rows and kills connections. */
export interface DatabaseInspector {
  /** @param sql selects one number, named `n` */
  count(sql: string): Promise<number>;
  /** All stored rows of the tables, with versions, times and soft-deleted rows. */
  allRows(tables: readonly string[]): Promise<string>;
  /** Empties the tables; those that refer to others come first. */
  clear(tables: readonly string[]): Promise<void>;
  /** Kills all other connections to the database. */
  breakConnections(): Promise<void>;
  close(): Promise<void>;
}

export async function inspectorOf({
  url,
  isServer,
}: Pick<TemporaryDatabase, 'url' | 'isServer'>): Promise<DatabaseInspector> {
  return isServer ? serverInspector(await createConnection(url)) : fileInspector(url.slice('sqlite:'.length));
}

function serverInspector(connection: Connection): DatabaseInspector {
  return {
    async count(sql) {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return Number(rows[0]!.n);
    },
    async allRows(tables) {
      const found: unknown[] = [];
      for (const table of tables) found.push((await connection.query(`SELECT * FROM ${table} ORDER BY 1, 2`))[0]);
      return JSON.stringify(found);
    },
    async clear(tables) {
      for (const table of tables) await connection.query(`DELETE FROM ${table}`);
    },
    async breakConnections() {
      const others = 'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()';
      const [rows] = await connection.query<RowDataPacket[]>(others);
      // The connection may have ended in the meantime.
      await Promise.all(rows.map(({ id }) => connection.query(`KILL ${id}`).catch(() => undefined)));
    },
    close: () => connection.end(),
  };
}

function fileInspector(file: string): DatabaseInspector {
  const database = new Database(file);
  const rowsOf = (sql: string) =>
    new Promise<unknown[]>((resolve, reject) => {
      database.all(sql, (error: Error | null, rows: unknown[]) => (error ? reject(error) : resolve(rows)));
    });
  return {
    count: async (sql) => ((await rowsOf(sql)) as [{ n: number }])[0].n,
    async allRows(tables) {
      const found: unknown[] = [];
      for (const table of tables) found.push(await rowsOf(`SELECT * FROM ${table} ORDER BY 1, 2`));
      return JSON.stringify(found);
    },
    async clear(tables) {
      for (const table of tables) await rowsOf(`DELETE FROM ${table}`);
    },
    breakConnections: () => Promise.reject(new Error('The connections of SQLite cannot be killed.')),
    close: () => new Promise((resolve) => database.close(() => resolve())),
  };
}
