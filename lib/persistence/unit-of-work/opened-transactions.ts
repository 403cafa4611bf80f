import type { Sequelize, Transaction } from 'sequelize';
import type { BegunTransaction } from '../sequelize/transaction';
import { innermostUnit, UnitOfWork, unitFor } from './unit-of-work';

/** The units of transactions that domain code opens itself outside of a unit, by `sequelize.transaction()`. */
const foreign = new WeakMap<Transaction, UnitOfWork>();

/** The unit that a write takes part in, also that of a transaction which domain code has opened itself. */
export function unitOfWrite(sequelize: Sequelize, given: Transaction | null | undefined): UnitOfWork | undefined {
  return unitFor(sequelize, given) ?? (given ? foreignUnit(sequelize, given) : undefined);
}

/** The unit of a transaction, or savepoint, that domain code has opened itself outside of a unit of work. */
function foreignUnit(sequelize: Sequelize, transaction: Transaction): UnitOfWork {
  const { parent } = transaction as BegunTransaction;
  const known = foreign.get(transaction);
  if (known) return known;
  const unit = parent
    ? enterSavepoint(transaction, foreignUnit(sequelize, parent))
    : enterTransaction(sequelize, transaction);
  foreign.set(transaction, unit);
  return unit;
}

/** The work before COMMIT runs when the code commits the transaction. */
function enterTransaction(sequelize: Sequelize, transaction: Transaction): UnitOfWork {
  const unit = new UnitOfWork(sequelize, transaction);
  const { commit } = wrapped(transaction, unit);
  transaction.commit = async () => {
    try {
      releaseSavepoints(unit);
      await unit.beforeCommit();
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      unit.end();
    }
    return commit();
  };
  return unit;
}

/** Makes a savepoint that domain code opens without a callback a unit, until the code commits it or rolls it back. */
export function enterSavepoint(savepoint: Transaction, enclosing: UnitOfWork): UnitOfWork {
  const unit = new UnitOfWork(enclosing.sequelize, savepoint, innermostUnit(), enclosing);
  enclosing.openSavepoints.add(unit);
  const { commit } = wrapped(savepoint, unit);
  savepoint.commit = async () => {
    await commit();
    release(unit);
  };
  return unit;
}

/** Makes a rollback restore the instances, and fail the whole unit if it includes writes of others. */
function wrapped(transaction: Transaction, unit: UnitOfWork): Pick<Transaction, 'commit'> {
  const [commit, rollback] = [transaction.commit.bind(transaction), transaction.rollback.bind(transaction)];
  transaction.rollback = async () => {
    endSavepoints(unit);
    unit.end();
    unit.enclosing?.openSavepoints.delete(unit);
    try {
      await rollback();
    } finally {
      unit.failForLostWrites();
      unit.restoreInstances();
    }
  };
  return { commit };
}

/** The end of a transaction, or of a savepoint, releases the savepoints that are still open inside of it. */
export function releaseSavepoints(unit: UnitOfWork): void {
  for (const open of unit.openSavepoints) release(open);
}

/** A rollback ends the savepoints inside of it, too. */
export function endSavepoints(unit: UnitOfWork): void {
  for (const open of unit.openSavepoints) {
    endSavepoints(open);
    open.end();
  }
  unit.openSavepoints.clear();
}

function release(savepoint: UnitOfWork): void {
  releaseSavepoints(savepoint);
  savepoint.end();
  savepoint.enclosing?.openSavepoints.delete(savepoint);
  savepoint.release();
}
