import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { Database } from 'sqlite3';
import type { TemporaryDatabase } from '../temporary-database';

/** Looks at the rows past the server under test, and breaks its connections. */
export interface DatabaseInspector {
  /** @param sql that gives one number, named `n` */
  count(sql: string): Promise<number>;
  /** Ends every other connection to the database, whatever it is doing. */
  breakConnections(): Promise<void>;
  close(): Promise<void>;
}

export async function inspectorOf({ url, isServer }: TemporaryDatabase): Promise<DatabaseInspector> {
  return isServer ? serverInspector(await createConnection(url)) : fileInspector(url.slice('sqlite:'.length));
}

function serverInspector(connection: Connection): DatabaseInspector {
  return {
    async count(sql) {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return Number(rows[0]!.n);
    },
    async breakConnections() {
      const others = 'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()';
      const [rows] = await connection.query<RowDataPacket[]>(others);
      // One that has ended meanwhile is no error.
      await Promise.all(rows.map(({ id }) => connection.query(`KILL ${id}`).catch(() => undefined)));
    },
    close: () => connection.end(),
  };
}

function fileInspector(file: string): DatabaseInspector {
  const database = new Database(file);
  return {
    count: (sql) =>
      new Promise((resolve, reject) => {
        database.get(sql, (error: Error | null, row: { n: number }) => (error ? reject(error) : resolve(row.n)));
      }),
    breakConnections: () => Promise.reject(new Error('A file has no connections that could be broken.')),
    close: () => new Promise((resolve) => database.close(() => resolve())),
  };
}
