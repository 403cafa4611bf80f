import { Sequelize, type Transaction } from 'sequelize';
import type { Connection } from './connections';

/** A callback of `afterCommit`. */
export type CommitCallback = (transaction: Transaction) => unknown;

/** A transaction that has begun, with members that Sequelize's types do not declare. */
export type BegunTransaction = Transaction & {
  readonly sequelize: Sequelize;
  readonly connection: Connection & {
    /** SQLite only: statements run in the order in which they are sent. */
    serialize?(): void;
  };
  /** Set for a savepoint. */
  readonly parent?: BegunTransaction;
  readonly options: { readonly readOnly?: boolean; isolationLevel?: string | null };
  finished?: string;
};

/** The connection of a transaction that has begun. */
export function connectionOf(transaction: Transaction): Connection {
  return (transaction as BegunTransaction).connection;
}

/** The instance that has begun a transaction. */
export function sequelizeOf(transaction: Transaction): Sequelize {
  return (transaction as BegunTransaction).sequelize;
}

/** The callbacks of `afterCommit`, which may be changed. Missing in transactions that specs mock. */
export function commitCallbacksOf(transaction: Transaction): CommitCallback[] {
  return (transaction as Transaction & { readonly _afterCommitHooks?: CommitCallback[] })._afterCommitHooks ?? [];
}

/** A namespace of continuation-local storage, as `Sequelize.useCLS` takes it. */
export interface Namespace {
  get(name: string): unknown;
  set(name: string, value: unknown): unknown;
  run(work: () => unknown): unknown;
}

/** The namespace of `Sequelize.useCLS`, if the application uses it. */
export function sharedNamespace(): Namespace | undefined {
  return (Sequelize as typeof Sequelize & { readonly _cls?: Namespace })._cls;
}
