import type { Sequelize } from 'sequelize-typescript';
import { type StoredForeignKey, StoredForeignKeys } from '../models/stored-foreign-keys';
import { selectOf } from '../tables/rows';

interface KeyRow extends StoredForeignKey {
  /** Identifies the foreign key among those of its table. */
  readonly name: string | number;
}

/** Reads the foreign keys of all tables in one query. Those of several columns are left out: no association has one. */
export async function readForeignKeys(sequelize: Sequelize): Promise<StoredForeignKeys> {
  const rows = await selectOf(sequelize)<KeyRow>(sequelize.getDialect() === 'sqlite' ? OF_SQLITE : OF_SERVER);
  const columns = new Map<string, number>();
  for (const row of rows) columns.set(nameOf(row), (columns.get(nameOf(row)) ?? 0) + 1);
  return new StoredForeignKeys(rows.filter((row) => columns.get(nameOf(row)) === 1));
}

function nameOf({ table, name }: KeyRow): string {
  return JSON.stringify([table, name]);
}

const OF_SERVER = `SELECT k.TABLE_NAME AS \`table\`, k.CONSTRAINT_NAME AS name, k.COLUMN_NAME AS \`column\`,
k.REFERENCED_TABLE_NAME AS referredTable, k.REFERENCED_COLUMN_NAME AS referredColumn, r.DELETE_RULE AS onDelete
FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r
ON r.CONSTRAINT_SCHEMA = DATABASE() AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_SCHEMA = DATABASE()`;

const OF_SQLITE = `SELECT t.name AS "table", f.id AS name, f."from" AS "column",
f."table" AS referredTable, f."to" AS referredColumn, f.on_delete AS onDelete
FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`;
