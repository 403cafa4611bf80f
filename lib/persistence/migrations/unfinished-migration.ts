import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import type { SchemaConnection } from '../schema/execution/schema-connection';
import { CLAIM_TABLE, deleteClaim, hasEnded, processOf, readClaim, type StoredClaim } from './claim-table';
import { sameMigration } from './migration-names';
import { type Direction, hasTable, recordMigration } from './migration-table';

/** A migration that another process runs, or that did not end. */
export interface UnfinishedMigration {
  readonly name: string;
  readonly direction: Direction;
  readonly state: 'running' | 'interrupted' | 'failed';
  /** The host and the process id. */
  readonly process: string;
  /** The number of its last statement; 0 before the first, and on SQLite. */
  readonly statementNumber: number;
  /** The beginning of its last statement. */
  readonly statement: string;
  /** The error of the last statement, if it has failed. */
  readonly failure?: string;
}

/** Undefined if no migration runs, and none is interrupted. */
export async function readUnfinished(
  connection: SchemaConnection,
  dialect: Dialect,
): Promise<UnfinishedMigration | undefined> {
  const claim = await storedClaim(connection, dialect);
  if (!claim) return undefined;
  if (!dialect.transactions.hasOneWriter || !hasEnded(claim)) return unfinishedIn(claim, hasEnded(claim));
  const isWritten = await isBeingWritten(connection, dialect);
  const latest = await readClaim(connection, dialect);
  return latest && unfinishedIn(latest, hasEnded(latest) && !isWritten);
}

/** Whether a transaction of the one writer is open: during a migration its process cannot renew the claim. */
async function isBeingWritten(connection: SchemaConnection, { transactions }: Dialect): Promise<boolean> {
  try {
    if (transactions.waitAtMost) await connection.query(transactions.waitAtMost(0));
    await connection.query(transactions.begin);
    await connection.query('ROLLBACK');
    return false;
  } catch {
    return true;
  }
}

/** @throws PersistenceError MIGRATION_NOT_INTERRUPTED */
export async function resolveMigration(
  connection: SchemaConnection,
  dialect: Dialect,
  name: string,
  outcome: 'undone' | 'done',
): Promise<void> {
  const claim = await storedClaim(connection, dialect);
  const interrupted = claim && hasEnded(claim) ? claim.migration : undefined;
  if (!claim || interrupted === undefined || !sameMigration(interrupted, name)) {
    throw new PersistenceError('MIGRATION_NOT_INTERRUPTED', [name, interrupted ?? 'none']);
  }
  // In this order, so that it is never run again if this process ends in between.
  if (outcome === 'done') await recordMigration(connection, interrupted, claim.direction);
  await deleteClaim(connection, claim.owner);
}

async function storedClaim(connection: SchemaConnection, dialect: Dialect): Promise<StoredClaim | undefined> {
  return (await hasTable(connection, dialect, CLAIM_TABLE)) ? readClaim(connection, dialect) : undefined;
}

/** Undefined between two migrations. */
function unfinishedIn(claim: StoredClaim, isOver: boolean): UnfinishedMigration | undefined {
  const { migration: name, direction, statementNumber, statement, failure } = claim;
  if (name === undefined) return undefined;
  const state = failure !== undefined ? 'failed' : isOver ? 'interrupted' : 'running';
  return {
    name,
    direction,
    state,
    process: processOf(claim),
    statementNumber,
    statement,
    ...(failure !== undefined && { failure }),
  };
}

/** Whether the last statement of a migration was carried out; `unknown` if nobody was told. */
export type Outcome = 'failed' | 'done' | 'unknown';

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  failed: '',
  done: 'It was carried out. ',
  unknown: 'It may have been carried out, or not. ',
};

/**
 * The state of a migration on a database that commits each statement, and what to do about it.
 *
 * @param number the number of its last statement
 */
export function stateOf(name: string, direction: Direction, number: number, outcome: Outcome): string {
  return `${OUTCOMES[outcome]}${statementsBefore(number - 1)}Look at the tables. Then undo the changes by hand and run "koaggregate migrate resolve ${name} --undone", or carry out the rest of ${direction} by hand and run "koaggregate migrate resolve ${name} --done".`;
}

function statementsBefore(count: number): string {
  if (count === 0) return '';
  const stay = count === 1 ? 'The statement before this one stays' : `The ${count} statements before this one stay`;
  return `${stay}, since this database commits each statement. `;
}

/** The error for a migration that has neither ended nor been rolled back. */
export function interruptedError(claim: StoredClaim, file: string): PersistenceError {
  const { migration = '', direction, failure, statementNumber: number, statement } = claim;
  const reason = failure ?? `its process (${processOf(claim)}) ended`;
  const state = stateOf(migration, direction, number, failure === undefined ? 'unknown' : 'failed');
  return new PersistenceError('MIGRATION_INTERRUPTED', [file, direction, reason, String(number), statement, state]);
}
