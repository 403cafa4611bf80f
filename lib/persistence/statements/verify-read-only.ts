import type { Dialect } from '../database-url';
import { PersistenceError } from '../errors';
import { statementKind } from '../statement-kind';

/** Statements that begin and end a savepoint. */
const OF_SAVEPOINTS = new Set(['SAVEPOINT', 'ROLLBACK', 'RELEASE']);

/**
 * Rejects a write in a read-only unit of work.
 *
 * @param sql the first argument of `query`: the text, or an object with the text and its values
 * @throws PersistenceError UNIT_READ_ONLY
 */
export function verifyReadOnly(sql: unknown, dialect: Dialect): void {
  const text = typeof sql === 'string' ? sql : (sql as { readonly query: string }).query;
  const { verb, isReading } = statementKind(text, dialect);
  if (!isReading && !OF_SAVEPOINTS.has(verb)) throw new PersistenceError('UNIT_READ_ONLY', [verb || 'a statement']);
}
