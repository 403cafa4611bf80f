import type { SchemaConnection } from './schema-connection';

/**
 * Runs work in a transaction of SQLite. Foreign keys are off, since tables may be created anew, and are checked before COMMIT.
 *
 * @throws Error when afterwards a row refers to no row
 */
export async function inSqliteTransaction(connection: SchemaConnection, work: () => Promise<void>): Promise<void> {
  await connection.query('PRAGMA foreign_keys = OFF');
  try {
    await connection.query('BEGIN IMMEDIATE');
    try {
      const before = await danglingKeys(connection);
      await work();
      const after = await danglingKeys(connection);
      const [added] = [...after].filter((one) => !before.has(one));
      if (added !== undefined) throw new Error(`FOREIGN KEY constraint failed: ${added}`);
      await connection.query('COMMIT');
    } catch (error) {
      await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  } finally {
    await connection.query('PRAGMA legacy_alter_table = OFF');
    await connection.query('PRAGMA foreign_keys = ON');
  }
}

async function danglingKeys(connection: SchemaConnection): Promise<ReadonlySet<string>> {
  const rows = await connection.query('PRAGMA foreign_key_check');
  return new Set(rows.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`));
}
