import { setTimeout as pause } from 'node:timers/promises';
import type { Sequelize, Transaction } from 'sequelize';
import { deadlines, remainingMs, runObserved, type WorkObserver } from '../../foundation';
import { isQueued, type LockWaits } from '../connection/lock-waits';
import { CommitOutcomeUnknownError } from '../errors';
import type { CommitCallback } from '../sequelize/transaction';
import { handOver, takeCallbacks } from './after-commit';
import { classifyDatabaseError, isConnectionLost, isNeverDone } from './database-faults';
import { LockHeldError } from './lock-held-error';
import { endSavepoints, releaseSavepoints } from './opened-transactions';
import { innermostUnit, runInside, UnitOfWork } from './unit-of-work';

const ATTEMPTS = 5;
/** How long attempts are repeated. */
export const RETRY_WITHIN_MS = 2000;
const LONGEST_PAUSE_MS = 50;

/** Opens a transaction, or a savepoint. */
type Begin = () => Promise<Transaction>;

/** Sees the unit; undefined if nobody looks, and null if it has been told of it. */
type Observer = WorkObserver | null | undefined;

/** The result of a committed unit, with the callbacks that its caller has to run. */
export interface Committed<T> {
  readonly result: T;
  readonly transaction: Transaction;
  readonly callbacks: readonly CommitCallback[];
}

/**
 * Runs the work in a transaction, which is committed when the work returns and rolled back when it throws.
 *
 * @param enclosing the unit in which a savepoint is begun
 * @throws CommitOutcomeUnknownError when the connection is lost during COMMIT
 */
export async function runUnitOfWork<T>(
  sequelize: Sequelize,
  begin: Begin,
  work: (transaction: Transaction) => Promise<T>,
  enclosing?: UnitOfWork,
  observer: Observer = deadlines.getStore()?.observer,
): Promise<Committed<T>> {
  if (observer) {
    const run = () => runUnitOfWork(sequelize, begin, work, enclosing, null);
    return runObserved(observer, enclosing ? 'savepoint' : 'unit', undefined, run);
  }
  const unit = new UnitOfWork(sequelize, await begin(), innermostUnit(), enclosing);
  unit.adopt(unit.transaction);
  return complete(unit, work);
}

/**
 * Runs the work in a transaction that begins at the first statement.
 *
 * @param standIn stands for the transaction until it begins
 * @param inner   whether units inside it are savepoints, so that the work can continue after one of them fails, or part of
 *   work that ends with a single write
 * @throws as {@link runUnitOfWork}
 */
export async function runLateUnit<T>(
  sequelize: Sequelize,
  standIn: Transaction,
  begin: Begin,
  work: (transaction: Transaction) => Promise<T>,
  inner: 'savepoints' | 'solo',
  observer: Observer = deadlines.getStore()?.observer,
): Promise<Committed<T>> {
  if (observer) {
    const run = () => runLateUnit(sequelize, standIn, begin, work, inner, null);
    return runObserved(observer, 'unit', undefined, run);
  }
  const unit = new UnitOfWork(sequelize, standIn, innermostUnit());
  unit.usesSavepoints = inner === 'savepoints';
  unit.isSolo = inner === 'solo';
  unit.adopt(standIn);
  unit.beginLater(begin);
  const { callbacks, ...committed } = await complete(unit, work);
  return { ...committed, callbacks: [...takeCallbacks(standIn), ...callbacks] };
}

async function complete<T>(unit: UnitOfWork, work: (transaction: Transaction) => Promise<T>): Promise<Committed<T>> {
  const { enclosing } = unit;
  let result: T;
  try {
    result = await runInside(unit, () => work(unit.transaction));
    if (unit.openSavepoints.size > 0) releaseSavepoints(unit);
    // A write that was sent alone was checked before.
    if (unit.journal && !enclosing && !unit.isWaiting) await unit.beforeCommit();
    // A COMMIT that may come too late is not sent.
    unit.verifyOpen();
  } catch (error) {
    unit.end();
    await unit.settleBeginning();
    await rollback(unit);
    throw error;
  }
  unit.end();
  await unit.settleBeginning();
  const { transaction } = unit;
  const callbacks = takeCallbacks(transaction);
  await commit(unit);
  if (!enclosing) return { result, transaction, callbacks };
  unit.release();
  handOver(callbacks, enclosing.transaction);
  return { result, transaction, callbacks: [] };
}

