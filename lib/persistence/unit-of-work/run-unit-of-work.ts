import type { Sequelize, Transaction } from 'sequelize';
import { CommitOutcomeUnknownError } from '../errors';
import { classifyDatabaseError } from './database-faults';
import type { Mutex } from './mutex';
import { currentUnit, innermostUnit, runInside, UnitOfWork } from './unit-of-work';

const ATTEMPTS = 5;
const RETRY_WITHIN_MS = 2000;
const LONGEST_PAUSE_MS = 50;

/** Opens a transaction, or a savepoint. */
type Begin = () => Promise<Transaction>;

/**
 * Runs the work in a transaction: the surrounding one where there is one, else one of its own, which is committed
 * when the work returns and rolled back when it throws.
 *
 * A unit that the database ends for the sake of others (deadlock, lock timeout, certification conflict) is run again
 * as a whole, up to five times within two seconds; the work must therefore be repeatable. Each attempt starts from the
 * same instances.
 *
 * @param mutex where the database cannot wait for a lock without harm (SQLite): one unit at a time
 * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
 */
export async function runUnitOfWork<T>(
  sequelize: Sequelize,
  begin: Begin,
  work: (transaction: Transaction) => Promise<T>,
  mutex?: Mutex,
): Promise<T> {
  const surrounding = currentUnit(sequelize);
  if (surrounding) return work(surrounding.transaction);
  const once = () => runOnce(sequelize, begin, work);
  return withRetry(() => (mutex ? mutex.run(once) : once()));
}

/**
 * {@link runUnitOfWork} without another attempt, for work that may not be repeatable.
 *
 * @param enclosing whose savepoint is begun
 */
export async function runOnce<T>(
  sequelize: Sequelize,
  begin: Begin,
  work: (transaction: Transaction) => Promise<T>,
  enclosing?: UnitOfWork,
): Promise<T> {
  const unit = new UnitOfWork(sequelize, await begin(), innermostUnit(), enclosing);
  let result: T;
  try {
    result = await runInside(unit, () => work(unit.transaction));
    unit.rethrowFailure();
  } catch (error) {
    unit.end();
    await rollback(unit);
    throw error;
  }
  unit.end();
  await commit(unit);
  return result;
}

async function rollback(unit: UnitOfWork): Promise<void> {
  const isSavepointGone = unit.enclosing !== undefined && unit.hasFailed;
  // The error of the work is the one to report; Sequelize destroys a connection that cannot roll back.
  if (!isSavepointGone) await unit.transaction.rollback().catch(() => undefined);
  unit.restoreInstances();
}

async function commit(unit: UnitOfWork): Promise<void> {
  try {
    await unit.transaction.commit();
  } catch (error) {
    if (classifyDatabaseError(error)?.kind === 'unavailable') throw new CommitOutcomeUnknownError(error);
    unit.restoreInstances();
    throw error;
  }
}

/** Runs again, up to five times within two seconds, what the database has ended for the sake of others. */
export async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRY_WITHIN_MS;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const isWorthAnother = attempts < ATTEMPTS && Date.now() < deadline;
      if (!isWorthAnother || classifyDatabaseError(error)?.kind !== 'contention') throw error;
      await pause(Math.random() * LONGEST_PAUSE_MS * attempts);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
