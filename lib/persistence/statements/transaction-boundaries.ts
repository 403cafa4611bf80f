import type { QueryInterface, Transaction } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { hasQueryHooks } from '../models/write-hooks';
import { type CommitCallback, handOver, takeCallbacks } from '../unit-of-work/after-commit';
import { type Connection, driverRows } from './driver-rows';

/** The methods by which Sequelize begins and commits transactions, and the parts of these; its types leave them out. */
interface Boundaries {
  readonly queryGenerator: BoundaryQueries;
  startTransaction(transaction: Begun, options: object): Promise<unknown>;
  commitTransaction(transaction: Begun, options: object): Promise<unknown>;
  rollbackTransaction(transaction: Begun, options: object): Promise<unknown>;
}

interface BoundaryQueries {
  startTransactionQuery(transaction: Begun): string;
  commitTransactionQuery(transaction: Begun): string;
}

type Begun = Transaction & {
  readonly connection: Connection & {
    /** Of SQLite alone: from now on statements are carried out in the order in which they are sent. */
    serialize?(): void;
  };
  /** Of a savepoint. */
  readonly parent?: Transaction;
  readonly options: { readonly readOnly?: boolean };
  finished?: string;
  readonly _afterCommitHooks: CommitCallback[];
};

/**
 * Sends BEGIN and COMMIT past Sequelize's queries, which for a small write cost more than what stands between them.
 * Where SQLite has no transaction to roll back, as its BEGIN had to wait too long, or the failed statement ended it, that is
 * no failure: Sequelize would warn of it on the console, and leave the connection open for good.
 */
export function sendBoundariesDirectly(sequelize: Sequelize, queryInterface: QueryInterface): void {
  const boundaries = queryInterface as unknown as Boundaries;
  const { queryGenerator } = boundaries;
  if (sequelize.getDialect() === 'mysql') openReadOnly(queryGenerator);
  const start = boundaries.startTransaction.bind(boundaries);
  const commit = boundaries.commitTransaction.bind(boundaries);
  const rollback = boundaries.rollbackTransaction.bind(boundaries);
  /** Undefined where Sequelize has to send it. */
  const send = (transaction: Begun, query: 'startTransactionQuery' | 'commitTransactionQuery') => {
    if (transaction.parent || hasQueryHooks(sequelize)) return undefined;
    return driverRows(sequelize, transaction.connection, queryGenerator[query](transaction), () => undefined);
  };
  boundaries.startTransaction = (transaction, options) => {
    // Sequelize does not wait for the statement that turns foreign keys on: behind BEGIN it has no effect.
    transaction.connection.serialize?.();
    return send(transaction, 'startTransactionQuery') ?? start(transaction, options);
  };
  boundaries.commitTransaction = async (transaction, options) => {
    if (transaction.parent) handOver(takeCallbacks(transaction), transaction.parent);
    try {
      const sent = send(transaction, 'commitTransactionQuery');
      if (!sent) return await commit(transaction, options);
      // No other statement may follow, whatever becomes of this one.
      transaction.finished = 'commit';
      return await sent;
    } catch (error) {
      // Sequelize would run them all the same.
      transaction._afterCommitHooks.length = 0;
      throw error;
    }
  };
  boundaries.rollbackTransaction = (transaction, options) =>
    rollback(transaction, options).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
}

/** Sequelize opens those that may only read like all others; InnoDB keeps less for them. */
function openReadOnly(queries: BoundaryQueries): void {
  const query = queries.startTransactionQuery.bind(queries);
  queries.startTransactionQuery = (transaction) =>
    transaction.options.readOnly && !transaction.parent ? 'START TRANSACTION READ ONLY;' : query(transaction);
}
