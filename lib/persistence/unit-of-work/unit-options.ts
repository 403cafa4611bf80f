import type { Transaction, TransactionOptions } from 'sequelize';
import { PersistenceError } from '../errors';
import type { UnitOfWork } from './unit-of-work';

/** From the weakest to the strongest. */
const LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;

export type IsolationLevel = (typeof LEVELS)[number];

/** The options of a unit of work for its transaction. */
export interface UnitOfWorkOptions {
  /** As the server is set up by default. SQLite is always serializable. */
  readonly isolationLevel?: IsolationLevel;
  /** Refuses every write inside the unit, also where it joins one that may write. */
  readonly readOnly?: boolean;
  /**
   * Makes a unit inside a unit a savepoint of it: a throw that is caught between the two rolls back the inner one alone.
   * Without it the inner unit is part of the outer one.
   */
  readonly savepoint?: boolean;
}

/** As Sequelize has them, for a transaction that is opened. */
export function transactionOptions(
  { isolationLevel, readOnly }: UnitOfWorkOptions,
  isSqlite: boolean,
): TransactionOptions & { readOnly?: boolean } {
  if (isSqlite) return readOnly ? { readOnly, type: 'DEFERRED' as Transaction.TYPES } : {};
  return {
    ...(readOnly ? { readOnly } : {}),
    ...(isolationLevel ? { isolationLevel: isolationLevel.toUpperCase() as Transaction.ISOLATION_LEVELS } : {}),
  };
}

/** @throws PersistenceError UNIT_ISOLATION when the surrounding unit may show what the level rules out */
export function verifyJoined({ transaction }: UnitOfWork, asked: UnitOfWorkOptions, isSqlite: boolean): void {
  const { isolationLevel } = asked;
  if (isolationLevel === undefined || isSqlite) return;
  const opened = openedWith(transaction as Opened);
  if (opened !== undefined && LEVELS.indexOf(opened) >= LEVELS.indexOf(isolationLevel)) return;
  throw new PersistenceError('UNIT_ISOLATION', [isolationLevel, opened ? `the level "${opened}"` : 'no level']);
}

function openedWith({ options, parent }: Opened): IsolationLevel | undefined {
  if (parent) return openedWith(parent);
  return options?.isolationLevel?.toLowerCase() as IsolationLevel | undefined;
}

/** The options that Sequelize keeps of a transaction; its types leave them out. */
interface Opened {
  readonly options?: { readonly isolationLevel?: string | null };
  readonly parent?: Opened;
}
