import type { QueryInterface, Transaction } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { dialectOf } from '../dialects/dialect-of';
import { hasQueryHooks } from '../models/write-hooks';
import { type CommitCallback, handOver, takeCallbacks } from '../unit-of-work/after-commit';
import { type Connected, type Connection, driverRows } from './driver-rows';

/** The methods by which Sequelize begins and ends transactions, which its types do not declare. */
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
    /** SQLite only: statements run in the order in which they are sent. */
    serialize?(): void;
  };
  /** Set for a savepoint. */
  readonly parent?: Transaction;
  readonly options: { readonly readOnly?: boolean };
  finished?: string;
  readonly _afterCommitHooks: CommitCallback[];
};

/**
 * Sends BEGIN and COMMIT past Sequelize's query pipeline, which costs more than a small write between them.
 *
 * Also ignores a ROLLBACK on SQLite without a transaction (BEGIN timed out, or a failed statement ended it): Sequelize
 * would warn on the console and never release the connection.
 */
export function sendBoundariesDirectly(sequelize: Connected, queryInterface: QueryInterface): void {
  const boundaries = queryInterface as unknown as Boundaries;
  const { queryGenerator } = boundaries;
  const { driver, transactions } = dialectOf(sequelize);
  if (!driver.hasPool) closeWhenDestroyed(sequelize);
  if (transactions.beginReading !== undefined) useReadOnlyTransactions(queryGenerator, transactions.beginReading);
  const start = boundaries.startTransaction.bind(boundaries);
  const commit = boundaries.commitTransaction.bind(boundaries);
  const rollback = boundaries.rollbackTransaction.bind(boundaries);
  /** Undefined when Sequelize has to send it. */
  const send = (transaction: Begun, query: 'startTransactionQuery' | 'commitTransactionQuery') => {
    if (transaction.parent || hasQueryHooks(sequelize)) return undefined;
    return driverRows(sequelize, transaction.connection, queryGenerator[query](transaction), () => undefined);
  };
  boundaries.startTransaction = (transaction, options) => {
    // Sequelize does not await the statement that enables foreign keys, which has no effect after BEGIN.
    transaction.connection.serialize?.();
    return send(transaction, 'startTransactionQuery') ?? start(transaction, options);
  };
  boundaries.commitTransaction = async (transaction, options) => {
    if (transaction.parent) handOver(takeCallbacks(transaction), transaction.parent);
    try {
      const sent = send(transaction, 'commitTransactionQuery');
      if (!sent) return await commit(transaction, options);
      // No other statement may follow, even if this one fails.
      transaction.finished = 'commit';
      return await sent;
    } catch (error) {
      // Sequelize would run them in spite of the error.
      transaction._afterCommitHooks.length = 0;
      if (transactions.staysOpenAfterCommit && !transaction.parent)
        await rollBackOpen(sequelize, transaction.connection);
      throw error;
    }
  };
  boundaries.rollbackTransaction = (transaction, options) =>
    rollback(transaction, options).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
}

/** On SQLite a transaction stays open, and the file locked, if its COMMIT fails because of a deferred foreign key. */
async function rollBackOpen(sequelize: Connected, connection: Connection): Promise<void> {
  // The error of the COMMIT is the one to throw.
  await driverRows(sequelize, connection, 'ROLLBACK', () => undefined).catch(() => undefined);
}

/** Sequelize destroys a connection by its pool, which has none on SQLite, so that the file would stay open. */
function closeWhenDestroyed({ connectionManager }: Sequelize): void {
  const manager = connectionManager as unknown as {
    destroyConnection(connection: Connection): Promise<void>;
    releaseConnection(connection: Connection): void;
  };
  manager.destroyConnection = async (connection) => manager.releaseConnection(connection);
}

/** Sequelize does not open read-only transactions as such, for which InnoDB does less work. */
function useReadOnlyTransactions(queries: BoundaryQueries, beginReading: string): void {
  const query = queries.startTransactionQuery.bind(queries);
  queries.startTransactionQuery = (transaction) =>
    transaction.options.readOnly && !transaction.parent ? beginReading : query(transaction);
}
