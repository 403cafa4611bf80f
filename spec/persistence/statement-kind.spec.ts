import { dialectNamed } from '../../lib/persistence/dialects/dialect-of';
import { mysql } from '../../lib/persistence/dialects/mysql';
import { sqlite } from '../../lib/persistence/dialects/sqlite';
import { statementKind } from '../../lib/persistence/statement-kind';

const WRITING = ['INSERT', 'UPDATE', 'DELETE', 'REPLACE'];

const READ_BY_BOTH = [
  'SELECT 1',
  '  select * FROM orders FOR UPDATE',
  '(SELECT 1)',
  '((SELECT 1) UNION (SELECT 2))',
  '/* delete */ SELECT 1',
  '-- DELETE FROM orders\nSELECT 1',
  'VALUES (1), (2)',
  "WITH a AS (SELECT 'DELETE' AS word) SELECT * FROM a",
  'WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a), b AS (SELECT 2) SELECT * FROM a, b',
  'WITH a AS (SELECT 1) (SELECT * FROM a)',
  'WITH a AS (SELECT 1) VALUES (1)',
  "with `delete` as (select replace('a', 'b', 'c')) select * from `delete`",
  'EXPLAIN DELETE FROM orders',
  'EXPLAIN ANALYZE SELECT 1',
  'SHOW TABLES',
  'DESCRIBE orders',
];

const WRITTEN_BY_BOTH: readonly (readonly [string, string])[] = [
  ['DELETE FROM orders', 'DELETE'],
  ['/* keys */ INSERT INTO orders (id) VALUES (1) RETURNING id', 'INSERT'],
  ['-- SELECT\nUPDATE orders SET code = 1', 'UPDATE'],
  ['WITH a AS (SELECT 1) DELETE FROM orders', 'DELETE'],
  ["WITH a AS (SELECT ')' AS b) UPDATE orders SET code = 1", 'UPDATE'],
  ['WITH a (SELECT) AS (SELECT 1), b AS (SELECT 2) INSERT INTO orders SELECT * FROM a', 'INSERT'],
  ['WITH a AS (SELECT 1) REPLACE INTO orders SELECT * FROM a', 'REPLACE'],
  ['WITH a AS (SELECT 1)', ''],
  ['EXPLAIN ANALYZE DELETE FROM orders', 'DELETE'],
  ['EXPLAIN ANALYZE WITH a AS (SELECT 1) UPDATE orders SET code = 1', 'UPDATE'],
  ['CREATE TABLE orders (id INT)', 'CREATE'],
  ['CALL remove_orders()', 'CALL'],
  ["'SELECT'", ''],
  ['', ''],
  ['(', ''],
];

describe.each(['sqlite', 'mysql'] as const)('The kind of a statement of %s', (dialect) => {
  it.each(READ_BY_BOTH)('reads: %s', (sql) => {
    expect(statementKind(sql, dialectNamed(dialect).syntax)).toMatchObject({ isReading: true });
  });

  it.each(WRITTEN_BY_BOTH)('does not only read: %s', (sql, verb) => {
    expect(statementKind(sql, dialectNamed(dialect).syntax)).toEqual({
      verb,
      isReading: false,
      isWriting: WRITING.includes(verb),
    });
  });
});

describe('The kind of a statement of one database', () => {
  it.each([
    ['PRAGMA table_info(orders)', true],
    ['PRAGMA main.foreign_key_check;', true],
    ['PRAGMA user_version', true],
    ['PRAGMA user_version = 5', false],
    ['PRAGMA main.user_version(5)', false],
    ['WITH desc AS (SELECT 1) DELETE FROM orders', false],
    ['WITH explain AS (SELECT 1) SELECT * FROM explain', true],
    ['SELECT 1 --1\n', true],
  ])('SQLite: %s', (sql, isReading) => {
    expect(statementKind(sql, sqlite.syntax).isReading).toBe(isReading);
  });

  it.each([
    ['# DELETE\nSELECT 1', true],
    ['WITH a AS (SELECT 2--1 AS b) SELECT * FROM a', true],
    ["WITH a AS (SELECT '\\') DELETE' AS b) SELECT * FROM a", true],
    ['/*! DELETE FROM orders */', false],
    ['/*M! SELECT 1 */', false],
    ['WITH a AS (SELECT 1) /*! DELETE FROM orders */ SELECT 1', false],
    ['TABLE orders', true],
    ['DESC orders', true],
    ['SET STATEMENT max_statement_time = 1 FOR SELECT 1', true],
    ['SET STATEMENT max_statement_time = 1 FOR DELETE FROM orders', false],
    ['SET STATEMENT max_statement_time = 1', false],
    ['SET autocommit = 1', false],
  ])('MariaDB and MySQL: %s', (sql, isReading) => {
    expect(statementKind(sql, mysql.syntax).isReading).toBe(isReading);
  });
});
