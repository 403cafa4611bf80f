import type { Dialect } from '../database-url';

const DEFINES_SCHEMA = /^\s*(CREATE|ALTER|DROP)\b/i;

const LONGEST_SHOWN = 2000;

/** The statement of an error: without the texts in it, and no longer than somebody reads. */
export function redactStatement(sql: string, dialect: Dialect): string {
  const shown = redactLiterals(sql, dialect);
  const more = shown.length - LONGEST_SHOWN;
  return more > 0 ? `${shown.slice(0, LONGEST_SHOWN)}… (${more} more characters)` : shown;
}

/** A statement for a log: with `?` for every text in it, which may be a password or the like. */
export function redactLiterals(sql: string, dialect: Dialect): string {
  if (DEFINES_SCHEMA.test(sql)) return sql;
  let shown = '';
  let at = 0;
  for (let quote = sql.indexOf("'"); quote >= 0; quote = sql.indexOf("'", at)) {
    shown += `${sql.slice(at, quote)}?`;
    at = endOfLiteral(sql, quote, dialect);
  }
  return shown + sql.slice(at);
}

/** Behind the closing quote, or the end of a text that is cut off; MySQL takes a backslash for an escape, SQLite for itself. */
function endOfLiteral(sql: string, quote: number, dialect: Dialect): number {
  for (let at = quote + 1; at < sql.length; at++) {
    const isDoubled = sql[at] === "'" && sql[at + 1] === "'";
    if (isDoubled || (sql[at] === '\\' && dialect === 'mysql')) at++;
    else if (sql[at] === "'") return at + 1;
  }
  return sql.length;
}
