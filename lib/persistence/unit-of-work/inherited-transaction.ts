import type { Transaction } from 'sequelize';
import { sharedNamespace } from '../sequelize/transaction';

const KEY = 'transaction';

/** The transaction that Sequelize hands to calls without the option `transaction`, if the application uses `useCLS`. */
export function inheritedTransaction(): Transaction | undefined {
  return (sharedNamespace()?.get(KEY) ?? undefined) as Transaction | undefined;
}

/** Runs the work of a transaction that domain code has begun, so that code finds it in the namespace of `useCLS`. */
export function runInNamespace<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  const shared = sharedNamespace();
  if (!shared) return work();
  let result: Promise<T> | undefined;
  shared.run(() => {
    shared.set(KEY, transaction);
    result = work();
  });
  return result!;
}
