import { createHash } from 'node:crypto';
import type { Sequelize } from 'sequelize-typescript';
import type { DatabaseUrl } from '../../database-url';
import { PersistenceError } from '../../errors';
import { logLine } from '../../sequelize/sequelize-instance';
import type { TableShape } from '../../tables/table-shape';
import type { RowCheck } from '../plan/row-checks';
import { storedShapes } from '../shapes/stored-shapes';
import { SchemaConnection } from './schema-connection';

/** A database whose tables are changed at the start. */
export interface ChangedDatabase {
  readonly sequelize: Sequelize;
  readonly url: DatabaseUrl;
  /** How long to wait for another process that changes tables. */
  readonly waitMs: number;
}

/** The changes of tables, and what must hold for the rows. */
export interface TableChanges {
  readonly checks: readonly RowCheck[];
  readonly statements: readonly string[];
}

/**
 * Changes tables, one process at a time: on SQLite in a transaction; on MariaDB and MySQL, which commit each statement,
 * under a lock. The rows are checked before the first change.
 *
 * @param plan  plans the changes of the tables as they are under the lock
 * @throws PersistenceError of a check, SCHEMA_FAILED, MIGRATIONS_LOCKED
 */
export async function changeTables(
  { sequelize, url, waitMs }: ChangedDatabase,
  plan: (stored: readonly TableShape[]) => TableChanges,
): Promise<void> {
  const { transactions, schema } = url.dialect;
  const connection = await SchemaConnection.open(sequelize);
  const work = async () => {
    const stored = await storedShapes(sequelize, (sql) => connection.query(sql) as Promise<never[]>);
    const { checks, statements } = plan(stored);
    for (const { sql, error } of checks) if ((await connection.query(sql)).length > 0) throw error;
    for (const sql of statements) await send(sql, connection, sequelize);
  };
  try {
    if (!schema.inTransaction) return await withSchemaLock(connection, url, waitMs, work);
    if (transactions.waitAtMost) await connection.query(transactions.waitAtMost(waitMs));
    await schema.inTransaction((sql) => connection.query(sql), work);
  } catch (error) {
    throw error instanceof PersistenceError ? error : failure(error, 'the check of foreign keys');
  } finally {
    await connection.close();
  }
  // Makes the connection of queries reload its schema, before triggers look for new tables.
  if (schema.reload !== undefined) await sequelize.query(schema.reload);
}

async function send(sql: string, connection: SchemaConnection, sequelize: Sequelize): Promise<void> {
  logLine(sequelize, `Executing (default): ${sql}`);
  try {
    await connection.query(sql);
  } catch (error) {
    throw failure(error, sql);
  }
}

function failure(error: unknown, statement: string): PersistenceError {
  return new PersistenceError('SCHEMA_FAILED', [(error as Error).message, statement], { cause: error });
}

/** The limit of MariaDB and MySQL for names, in characters. */
const LONGEST_NAME = 64;

/**
 * Runs work under a lock of MariaDB or MySQL that one process at a time has. Each node of a cluster has locks of its own.
 *
 * @throws PersistenceError MIGRATIONS_LOCKED when another process has the lock for longer than `waitMs`
 */
async function withSchemaLock<T>(
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
