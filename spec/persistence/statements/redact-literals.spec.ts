import { mysql } from '../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';
import { redactLiterals, redactStatement } from '../../../lib/persistence/statements/redact-literals';

describe('redactLiterals', () => {
  it.each([
    ["SELECT * FROM `a` WHERE `b` = 'x' AND `c` = 1", 'SELECT * FROM `a` WHERE `b` = ? AND `c` = ?'],
    [
      'SELECT t0.`a1` FROM t0 WHERE c2 IN (1,-2.5,.5,1.5e-7,0x1F) LIMIT 3',
      'SELECT t0.`a1` FROM t0 WHERE c2 IN (?,-?,?,?,?) LIMIT ?',
    ],
    ['SELECT "x" /* of ada */ FROM `it\'s` -- 17', "SELECT ?   FROM `it's`  "],
    ["INSERT INTO a VALUES ('it''s','',X'00')", 'INSERT INTO a VALUES (?,?,X?)'],
    ["INSERT INTO a VALUES ('two\nlines'),('cut o", 'INSERT INTO a VALUES (?),(?'],
  ])('replaces each literal by ?, and leaves out comments: %j', (sql, shown) => {
    expect(redactLiterals(sql, sqlite.syntax)).toBe(shown);
    expect(redactLiterals(sql, mysql.syntax)).toBe(shown);
  });

  it('finds the end of a literal in each dialect', () => {
    expect(redactLiterals("VALUES ('a\\', 'secret')", sqlite.syntax)).toBe('VALUES (?, ?)');
    expect(redactLiterals("VALUES ('a\\', secret', 'b\\\\', 1)", mysql.syntax)).toBe('VALUES (?, ?, ?)');
  });

  it('keeps statements that define the schema, but no password', () => {
    expect(redactLiterals("ALTER USER a IDENTIFIED BY 'secret'", mysql.syntax)).toBe('ALTER USER a IDENTIFIED BY ?');
    expect(redactLiterals("CREATE TABLE a (b ENUM('x'))", mysql.syntax)).toBe("CREATE TABLE a (b ENUM('x'))");
  });
});

describe('redactStatement', () => {
  it('cuts the statement after 2,000 characters, and adds how many were left out', () => {
    const short = `SELECT ${'a'.repeat(1993)}`;

    expect(redactStatement(short, sqlite.syntax)).toBe(short);
    expect(redactStatement(`${short}, 'secret'`, sqlite.syntax)).toBe(`${short}… (3 more characters)`);
  });
});
