import { dialectNamed } from '../../../lib/persistence/dialects/dialect-of';
import { mysql } from '../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';
import { readSqlFile, sqlFileOf, statementsIn } from '../../../lib/persistence/migrations/sql-file';

/** The example of SQLite's documentation, and others whose body has an END of its own. */
const BODIES = [
  "CREATE TRIGGER t BEFORE INSERT ON orders BEGIN SELECT CASE WHEN new.code = ';' THEN RAISE(ABORT, 'no; never') END; END",
  'CREATE TEMP TRIGGER t AFTER UPDATE OF end ON orders WHEN CASE WHEN new.end THEN 1 END BEGIN DELETE FROM a; DELETE FROM b; END',
];

const BODIES_OF_SERVERS = [
  'CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN IF NEW.a THEN SET NEW.b = 1; END IF; SET NEW.c = 2; END',
  'CREATE OR REPLACE DEFINER = `me`@`localhost` TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN SET NEW.b = 1; END',
  "CREATE PROCEDURE p() BEGIN BEGIN SELECT 'it\\'s; one'; END; CASE 1 WHEN 1 THEN SELECT 2; END CASE; SELECT 3; END",
  'CREATE FUNCTION f() RETURNS INT BEGIN WHILE 1 DO LOOP SELECT 1; END LOOP; END WHILE; RETURN 1; END',
];

describe('The statements of a migration', () => {
  it.each([
    ...BODIES.map((body) => ['sqlite', body] as const),
    ...[...BODIES, ...BODIES_OF_SERVERS].map((body) => ['mysql', body] as const),
  ])('do not end inside the body of a trigger or a routine: %s, %s', (dialect, body) => {
    expect(statementsIn(`SELECT 1;\n${body};\nSELECT 2;`, dialectNamed(dialect).syntax)).toEqual([
      'SELECT 1',
      body,
      'SELECT 2',
    ]);
  });

  it('end at semicolons outside of quotes and comments', () => {
    const text = "-- first; of all\nINSERT INTO a VALUES (';'); /* ; */ ;;\nSELECT 1 -- one; only\n;";

    expect(statementsIn(text, sqlite.syntax)).toEqual(["INSERT INTO a VALUES (';')", 'SELECT 1 -- one; only']);
  });

  it('keep the comments of a dump that MariaDB and MySQL carry out, and know their comments with #', () => {
    const text = "/*!40101 SET NAMES utf8mb4 */;\n# it's a comment;\nSELECT 5--1; SELECT '\\';';";

    expect(statementsIn(text, mysql.syntax)).toEqual(['/*!40101 SET NAMES utf8mb4 */', 'SELECT 5--1', "SELECT '\\';'"]);
  });

  it('are read from a file as they were written', () => {
    const [up, down] = [BODIES, ['SELECT 1']];

    expect(readSqlFile(sqlFileOf(up, down, ['one; two']), 'a.sql', sqlite)).toEqual({ up, down });
  });
});
