import type { Transaction, TransactionOptions } from 'sequelize';
import { checkOptions, type OptionKinds } from '../../foundation';
import { PersistenceError } from '../errors';
import type { BegunTransaction } from '../sequelize/transaction';
import type { UnitOfWork } from './unit-of-work';

/** From the weakest to the strongest. */
const LEVELS: readonly IsolationLevel[] = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'];

export type IsolationLevel = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable';

/** The options of a unit of work. */
export interface UnitOfWorkOptions {
  /** The default of the server when absent. SQLite is always serializable. */
  readonly isolationLevel?: IsolationLevel;
  /** Rejects every write inside the unit, even if it joins one that may write. */
  readonly readOnly?: boolean;
  /**
   * Makes a nested unit a savepoint: an error that is caught outside of it rolls back the nested unit only. Otherwise the
   * nested unit is part of the outer one.
   */
  readonly savepoint?: boolean;
}

const OPTIONS = { isolationLevel: 'any', readOnly: 'flag', savepoint: 'flag' } satisfies OptionKinds<UnitOfWorkOptions>;

/** @throws OptionError for options of domain code that have no effect */
export function verifyUnitOptions(options: UnitOfWorkOptions | undefined): void {
  if (options) checkOptions(options, OPTIONS, 'unitOfWork()');
}

/** The options of Sequelize for a savepoint, which has the isolation level of its transaction. */
export function savepointOptions({ readOnly }: UnitOfWorkOptions): TransactionOptions & { readOnly?: boolean } {
  return readOnly ? { readOnly } : {};
}

/** Gives a transaction that has not begun the isolation level of a unit inside it, if that is stronger. */
export function raiseLevel(standIn: Transaction, { isolationLevel }: UnitOfWorkOptions): void {
  const { options } = standIn as BegunTransaction;
  const level = openedWith(standIn as BegunTransaction);
  if (!isolationLevel || !level || LEVELS.indexOf(isolationLevel) <= LEVELS.indexOf(level)) return;
  options.isolationLevel = isolationLevel.toUpperCase();
}

/** The isolation level with which a transaction is to begin. */
export function levelOf(standIn: Transaction): TransactionOptions {
  const { isolationLevel } = (standIn as BegunTransaction).options;
  return isolationLevel ? { isolationLevel: isolationLevel as Transaction.ISOLATION_LEVELS } : {};
}

/** @throws PersistenceError UNIT_ISOLATION when the surrounding unit has a weaker isolation level */
export function verifyJoined({ transaction }: UnitOfWork, { isolationLevel }: UnitOfWorkOptions): void {
  if (isolationLevel === undefined) return;
  const opened = openedWith(transaction as BegunTransaction);
  if (opened !== undefined && LEVELS.indexOf(opened) >= LEVELS.indexOf(isolationLevel)) return;
  throw new PersistenceError('UNIT_ISOLATION', [isolationLevel, opened ? `the level "${opened}"` : 'no level']);
}

function openedWith({ options, parent }: BegunTransaction): IsolationLevel | undefined {
  if (parent) return openedWith(parent);
  return options.isolationLevel?.toLowerCase() as IsolationLevel | undefined;
}
