import type { Transaction } from 'sequelize';
import { PersistenceError } from './errors';
import type { DomainSequelize } from './statements/domain-sequelize';
import { innermostUnit } from './unit-of-work/unit-of-work';
import type { UnitOfWorkOptions } from './unit-of-work/unit-options';

/** The databases that the process has open, and what they are called in messages. */
export const openDatabases = new Map<DomainSequelize, string>();

/**
 * Runs the work in one transaction that all active-record calls made inside it take part in: of the database of the unit
 * of work that surrounds the caller, which is joined, else of the one that the process has open.
 *
 * It is run again, as a whole, up to five times within two seconds, when the database ends the transaction for the sake
 * of others (deadlock, lock timeout), so it must be repeatable.
 *
 * @example
 * ```ts
 * const total = await unitOfWork(async () => {
 *   await (await Account.one({ code: 'A' })).withdraw(10);
 *   await (await Account.one({ code: 'B' })).deposit(10);
 * });
 * ```
 * @throws PersistenceError UNIT_SOURCE_AMBIGUOUS, UNIT_SOURCE_MISSING, UNIT_ISOLATION
 * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
 */
export async function unitOfWork<T>(
  work: (transaction: Transaction) => Promise<T>,
  options?: UnitOfWorkOptions,
): Promise<T> {
  const surrounding = innermostUnit()?.sequelize as DomainSequelize | undefined;
  return (surrounding ?? onlyOpen()).unitOfWork(work, options);
}

function onlyOpen(): DomainSequelize {
  const [first, ...others] = openDatabases.keys();
  if (!first) throw new PersistenceError('UNIT_SOURCE_MISSING', []);
  if (others.length > 0) throw new PersistenceError('UNIT_SOURCE_AMBIGUOUS', [[...openDatabases.values()].join(', ')]);
  return first;
}
