import type { Transaction } from 'sequelize';
import type { Syntax, Transactions } from './dialect';
import { comparison } from './servers/comparison';
import { driver } from './servers/driver';
import { errors } from './servers/errors';
import { schema } from './servers/schema';
import { SERVER_WORDS } from './servers/table-words';
import { values } from './servers/values';

const syntax: Omit<Syntax, 'boundPlanning'> = {
  hasBackslashEscapes: true,
  carriesOutComments: true,
  // A comment may begin with `#`, and one with `--` needs a blank.
  isLineComment: (text, index) =>
    text[index] === '#' || (text.startsWith('--', index) && /^\s?$/.test(text.charAt(index + 2))),
  quote: SERVER_WORDS.quote,
  textOf: (sql) => `CAST(${sql} AS CHAR)`,
  bytesOf: (sql, isText) => (isText ? `CAST(CONVERT(${sql} USING utf8mb4) AS BINARY)` : sql),
  joinTexts: (texts, between) => `CONCAT(${texts.join(`, ${between}, `)})`,
  rowsOf: (literals) => literals.map((literal) => `SELECT ${literal}`).join(' UNION ALL '),
  onTaken(_, changes, condition) {
    const set = Object.entries(changes).map(([column, value]) => {
      return `${column} = ${condition === undefined ? value : `IF(${condition}, ${value}, ${column})`}`;
    });
    return `ON DUPLICATE KEY UPDATE ${set.join(', ')}`;
  },
  deleteFrom: (table, alias) => `DELETE ${alias} FROM ${table} AS ${alias}`,
  // Neither quotes nor backslashes nor control characters.
  plainText: /^[ !#-&(-[\]-\uffff]*$/,
  nowMs: "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)",
  boundLockWait: (sql) => sql,
};

const COMMITTING = new Set(['TRUNCATE', 'CREATE', 'ALTER', 'DROP', 'RENAME', 'LOCK', 'UNLOCK', 'GRANT', 'REVOKE']);
const OF_TEMPORARY_TABLE = /^\s*(?:CREATE|DROP)\s+TEMPORARY\b/i;

const transactions: Transactions = {
  hasOneWriter: false,
  isSerializable: false,
  options: ({ isolationLevel, readOnly }) => ({
    ...(readOnly ? { readOnly } : {}),
    ...(isolationLevel ? { isolationLevel: isolationLevel.toUpperCase() as Transaction.ISOLATION_LEVELS } : {}),
  }),
  begin: 'START TRANSACTION',
  beginReading: 'START TRANSACTION READ ONLY;',
  staysOpenAfterCommit: false,
  commitsBefore: (verb, sql) => COMMITTING.has(verb) && !OF_TEMPORARY_TABLE.test(sql),
  shareClause: ' LOCK IN SHARE MODE',
  updateClause: ' FOR UPDATE',
  // From MariaDB 12 on a word.
  isReadOnly: "SELECT @@global.read_only NOT IN ('0', 'OFF') AS isReadOnly",
  foreignKeys: { off: 'SET FOREIGN_KEY_CHECKS = 0', on: 'SET FOREIGN_KEY_CHECKS = 1' },
  laterKeys: { off: 'SET FOREIGN_KEY_CHECKS = 0', on: 'SET FOREIGN_KEY_CHECKS = 1' },
};

/** What MariaDB and MySQL have in common. */
export const servers = { name: 'mysql', syntax, driver, values, comparison, transactions, schema, errors } as const;
