import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sequelize, Transaction } from 'sequelize';
import { classifyDatabaseError, endsTransaction } from './database-faults';
import { CommitOutcomeUnknownError, UnitOfWorkEndedError } from './errors';
import type { Mutex } from './mutex';

const ATTEMPTS = 5;
const RETRY_WITHIN_MS = 2000;
const LONGEST_PAUSE_MS = 50;

/** One transaction while it is open; active-record calls made inside it find it and take part. */
export class UnitOfWork {
  #isEnded = false;
  #failure?: unknown;

  constructor(
    readonly sequelize: Sequelize,
    readonly transaction: Transaction,
    readonly outer?: UnitOfWork,
  ) {}

  /**
   * Runs one statement of this unit. Once the database has ended the transaction no other statement may run:
   * it would stand outside it.
   *
   * @throws UnitOfWorkEndedError when the unit did not wait for it
   */
  async statement<T>(run: () => Promise<T>): Promise<T> {
    if (this.#isEnded) throw new UnitOfWorkEndedError();
    this.rethrowFailure();
    try {
      return await run();
    } catch (error) {
      if (endsTransaction(error)) this.#failure = error;
      throw error;
    }
  }

  /** For work that caught the error which ended its transaction, and went on. */
  rethrowFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  end(): void {
    this.#isEnded = true;
  }
}

const running = new AsyncLocalStorage<UnitOfWork>();

/** The unit of work on that database which the calling code is part of. */
export function currentUnit(sequelize: Sequelize): UnitOfWork | undefined {
  let unit = running.getStore();
  while (unit && unit.sequelize !== sequelize) unit = unit.outer;
  return unit;
}

/** Opens a transaction of its own, whatever surrounds it. */
type Begin = () => Promise<Transaction>;

/**
 * Runs the work in a transaction: the surrounding one where there is one, else one of its own, which is committed
 * when the work returns and rolled back when it throws.
 *
 * A unit that the database ends for the sake of others (deadlock, lock timeout, certification conflict) is run again
 * as a whole, up to five times within two seconds; the work must therefore be repeatable.
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

/** {@link runUnitOfWork} without another attempt, for work that may not be repeatable. */
export async function runOnce<T>(
  sequelize: Sequelize,
  begin: Begin,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = await begin();
  const unit = new UnitOfWork(sequelize, transaction, running.getStore());
  let result: T;
  try {
    result = await running.run(unit, () => work(transaction));
    unit.rethrowFailure();
  } catch (error) {
    unit.end();
    // The error of the work is the one to report; Sequelize destroys a connection that cannot roll back.
    await transaction.rollback().catch(() => undefined);
    throw error;
  }
  unit.end();
  await commit(transaction);
  return result;
}

async function commit(transaction: Transaction): Promise<void> {
  try {
    await transaction.commit();
  } catch (error) {
    if (classifyDatabaseError(error)?.kind === 'unavailable') throw new CommitOutcomeUnknownError(error);
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
