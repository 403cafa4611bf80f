import type { QueryInterface, Transaction } from 'sequelize';
import { PersistenceError } from '../errors';
import { queryInterfaceOf } from '../sequelize/query-interface';

const ENDS = ['commitTransaction', 'rollbackTransaction'] as const;

/**
 * Rejects a second transaction on the only connection of an in-memory database. SQLite would reject its BEGIN, too, but the
 * ROLLBACK that Sequelize sends then would end the first one.
 */
export function allowOneTransaction(queryInterface: QueryInterface): void {
  const boundaries = queryInterfaceOf(queryInterface);
  const start = boundaries.startTransaction.bind(boundaries);
  let open: Transaction | undefined;
  boundaries.startTransaction = async (transaction, options) => {
    if (!transaction.parent) {
      if (open) throw new PersistenceError('TRANSACTION_OPEN', []);
      open = transaction;
    }
    return start(transaction, options);
  };
  for (const name of ENDS) {
    const end = boundaries[name].bind(boundaries);
    boundaries[name] = async (transaction, options) => {
      if (transaction.parent) return end(transaction, options);
      if (transaction !== open) return undefined;
      try {
        return await end(transaction, options);
      } finally {
        open = undefined;
      }
    };
  }
}
