import type { Sequelize } from 'sequelize-typescript';
import type { UnseenTriggers } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import { type DatabaseValue, DatabaseValues } from '../models/database-values';
import { selectOf } from '../tables/rows';

/** Reads in one query what all tables have by which the database sets values of rows itself. */
export async function readDatabaseValues(sequelize: Sequelize): Promise<DatabaseValues> {
  const { catalogue } = dialectOf(sequelize).schema;
  return new DatabaseValues(await selectOf(sequelize)<DatabaseValue>(catalogue.databaseValues));
}

/** The tables whose triggers the account cannot see, though it may write to them. */
export async function hiddenTriggers(
  sequelize: Sequelize,
  tables: readonly string[],
): Promise<UnseenTriggers | undefined> {
  return dialectOf(sequelize).schema.unseenTriggers?.(selectOf(sequelize), tables);
}
