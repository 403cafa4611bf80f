import type { QueryInterface } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { dialectOf } from '../dialects/dialect-of';
import { hasQueryHooks } from '../models/write-hooks';
import { type Connection, connectionsOf } from '../sequelize/connections';
import type { QueryGenerator } from '../sequelize/query-generator';
import { queryInterfaceOf } from '../sequelize/query-interface';
import { type BegunTransaction, commitCallbacksOf } from '../sequelize/transaction';
import { handOver, takeCallbacks } from '../unit-of-work/after-commit';
import { type Connected, driverRows } from './driver-rows';

/**
 * Sends BEGIN and COMMIT past Sequelize's query pipeline, which costs more than a small write between them.
 *
 * Also ignores a ROLLBACK on SQLite without a transaction (BEGIN timed out, or a failed statement ended it): Sequelize
 * would warn on the console and never release the connection.
 */
export function sendBoundariesDirectly(sequelize: Connected, queryInterface: QueryInterface): void {
  const boundaries = queryInterfaceOf(queryInterface);
  const { queryGenerator } = boundaries;
  const { driver, transactions } = dialectOf(sequelize);
  if (!driver.hasPool) closeWhenDestroyed(sequelize);
  if (transactions.beginReading !== undefined) useReadOnlyTransactions(queryGenerator, transactions.beginReading);
  const start = boundaries.startTransaction.bind(boundaries);
  const commit = boundaries.commitTransaction.bind(boundaries);
  const rollback = boundaries.rollbackTransaction.bind(boundaries);
  /** Undefined when Sequelize has to send it. */
  const send = (transaction: BegunTransaction, query: 'startTransactionQuery' | 'commitTransactionQuery') => {
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
      commitCallbacksOf(transaction).length = 0;
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
function closeWhenDestroyed(sequelize: Sequelize): void {
  const manager = connectionsOf(sequelize);
  manager.destroyConnection = async (connection) => manager.releaseConnection(connection);
}

/** Sequelize does not open read-only transactions as such, for which InnoDB does less work. */
function useReadOnlyTransactions(queries: QueryGenerator, beginReading: string): void {
  const query = queries.startTransactionQuery.bind(queries);
  queries.startTransactionQuery = (transaction) =>
    transaction.options.readOnly && !transaction.parent ? beginReading : query(transaction);
}
