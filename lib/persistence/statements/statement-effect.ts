import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import { statementKind } from '../statement-kind';
import type { StatementEffect } from '../unit-of-work/unit-of-work';

/** Statements that end the transaction on every database; on MariaDB and MySQL, START commits it first. */
const ENDING = new Set(['COMMIT', 'BEGIN', 'START', 'END']);

const TO_SAVEPOINT = /^\s*ROLLBACK\s+(?:WORK\s+)?TO\b/i;

/**
 * The effect of a statement on the transaction of a unit of work.
 *
 * @param sql the first argument of `query`: the text, or an object with the text and its values
 * @throws PersistenceError UNIT_READ_ONLY for a write of a read-only unit, UNIT_ENDED_EARLY for the end of the transaction
 */
export function verifiedEffect(sql: unknown, isReadOnly: boolean, dialect: Dialect): StatementEffect {
  const text = typeof sql === 'string' ? sql : (sql as { readonly query: string }).query;
  const { verb, isReading, isWriting } = statementKind(text, dialect.syntax);
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
  return dialect.transactions.commitsBefore(verb, text);
}
