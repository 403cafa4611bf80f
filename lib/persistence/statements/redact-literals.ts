import type { SqlRules } from '../sql-tokens';

const DEFINES_SCHEMA = /^\s*(CREATE|ALTER|DROP)\b/i;

const MAX_LENGTH = 2000;

/** The statement for an error message: without its literals, and cut to a readable length. */
export function redactStatement(sql: string, rules: SqlRules): string {
  const redacted = redactLiterals(sql, rules);
  const more = redacted.length - MAX_LENGTH;
  return more > 0 ? `${redacted.slice(0, MAX_LENGTH)}… (${more} more characters)` : redacted;
}

/** Replaces every string literal by `?`, since it may be a password or personal data. */
export function redactLiterals(sql: string, rules: SqlRules): string {
  if (DEFINES_SCHEMA.test(sql)) return sql;
  let redacted = '';
  let at = 0;
  for (let quote = sql.indexOf("'"); quote >= 0; quote = sql.indexOf("'", at)) {
    redacted += `${sql.slice(at, quote)}?`;
    at = endOfLiteral(sql, quote, rules);
  }
  return redacted + sql.slice(at);
}

/** The index after the closing quote, or the end of a truncated literal. Only MySQL has backslash escapes. */
function endOfLiteral(sql: string, quote: number, rules: SqlRules): number {
  for (let at = quote + 1; at < sql.length; at++) {
    const isDoubled = sql[at] === "'" && sql[at + 1] === "'";
    if (isDoubled || (sql[at] === '\\' && rules.hasBackslashEscapes)) at++;
    else if (sql[at] === "'") return at + 1;
  }
  return sql.length;
}
