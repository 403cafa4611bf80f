import type { Dialect } from './database-url';

/** A text in quotes, also one that is cut off; MySQL takes a backslash for an escape, SQLite for itself. */
const LITERAL: Readonly<Record<Dialect, RegExp>> = {
  mysql: /'(?:[^'\\]|''|\\.)*(?:'|$)/gs,
  sqlite: /'(?:[^']|'')*(?:'|$)/g,
};
const DEFINES_SCHEMA = /^\s*(CREATE|ALTER|DROP)\b/i;

/** A statement for a log: with `?` for every text in it, which may be a password or the like. */
export function withoutLiterals(sql: string, dialect: Dialect): string {
  return DEFINES_SCHEMA.test(sql) ? sql : sql.replace(LITERAL[dialect], '?');
}

interface DatabaseError {
  sql?: unknown;
  parameters?: unknown;
  readonly parent?: unknown;
}

/** Takes the values off the error of a statement, and off what led to it: an error is logged with all that it has. */
export function hideValues(error: unknown, dialect: Dialect): void {
  if (typeof error !== 'object' || error === null) return;
  const failed = error as DatabaseError;
  delete failed.parameters;
  if (typeof failed.sql === 'string') failed.sql = withoutLiterals(failed.sql, dialect);
  if (failed.parent !== error) hideValues(failed.parent, dialect);
}