/**
 * Runs a savepoint. If it is the first work of a unit that begins late, the transaction begins again after a conflict, as
 * that of the savepoint would alone.
 */
export async function runSavepoint<T>(unit: UnitOfWork, run: () => Promise<T>): Promise<T> {
  if (!unit.isWaiting) return run();
  let isFirst = true;
  const attempt = async () => {
    if (!isFirst) await unit.beginAgain();
    isFirst = false;
    return run();
  };
  return withRetry(attempt, { mayRepeat: () => unit.mayBeginAgain });
}

/** Runs work as a read-only part of an open unit. */
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
  endSavepoints(unit);
  const isSavepointGone = unit.enclosing !== undefined && unit.hasFailed;
  // The error of the work is the one to throw; Sequelize destroys a connection that cannot roll back.
  if (!isSavepointGone && !unit.isWaiting) await unit.transaction.rollback().catch(() => undefined);
  unit.failForLostWrites();
  unit.restoreInstances();
}

async function commit(unit: UnitOfWork): Promise<void> {
  if (unit.isWaiting) return;
  try {
    await unit.transaction.commit();
  } catch (error) {
    const fault = classifyDatabaseError(error);
    const isUnknown = fault?.kind === 'late' || (fault?.kind === 'unavailable' && fault.outage === undefined);
    if (isUnknown && !isNeverDone(error)) throw new CommitOutcomeUnknownError(error);
    unit.restoreInstances();
    throw error;
  }
}

/** The errors after which an attempt is repeated. */
interface Repeats {
  /** Converts the error of the last attempt. */
  readonly explain?: (error: unknown) => unknown;
  /** Whether another attempt is possible. */
  readonly mayRepeat?: () => boolean;
  /** Whether an attempt that lost its connection has changed nothing. */
  readonly isUndoneWhenLost?: boolean;
  /** From the first attempt on. */
  readonly withinMs?: number;
  /** Where an attempt waits that is not let wait for a lock in the database. */
  readonly lockWaits?: LockWaits;
}

/**
 * Runs an attempt up to five times within two seconds, as long as it fails because of contention (deadlock, lock timeout,
 * certification conflict), and within the deadline of the request. One that failed because of its connection gets another
 * one.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  {
    explain = (error) => error,
    mayRepeat = () => true,
    isUndoneWhenLost = false,
    withinMs = RETRY_WITHIN_MS,
    lockWaits,
  }: Repeats = {},
): Promise<T> {
  const arrivedAtMs = performance.now();
  let startMs = arrivedAtMs;
  let lost = 0;
  for (let attempts = 1; ; attempts++) {
    try {
      return await (lockWaits ? lockWaits.attempt(attempt) : attempt());
    } catch (error) {
      if (lockWaits && isQueued(error) && mayRepeat()) {
        if (!(await lockWaits.turn(arrivedAtMs, withinMs))) throw explain(error);
        [attempts, startMs] = [attempts - 1, performance.now()];
        deadlines.getStore()?.observer?.repeated();
        continue;
      }
      const isConflict = isContention(error);
      if (isConflict) deadlines.getStore()?.observer?.conflicted?.();
      const isOfConnection = isNeverDone(error) || (isUndoneWhenLost && isConnectionLost(error));
      const isHopeless = error instanceof LockHeldError && error.isOwn;
      const isInTime = performance.now() - startMs < withinMs || (isOfConnection && lost++ === 0);
      const mayRetry = attempts < ATTEMPTS && isInTime && !isHopeless && mayRepeat() && hasTime();
      if (!mayRetry || !(isOfConnection || isConflict)) throw explain(error);
      await pause(Math.random() * LONGEST_PAUSE_MS * attempts);
      deadlines.getStore()?.observer?.repeated();
    }
  }
}

function isContention(error: unknown): boolean {
  return classifyDatabaseError(error)?.kind === 'contention';
}

/** Whether the deadline has not passed. */
function hasTime(): boolean {
  return remainingMs() > 0;
}
