import type { ChangeTables } from '../dialect';

/**
 * Runs work in a transaction of SQLite. Foreign keys are off, since tables may be created anew, and are checked before COMMIT.
 *
 * @throws Error when afterwards a row refers to no row
 */
export const inSchemaTransaction: ChangeTables = async (query, work) => {
  await query('PRAGMA foreign_keys = OFF');
  try {
    await query('BEGIN IMMEDIATE');
    try {
      const before = await danglingKeys(query);
      await work();
      const after = await danglingKeys(query);
      const [added] = [...after].filter((one) => !before.has(one));
      if (added !== undefined) throw new Error(`FOREIGN KEY constraint failed: ${added}`);
      await query('COMMIT');
    } catch (error) {
      await query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  } finally {
    await query('PRAGMA legacy_alter_table = OFF');
    await query('PRAGMA foreign_keys = ON');
  }
};

async function danglingKeys(query: Parameters<ChangeTables>[0]): Promise<ReadonlySet<string>> {
  const rows = await query('PRAGMA foreign_key_check');
  return new Set(rows.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`));
}
