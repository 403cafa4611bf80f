import type { Sequelize } from 'sequelize-typescript';
import { type DatabaseValue, DatabaseValues } from '../models/database-values';
import { type UnseenTriggers, unseenTriggers, VALUES_OF_SERVERS } from './database-values-of-servers';
import { VALUES_OF_SQLITE } from './database-values-of-sqlite';
import { selectOf } from './shapes/rows';

/** Reads in one query what all tables have by which the database sets values of rows itself. */
export async function readDatabaseValues(sequelize: Sequelize): Promise<DatabaseValues> {
  const sql = sequelize.getDialect() === 'sqlite' ? VALUES_OF_SQLITE : VALUES_OF_SERVERS;
  return new DatabaseValues(await selectOf(sequelize)<DatabaseValue>(sql));
}

/** {@link unseenTriggers}; SQLite hides none. */
export async function hiddenTriggers(
  sequelize: Sequelize,
  tables: readonly string[],
): Promise<UnseenTriggers | undefined> {
  return sequelize.getDialect() === 'sqlite' ? undefined : unseenTriggers(selectOf(sequelize), tables);
}
