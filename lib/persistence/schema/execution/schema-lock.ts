import { createHash } from 'node:crypto';
import type { DatabaseUrl } from '../../database-url';
import { PersistenceError } from '../../errors';
import type { SchemaConnection } from './schema-connection';

/** The class of the sqlite3 driver that is used here. */
export interface SqliteDriver {
  readonly Database: new (file: string, done: (error: Error | null) => void) => SqliteHandle;
}

interface SqliteHandle {
  exec(sql: string, done: (error: Error | null) => void): void;
  close(done: (error: Error | null) => void): void;
}

/** The limit of MariaDB and MySQL for names, in characters. */
const LONGEST_NAME = 64;

/**
 * Runs work under a lock that one process at a time has: GET_LOCK on MariaDB and MySQL; on SQLite a locked file, which the
 * operating system unlocks when the process ends. A database in memory needs no lock.
 *
 * @throws PersistenceError MIGRATIONS_LOCKED when another process has the lock for longer than `waitMs`
 */
export async function withSchemaLock<T>(
  { connection, url, driver, waitMs }: Locked,
  work: () => Promise<T>,
): Promise<T> {
  if (url.storage === ':memory:') return work();
  return url.dialect === 'sqlite'
    ? withFile(`${url.storage}-migrations.lock`, driver, waitMs, work, url.display)
    : withNamedLock(connection, url, waitMs, work);
}

export interface Locked {
  readonly connection: SchemaConnection;
  readonly url: DatabaseUrl;
  readonly driver: SqliteDriver;
  readonly waitMs: number;
}

export async function withNamedLock<T>(
  connection: SchemaConnection,
  { database = '', display }: DatabaseUrl,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256').update(database).digest('hex');
  const name = `koaggregate_migrations_${digest}`.slice(0, LONGEST_NAME);
  const [row] = await connection.query('SELECT GET_LOCK(?, ?) AS taken', [name, Math.ceil(waitMs / 1000)]);
  if (Number(row?.taken) !== 1) throw new PersistenceError('MIGRATIONS_LOCKED', ['Another process', display, String(waitMs)]);
  try {
    return await work();
  } finally {
    await connection.query('SELECT RELEASE_LOCK(?)', [name]).catch(() => undefined);
  }
}

/** Uses an empty SQLite database as a lock file. */
async function withFile<T>(
  file: string,
  { Database }: SqliteDriver,
  waitMs: number,
  work: () => Promise<T>,
  display: string,
): Promise<T> {
  const handle = await new Promise<SqliteHandle>((resolve, reject) => {
    const opened: SqliteHandle = new Database(file, (error) => (error ? reject(error) : resolve(opened)));
  });
  const exec = (sql: string) =>
    new Promise<void>((resolve, reject) => handle.exec(sql, (error) => (error ? reject(error) : resolve())));
  try {
    await takeFile(exec, waitMs, display);
    return await work();
  } finally {
    await new Promise<void>((resolve) => handle.close(() => resolve()));
  }
}

const RETRY_MS = 50;

/** Retries here, since waiting inside SQLite would block a thread of the pool. */
async function takeFile(exec: (sql: string) => Promise<void>, waitMs: number, display: string): Promise<void> {
  for (const endsAt = Date.now() + waitMs; ; ) {
    try {
      return await exec('BEGIN EXCLUSIVE');
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
      if (Date.now() >= endsAt) throw new PersistenceError('MIGRATIONS_LOCKED', ['Another process', display, String(waitMs)]);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
