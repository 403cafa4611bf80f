import { Sequelize, type Transaction } from 'sequelize';

/** A namespace of continuation-local storage, as `Sequelize.useCLS` takes it. */
interface Namespace {
  get(name: string): unknown;
  set(name: string, value: unknown): unknown;
  run(work: () => unknown): unknown;
}

const KEY = 'transaction';

/** The transaction that Sequelize hands to calls without the option `transaction`, if the application uses `useCLS`. */
export function inheritedTransaction(): Transaction | undefined {
  return (namespace()?.get(KEY) ?? undefined) as Transaction | undefined;
}

/** Runs the work of a transaction that domain code has begun, so that code finds it in the namespace of `useCLS`. */
export function runInNamespace<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  const shared = namespace();
  if (!shared) return work();
  let result: Promise<T> | undefined;
  shared.run(() => {
    shared.set(KEY, transaction);
    result = work();
  });
  return result!;
}

function namespace(): Namespace | undefined {
  return (Sequelize as unknown as { readonly _cls?: Namespace })._cls;
}
