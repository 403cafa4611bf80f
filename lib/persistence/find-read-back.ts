import type { Sequelize } from 'sequelize-typescript';
import type { AggregateMetadata } from '../metadata';
import type { UnseenTriggers } from './dialects/dialect';
import { dialectOf } from './dialects/dialect-of';
import { type DatabaseValue, DatabaseValues } from './models/database-values';
import type { DomainSequelize } from './statements/domain-sequelize';
import { selectOf } from './tables/rows';
import { ReadBack, tablesOf } from './writes/read-back';

/**
 * Finds the classes whose rows are read again after a write. Logs the tables whose triggers the account cannot see.
 *
 * The tables must exist, with their triggers.
 */
export async function findReadBack(
  sequelize: DomainSequelize,
  aggregates: readonly AggregateMetadata[],
  log: (line: string) => void,
): Promise<ReadBack> {
  const undecided = aggregates.filter(({ readBack }) => readBack === undefined);
  if (undecided.length === 0) return ReadBack.of(aggregates, new DatabaseValues([]));
  const stored = await readDatabaseValues(sequelize);
  const unseen = await hiddenTriggers(sequelize, [...new Set(undecided.flatMap(tablesOf))]);
  if (unseen) {
    const { account, database, tables } = unseen;
    const roots = undecided.filter((aggregate) => tablesOf(aggregate).some((table) => tables.includes(table)));
    log(
      `The account ${account} cannot see whether tables of ${database} have triggers, since it lacks the privilege TRIGGER (${tables.join(', ')}): values that triggers set are missing in responses to writes. GRANT TRIGGER ON ${database}.* to the account, or set @AggregateRoot({ readBack: true }) on those of ${roots.map(({ root }) => root.name).join(', ')} whose tables have triggers, and readBack: false on the others.`,
    );
  }
  return ReadBack.of(aggregates, stored, unseen?.tables);
}

/** Reads in one query what all tables have by which the database sets values of rows itself. */
async function readDatabaseValues(sequelize: Sequelize): Promise<DatabaseValues> {
  const { catalogue } = dialectOf(sequelize).schema;
  return new DatabaseValues(await selectOf(sequelize)<DatabaseValue>(catalogue.databaseValues));
}

/** The tables whose triggers the account cannot see, though it may write to them. */
async function hiddenTriggers(sequelize: Sequelize, tables: readonly string[]): Promise<UnseenTriggers | undefined> {
  return dialectOf(sequelize).schema.unseenTriggers?.(selectOf(sequelize), tables);
}
