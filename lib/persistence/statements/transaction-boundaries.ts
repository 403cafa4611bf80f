import type { QueryInterface, Transaction } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { hasQueryHooks } from '../models/write-hooks';
import { type Connection, driverRows } from './driver-rows';

/** The methods by which Sequelize begins and commits transactions, and the parts of these; its types leave them out. */
interface Boundaries {
  readonly queryGenerator: {
    startTransactionQuery(transaction: Begun): string;
    commitTransactionQuery(transaction: Begun): string;
  };
  startTransaction(transaction: Begun, options: object): Promise<unknown>;
  commitTransaction(transaction: Begun, options: object): Promise<unknown>;
}

type Begun = Transaction & {
  readonly connection: Connection;
  /** Of a savepoint. */
  readonly parent?: Transaction;
  finished?: string;
  readonly _afterCommitHooks: unknown[];
};

/** Sends BEGIN and COMMIT past Sequelize's queries, which for a small write cost more than what stands between them. */
export function sendBoundaries(sequelize: Sequelize, queryInterface: QueryInterface): void {
  const boundaries = queryInterface as unknown as Boundaries;
  const { queryGenerator } = boundaries;
  const start = boundaries.startTransaction.bind(boundaries);
  const commit = boundaries.commitTransaction.bind(boundaries);
  const send = ({ connection }: Begun, sql: string) => driverRows(sequelize, connection, sql, () => undefined);
  const isPlain = ({ parent }: Begun) => parent === undefined && !hasQueryHooks(sequelize);
  boundaries.startTransaction = (transaction, options) => {
    if (!isPlain(transaction)) return start(transaction, options);
    return send(transaction, queryGenerator.startTransactionQuery(transaction));
  };
  boundaries.commitTransaction = async (transaction, options) => {
    try {
      if (!isPlain(transaction)) return await commit(transaction, options);
      const sent = send(transaction, queryGenerator.commitTransactionQuery(transaction));
      // No other statement may follow, whatever becomes of this one.
      transaction.finished = 'commit';
      return await sent;
    } catch (error) {
      // Sequelize would run them all the same.
      transaction._afterCommitHooks.length = 0;
      throw error;
    }
  };
}
