import type { Transaction } from 'sequelize';
import { innermostUnit } from './unit-of-work';

/** Callbacks to run once a transaction has been committed. */
export type CommitCallback = (transaction: Transaction) => unknown;

/** Sequelize's types leave out where a transaction keeps its call backs. */
interface Committing {
  readonly _afterCommitHooks?: CommitCallback[];
}

/**
 * Runs the call back once the unit of work that surrounds the caller has been committed: the place for what cannot be
 * taken back, such as sending mail. Nothing runs when the unit, or the savepoint that the caller is in, is rolled back;
 * an attempt that is run again starts without those of the one before. Outside of a unit it runs at once.
 *
 * The call back runs outside the unit, before the response is sent. It cannot undo the write: its error is logged.
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

/** Takes the call backs of a transaction that is about to be committed, so that Sequelize runs none of them. */
export function takeCallbacks(transaction: Transaction & Committing): CommitCallback[] {
  // A transaction that a spec makes up has none.
  return transaction._afterCommitHooks?.splice(0) ?? [];
}

/** Those of a savepoint wait for the transaction, or the savepoint, that it is part of. */
export function handOver(callbacks: readonly CommitCallback[], to: Transaction): void {
  for (const callback of callbacks) to.afterCommit(callback as () => void);
}

/** Runs each, whatever becomes of the others: what they follow is done. */
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
