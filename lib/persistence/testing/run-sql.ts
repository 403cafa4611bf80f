import type { Connection } from '../statements/driver-rows';

type Rows = readonly Readonly<Record<string, unknown>>[];
type Done = (error: Error | null, rows?: Rows) => void;

/** Statements go to the driver directly, so that they are neither logged nor part of a unit of work. */
interface ServerConnection {
  query(sql: string, done: Done): void;
}

interface SqliteConnection {
  all(sql: string, done: Done): void;
  exec(sql: string, done: Done): void;
}

/** Sends statements over a connection of the pool. */
export interface RunSql {
  readonly dialect: 'sqlite' | 'server';
  rows(connection: Connection, sql: string): Promise<Rows>;
  /** Sends statements one after the other. */
  all(connection: Connection, statements: readonly string[]): Promise<void>;
}

export const onSqlite: RunSql = {
  dialect: 'sqlite',
  rows: (connection, sql) => toPromise((done) => (connection as SqliteConnection).all(sql, done)),
  async all(connection, statements) {
    await toPromise((done) => (connection as SqliteConnection).exec(statements.join(';\n'), done));
  },
};

export const onServer: RunSql = {
  dialect: 'server',
  rows: (connection, sql) => toPromise((done) => (connection as ServerConnection).query(sql, done)),
  async all(connection, statements) {
    for (const sql of statements) await onServer.rows(connection, sql);
  },
};

export function quotedIn({ dialect }: RunSql, name: string): string {
  const mark = dialect === 'sqlite' ? '"' : '`';
  return mark + name.replaceAll(mark, mark + mark) + mark;
}

function toPromise(send: (done: Done) => void): Promise<Rows> {
  return new Promise((resolve, reject) => {
    send((error, rows = []) => (error ? reject(error) : resolve(rows)));
  });
}
