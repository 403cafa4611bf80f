import { createHash } from 'node:crypto';
import type { DatabaseUrl } from '../../database-url';
import { PersistenceError } from '../../errors';
import type { SchemaConnection } from './schema-connection';

/** The limit of MariaDB and MySQL for names, in characters. */
const LONGEST_NAME = 64;

/**
 * Runs work under a lock of MariaDB or MySQL that one process at a time has. Each node of a cluster has locks of its own.
 *
 * @throws PersistenceError MIGRATIONS_LOCKED when another process has the lock for longer than `waitMs`
 */
export async function withSchemaLock<T>(
  connection: SchemaConnection,
  { database = '', display }: DatabaseUrl,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const digest = createHash('sha256').update(database).digest('hex');
  const name = `koaggregate_schema_${digest}`.slice(0, LONGEST_NAME);
  const [row] = await connection.query('SELECT GET_LOCK(?, ?) AS taken', [name, Math.ceil(waitMs / 1000)]);
  if (Number(row?.taken) !== 1)
    throw new PersistenceError('MIGRATIONS_LOCKED', ['Another process', display, String(waitMs)]);
  try {
    return await work();
  } finally {
    await connection.query('SELECT RELEASE_LOCK(?)', [name]).catch(() => undefined);
  }
}
