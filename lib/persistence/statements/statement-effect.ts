import type { Dialect } from '../database-url';
import { PersistenceError } from '../errors';
import { statementKind } from '../statement-kind';
import type { StatementEffect } from '../unit-of-work/unit-of-work';

/** Statements that end the transaction on every database; on MariaDB and MySQL, START commits it first. */
const ENDING = new Set(['COMMIT', 'BEGIN', 'START', 'END']);

/** Statements before which MariaDB and MySQL commit the transaction. */
const COMMITTED_BEFORE = new Set([
  'TRUNCATE',
  'CREATE',
  'ALTER',
  'DROP',
  'RENAME',
  'LOCK',
  'UNLOCK',
  'GRANT',
  'REVOKE',
]);

const OF_TEMPORARY_TABLE = /^\s*(?:CREATE|DROP)\s+TEMPORARY\b/i;
const TO_SAVEPOINT = /^\s*ROLLBACK\s+(?:WORK\s+)?TO\b/i;

/**
 * The effect of a statement on the transaction of a unit of work.
 *
 * @param sql the first argument of `query`: the text, or an object with the text and its values
 * @throws PersistenceError UNIT_READ_ONLY for a write of a read-only unit, UNIT_ENDED_EARLY for the end of the transaction
 */
export function verifiedEffect(sql: unknown, isReadOnly: boolean, dialect: Dialect): StatementEffect {
  const text = typeof sql === 'string' ? sql : (sql as { readonly query: string }).query;
  const { verb, isReading, isWriting } = statementKind(text, dialect);
  if (isReading) return 'read';
  if (verb === 'SAVEPOINT') return 'savepoint';
  if (verb === 'RELEASE' || (verb === 'ROLLBACK' && TO_SAVEPOINT.test(text))) return 'read';
  if (isReadOnly) throw new PersistenceError('UNIT_READ_ONLY', [verb || 'a statement']);
  if (!isWriting && endsTransaction(verb, text, dialect)) throw new PersistenceError('UNIT_ENDED_EARLY', [verb]);
  return 'write';
}

/** @param sql as of {@link verifiedEffect} */
export function textOf(sql: unknown): string {
  return typeof sql === 'string' ? sql : (sql as { readonly query: string }).query;
}

function endsTransaction(verb: string, text: string, dialect: Dialect): boolean {
  if (ENDING.has(verb) || verb === 'ROLLBACK') return true;
  return dialect === 'mysql' && COMMITTED_BEFORE.has(verb) && !OF_TEMPORARY_TABLE.test(text);
}
