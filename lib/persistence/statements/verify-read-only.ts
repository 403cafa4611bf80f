import { PersistenceError } from '../errors';

/** The first words of statements that write nothing. */
const READING = new Set(['SELECT', 'SHOW', 'DESCRIBE', 'EXPLAIN', 'PRAGMA', 'SAVEPOINT', 'ROLLBACK', 'RELEASE']);

/**
 * For a statement of a unit of work that is read-only.
 *
 * @param sql as Sequelize is given it: its text, or an object with the text and its values
 * @throws PersistenceError UNIT_READ_ONLY
 */
export function verifyReadOnly(sql: unknown): void {
  const text = typeof sql === 'string' ? sql : (sql as { readonly query: string }).query;
  const verb = /^\w*/.exec(text.trimStart())![0].toUpperCase();
  if (!READING.has(verb)) throw new PersistenceError('UNIT_READ_ONLY', [verb || 'a statement']);
}
