import type { Dialect } from '../dialects/dialect';
import type { SchemaConnection } from '../schema/execution/schema-connection';

/** The table of the migrations that have run. */
export const MIGRATION_TABLE = 'koaggregate_migrations';

export type Direction = 'up' | 'down';

/** The time at which each migration ran, by name. */
export type RecordedMigrations = ReadonlyMap<string, string>;

export async function createMigrationTable(connection: SchemaConnection): Promise<void> {
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${MIGRATION_TABLE} (name VARCHAR(191) NOT NULL PRIMARY KEY, ran_at VARCHAR(24) NOT NULL)`,
  );
}

/** Reads the migrations that have run; empty if the table does not exist yet. */
export async function readRecorded(connection: SchemaConnection, dialect: Dialect): Promise<RecordedMigrations> {
  if (!(await hasTable(connection, dialect, MIGRATION_TABLE))) return new Map();
  const rows = await connection.query(`SELECT name, ran_at FROM ${MIGRATION_TABLE} ORDER BY name`);
  return new Map(rows.map((row) => [String(row.name), String(row.ran_at)]));
}

export async function hasTable(connection: SchemaConnection, dialect: Dialect, table: string): Promise<boolean> {
  const rows = await connection.query(dialect.schema.catalogue.table, [table]);
  return rows.length > 0;
}

/** Records that a migration has run, or that it was reverted. */
export function recordMigration(connection: SchemaConnection, name: string, direction: Direction): Promise<void> {
  return direction === 'up' ? addRecord(connection, name) : removeRecord(connection, name);
}

/** May be repeated, since the connection may be lost at COMMIT. */
async function addRecord(connection: SchemaConnection, name: string): Promise<void> {
  const ranAt = new Date().toISOString();
  await connection.query(`REPLACE INTO ${MIGRATION_TABLE} (name, ran_at) VALUES (?, ?)`, [name, ranAt]);
}

async function removeRecord(connection: SchemaConnection, name: string): Promise<void> {
  await connection.query(`DELETE FROM ${MIGRATION_TABLE} WHERE name = ?`, [name]);
}
