import { redactLiterals, redactStatement } from '../../../lib/persistence/statements/redact-literals';

describe('A statement for the log', () => {
  it.each([
    ["SELECT * FROM `a` WHERE `b` = 'x' AND `c` = 1", 'SELECT * FROM `a` WHERE `b` = ? AND `c` = 1'],
    ["INSERT INTO a VALUES ('it''s','',X'00')", 'INSERT INTO a VALUES (?,?,X?)'],
    ["INSERT INTO a VALUES ('two\nlines'),('cut o", 'INSERT INTO a VALUES (?),(?'],
  ])('has ? for each text: %j', (sql, shown) => {
    expect(redactLiterals(sql, 'sqlite')).toBe(shown);
    expect(redactLiterals(sql, 'mysql')).toBe(shown);
  });

  it('knows where a text ends in each dialect', () => {
    expect(redactLiterals("VALUES ('a\\', 'secret')", 'sqlite')).toBe('VALUES (?, ?)');
    expect(redactLiterals("VALUES ('a\\', secret', 'b\\\\', 1)", 'mysql')).toBe('VALUES (?, ?, 1)');
  });

  it('keeps what defines the schema', () => {
    expect(redactLiterals("CREATE TABLE a (b ENUM('x'))", 'mysql')).toBe("CREATE TABLE a (b ENUM('x'))");
  });
});

describe('The statement of an error', () => {
  it('is cut off behind 2,000 characters, and says how many are left out', () => {
    const short = `SELECT ${'1'.repeat(1993)}`;

    expect(redactStatement(short, 'sqlite')).toBe(short);
    expect(redactStatement(`${short}, 'secret'`, 'sqlite')).toBe(`${short}… (3 more characters)`);
  });
});
