import type { MigrationConnection } from './migration-connection';
import type { MigrationDialect } from './plan/sql-words';

/** The table of the migrations that have run. */
export const MIGRATION_TABLE = 'koaggregate_migrations';

/** The time at which each migration ran, by name. */
export type RecordedMigrations = ReadonlyMap<string, string>;

export async function createMigrationTable(connection: MigrationConnection): Promise<void> {
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${MIGRATION_TABLE} (name VARCHAR(191) NOT NULL PRIMARY KEY, ran_at VARCHAR(24) NOT NULL)`,
  );
}

/** Reads the migrations that have run; empty if the table does not exist yet. */
export async function readRecorded(
  connection: MigrationConnection,
  dialect: MigrationDialect,
): Promise<RecordedMigrations> {
  const known = dialect === 'sqlite' ? ON_SQLITE : ON_SERVER;
  const [table] = await connection.query(known, [MIGRATION_TABLE]);
  if (!table) return new Map();
  const rows = await connection.query(`SELECT name, ran_at FROM ${MIGRATION_TABLE} ORDER BY name`);
  return new Map(rows.map((row) => [String(row.name), String(row.ran_at)]));
}

export async function recordMigration(connection: MigrationConnection, name: string): Promise<void> {
  const ranAt = new Date().toISOString();
  await connection.query(`INSERT INTO ${MIGRATION_TABLE} (name, ran_at) VALUES (?, ?)`, [name, ranAt]);
}

export async function removeRecord(connection: MigrationConnection, name: string): Promise<void> {
  await connection.query(`DELETE FROM ${MIGRATION_TABLE} WHERE name = ?`, [name]);
}

const ON_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?";
const ON_SERVER =
  'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?';
