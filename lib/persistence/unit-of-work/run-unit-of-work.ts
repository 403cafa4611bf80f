import type { Sequelize, Transaction } from 'sequelize';
import { CommitOutcomeUnknownError } from '../errors';
import { type CommitCallback, handOver, takeCallbacks } from './after-commit';
import type { BeforeCommit } from './before-commit';
import { classifyDatabaseError } from './database-faults';
import { innermostUnit, runInside, UnitOfWork } from './unit-of-work';

const ATTEMPTS = 5;
const RETRY_WITHIN_MS = 2000;
const LONGEST_PAUSE_MS = 50;

/** Opens a transaction, or a savepoint. */
type Begin = () => Promise<Transaction>;

/** The result of a unit. Its caller runs the callbacks once nothing waits for the unit any more. */
export interface Committed<T> {
  readonly result: T;
  readonly transaction: Transaction;
  readonly callbacks: readonly CommitCallback[];
}

/**
 * Runs the work in a transaction, which is committed when the work returns and rolled back when it throws.
 *
 * @param enclosing whose savepoint is begun
 * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
 */
export async function runUnitOfWork<T>(
  sequelize: Sequelize,
  begin: Begin,
  work: (transaction: Transaction) => Promise<T>,
  enclosing?: UnitOfWork,
): Promise<Committed<T>> {
  const unit = new UnitOfWork(sequelize, await begin(), innermostUnit(), enclosing);
  unit.adopt(unit.transaction);
  let result: T;
  try {
    result = await runInside(unit, () => work(unit.transaction));
    if (unit.beforeCommit && !enclosing) await runInside(unit, () => unit.beforeCommit!.run());
    unit.rethrowFailure();
  } catch (error) {
    unit.end();
    await rollback(unit);
    throw error;
  }
  unit.end();
  const { transaction } = unit;
  const callbacks = takeCallbacks(transaction);
  await commit(unit);
  if (!enclosing) return { result, transaction, callbacks };
  if (unit.beforeCommit) handDuties(unit.beforeCommit, enclosing);
  handOver(callbacks, enclosing.transaction);
  return { result, transaction, callbacks: [] };
}

/** Work before COMMIT that a savepoint has waits for the COMMIT of the whole transaction. */
function handDuties(duties: BeforeCommit, to: UnitOfWork): void {
  to.beforeCommit ??= duties.anew();
  to.beforeCommit.takeOver(duties);
}

/** Runs the work as part of a unit that is open, which may write or may not. */
export async function runPart<T>(surrounding: UnitOfWork, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { sequelize, transaction } = surrounding;
  const part = new UnitOfWork(sequelize, transaction, innermostUnit(), surrounding, true);
  try {
    return await runInside(part, () => work(transaction));
  } finally {
    part.end();
  }
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

/**
 * Runs again as a whole, up to five times within two seconds, what the database has ended for the sake of others
 * (deadlock, lock timeout, certification conflict). Each attempt starts from the same instances.
 */
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
