import { type SqlRules, sqlTokens } from '../sql-tokens';

/** Such a statement has no values of rows, but may have the password of an account. */
const DEFINES_SCHEMA = /^\s*(?:CREATE|ALTER|DROP)\b(?!\s+USER\b)/i;

/** A number that is not part of a name. */
const NUMBER = /(?<![\w$])\.?\d[\w.]*(?:(?<=[eE])[+-]\d+)?/g;

const MAX_LENGTH = 2000;

/** The statement for an error message: without its literals, and cut to a readable length. */
export function redactStatement(sql: string, rules: SqlRules): string {
  const redacted = redactLiterals(sql, rules);
  const more = redacted.length - MAX_LENGTH;
  return more > 0 ? `${redacted.slice(0, MAX_LENGTH)}… (${more} more characters)` : redacted;
}

/**
 * Replaces every literal by `?`, since it may be a password, personal data or a key, and leaves out comments. The only
 * place that does, for errors, the log of statements and traces.
 */
export function redactLiterals(sql: string, rules: SqlRules): string {
  if (DEFINES_SCHEMA.test(sql)) return sql;
  let redacted = '';
  /** Where the last literal ends: another one that begins there is its continuation, after a doubled quote. */
  let end = -1;
  for (const { kind, text, start } of sqlTokens(sql, rules)) {
    if (kind === 'code') redacted += text.replace(NUMBER, '?');
    else if (kind === 'comment') redacted += ' ';
    else if (text.startsWith('`')) redacted += text;
    else {
      if (start !== end) redacted += '?';
      end = start + text.length;
    }
  }
  return redacted;
}
