import type { Dialect } from '../database-url';
import { PersistenceError } from '../errors';
import { statementKind } from '../statement-kind';
import type { StatementEffect } from '../unit-of-work/unit-of-work';

/** Statements that end a savepoint. */
const ENDS = new Set(['ROLLBACK', 'RELEASE']);

/** @param sql the first argument of `query`: the text, or an object with the text and its values */
export function effectOf(sql: unknown, dialect: Dialect): StatementEffect {
  const { verb, isReading } = kindOf(sql, dialect);
  if (verb === 'SAVEPOINT') return 'savepoint';
  return isReading || ENDS.has(verb) ? 'read' : 'write';
}

/**
 * Rejects a write in a read-only unit of work.
 *
 * @param sql as of {@link effectOf}
 * @throws PersistenceError UNIT_READ_ONLY
 */
export function verifyReadOnly(sql: unknown, dialect: Dialect): void {
  if (effectOf(sql, dialect) !== 'write') return;
  throw new PersistenceError('UNIT_READ_ONLY', [kindOf(sql, dialect).verb || 'a statement']);
}

function kindOf(sql: unknown, dialect: Dialect): ReturnType<typeof statementKind> {
  return statementKind(typeof sql === 'string' ? sql : (sql as { readonly query: string }).query, dialect);
}
