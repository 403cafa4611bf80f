import type { Transaction } from 'sequelize';
import { type CommitCallback, commitCallbacksOf } from '../sequelize/transaction';
import { innermostUnit } from './unit-of-work';

/**
 * Runs a callback after the surrounding unit of work has been committed: for effects that cannot be rolled back, such as
 * sending mail. It does not run if the unit, or the savepoint of the caller, is rolled back; a further attempt starts
 * without the callbacks of the one before. Outside of a unit the callback runs at once.
 *
 * The callback runs outside the unit, before the response is sent. Its error is logged and does not undo the write.
 *
 * @example `await afterCommit(() => mailer.send(receipt));`
 * @throws UnitOfWorkEndedError when the unit did not wait for the caller
 */
export async function afterCommit(callback: () => unknown): Promise<void> {
  const unit = innermostUnit();
  if (!unit) {
    await callback();
    return;
  }
  unit.verifyOpen();
  handOver([callback], unit.transaction);
}

/** Removes the callbacks of a transaction that is about to be committed, so that Sequelize does not run them. */
export function takeCallbacks(transaction: Transaction): CommitCallback[] {
  return commitCallbacksOf(transaction).splice(0);
}

/** The callbacks of a savepoint run after the COMMIT of the whole transaction. */
export function handOver(callbacks: readonly CommitCallback[], to: Transaction): void {
  for (const callback of callbacks) to.afterCommit(callback as () => void);
}

/** Runs all callbacks; the error of one does not stop the others, since the write is committed. */
export async function runCallbacks(
  callbacks: readonly CommitCallback[],
  transaction: Transaction,
  report: (error: unknown) => void,
): Promise<void> {
  for (const callback of callbacks) {
    try {
      await callback(transaction);
    } catch (error) {
      report(error);
    }
  }
}
