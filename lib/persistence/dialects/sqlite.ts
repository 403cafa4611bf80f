import { STANDARD_SQL } from '../sql-tokens';
import type { Dialect, Syntax, Transactions } from './dialect';
import { comparison } from './sqlite/comparison';
import { driver } from './sqlite/driver';
import { errors } from './sqlite/errors';
import { fullText } from './sqlite/full-text';
import { schema } from './sqlite/schema';
import { SQLITE_WORDS } from './sqlite/table-words';
import { values } from './sqlite/values';

const syntax: Syntax = {
  ...STANDARD_SQL,
  quote: SQLITE_WORDS.quote,
  textOf: (sql) => `CAST(${sql} AS TEXT)`,
  bytesOf: (sql) => `CAST(${sql} AS BLOB)`,
  joinTexts: (texts, between) => texts.join(` || ${between} || `),
  // The number of SELECTs is limited, but not that of VALUES.
  rowsOf: (literals) => `VALUES ${literals.map((literal) => `(${literal})`).join(', ')}`,
  onTaken(key, changes, condition) {
    const set = Object.entries(changes).map(([column, value]) => `${column} = ${value}`);
    const where = condition === undefined ? '' : ` WHERE ${condition}`;
    return `ON CONFLICT (${SQLITE_WORDS.quote(key)}) DO UPDATE SET ${set.join(', ')}${where}`;
  },
  deleteFrom: (table, alias) => `DELETE FROM ${table} AS ${alias}`,
  plainText: /^[^']*$/,
  nowMs: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
  boundPlanning: (select) => select,
  boundLockWait: (sql) => sql,
};

const transactions: Transactions = {
  hasOneWriter: true,
  isSerializable: true,
  options: ({ readOnly }) => (readOnly ? { readOnly, type: 'DEFERRED' as never } : {}),
  begin: 'BEGIN IMMEDIATE',
  staysOpenAfterCommit: true,
  commitsBefore: () => false,
  shareClause: '',
  updateClause: '',
  waitAtMost: (ms) => `PRAGMA busy_timeout = ${ms}`,
  foreignKeys: { off: 'PRAGMA foreign_keys = OFF', on: 'PRAGMA foreign_keys = ON' },
  laterKeys: { off: 'PRAGMA defer_foreign_keys = ON', on: 'PRAGMA defer_foreign_keys = OFF' },
};

export const sqlite: Dialect = {
  name: 'sqlite',
  system: 'sqlite',
  syntax,
  driver,
  values,
  comparison,
  transactions,
  schema,
  fullText,
  errors,
};
