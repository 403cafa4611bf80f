import { mysql } from '../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';
import { redactLiterals, redactStatement } from '../../../lib/persistence/statements/redact-literals';

describe('redactLiterals', () => {
  it.each([
    ["SELECT * FROM `a` WHERE `b` = 'x' AND `c` = 1", 'SELECT * FROM `a` WHERE `b` = ? AND `c` = 1'],
    ["INSERT INTO a VALUES ('it''s','',X'00')", 'INSERT INTO a VALUES (?,?,X?)'],
    ["INSERT INTO a VALUES ('two\nlines'),('cut o", 'INSERT INTO a VALUES (?),(?'],
  ])('replaces each string literal by ?: %j', (sql, shown) => {
    expect(redactLiterals(sql, sqlite.syntax)).toBe(shown);
    expect(redactLiterals(sql, mysql.syntax)).toBe(shown);
  });

  it('finds the end of a literal in each dialect', () => {
    expect(redactLiterals("VALUES ('a\\', 'secret')", sqlite.syntax)).toBe('VALUES (?, ?)');
    expect(redactLiterals("VALUES ('a\\', secret', 'b\\\\', 1)", mysql.syntax)).toBe('VALUES (?, ?, 1)');
  });

  it('keeps statements that define the schema', () => {
    expect(redactLiterals("CREATE TABLE a (b ENUM('x'))", mysql.syntax)).toBe("CREATE TABLE a (b ENUM('x'))");
  });
});

describe('redactStatement', () => {
  it('cuts the statement after 2,000 characters, and adds how many were left out', () => {
    const short = `SELECT ${'1'.repeat(1993)}`;

    expect(redactStatement(short, sqlite.syntax)).toBe(short);
    expect(redactStatement(`${short}, 'secret'`, sqlite.syntax)).toBe(`${short}… (3 more characters)`);
  });
});
