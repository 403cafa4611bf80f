import type { Transaction } from 'sequelize';
import { PersistenceError } from './errors';
import type { DomainSequelize } from './statements/domain-sequelize';
import { innermostUnit } from './unit-of-work/unit-of-work';
import { type UnitOfWorkOptions, verifyUnitOptions } from './unit-of-work/unit-options';

/** The open databases of the process, with their names in messages. */
export const openDatabases = new Map<DomainSequelize, string>();

/**
 * Runs the work in a transaction, which all queries inside it join, or in the current unit of work. Without a current
 * unit, the process must have exactly one open database.
 *
 * After a deadlock or a lock timeout the work is retried, up to five times within two seconds, so it must be repeatable.
 *
 * @example
 * ```ts
 * const total = await unitOfWork(async () => {
 *   await (await Account.one({ code: 'A' })).withdraw(10);
 *   await (await Account.one({ code: 'B' })).deposit(10);
 * });
 * ```
 * @throws PersistenceError UNIT_SOURCE_AMBIGUOUS, UNIT_SOURCE_MISSING, UNIT_ISOLATION
 * @throws CommitOutcomeUnknownError when the connection breaks during COMMIT
 */
export async function unitOfWork<T>(
  work: (transaction: Transaction) => Promise<T>,
  options?: UnitOfWorkOptions,
): Promise<T> {
  verifyUnitOptions(options);
  const current = innermostUnit()?.sequelize as DomainSequelize | undefined;
  return (current ?? onlyOpenDatabase()).unitOfWork(work, options);
}

function onlyOpenDatabase(): DomainSequelize {
  const [first, ...others] = openDatabases.keys();
  if (!first) throw new PersistenceError('UNIT_SOURCE_MISSING', []);
  if (others.length > 0) throw new PersistenceError('UNIT_SOURCE_AMBIGUOUS', [[...openDatabases.values()].join(', ')]);
  return first;
}
