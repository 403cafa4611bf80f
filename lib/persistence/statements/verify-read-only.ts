import { PersistenceError } from '../errors';

/** The first words of statements that do not write. */
const READING_VERBS = new Set(['SELECT', 'SHOW', 'DESCRIBE', 'EXPLAIN', 'PRAGMA', 'SAVEPOINT', 'ROLLBACK', 'RELEASE']);

/**
 * Rejects a write in a read-only unit of work.
 *
 * @param sql the first argument of `query`: the text, or an object with the text and its values
 * @throws PersistenceError UNIT_READ_ONLY
 */
export function verifyReadOnly(sql: unknown): void {
  const text = typeof sql === 'string' ? sql : (sql as { readonly query: string }).query;
  const verb = /^\w*/.exec(text.trimStart())![0].toUpperCase();
  if (!READING_VERBS.has(verb)) throw new PersistenceError('UNIT_READ_ONLY', [verb || 'a statement']);
}
