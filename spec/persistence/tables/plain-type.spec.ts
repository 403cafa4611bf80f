import { exactType, familyOf, isNarrower, plainType } from '../../../lib/persistence/tables/plain-type';

/** The types that a model writes, with those that MariaDB and MySQL show for such a column. */
const SHOWN: readonly (readonly [written: string, ...shown: string[]])[] = [
  ['VARCHAR(255)', 'varchar(255)'],
  ['VARCHAR(20) BINARY', 'varchar(20)'],
  ['CHAR(36) BINARY', 'char(36)'],
  ['INTEGER', 'int(11)', 'int'],
  ['INTEGER(11)', 'int(11)', 'int'],
  ['INTEGER UNSIGNED', 'int(10) UNSIGNED', 'int unsigned'],
  ['INTEGER(10) UNSIGNED ZEROFILL', 'int(10) unsigned zerofill'],
  ['BIGINT', 'bigint(20)', 'bigint'],
  ['BIGINT(20)', 'bigint(20)', 'bigint'],
  ['TINYINT(1)', 'tinyint(1)', 'tinyint(4)', 'tinyint'],
  ['DECIMAL', 'decimal(10,0)'],
  ['DECIMAL UNSIGNED', 'decimal(10,0) unsigned'],
  ['DECIMAL(12)', 'decimal(12,0)'],
  ['DECIMAL(12, 2)', 'decimal(12,2)'],
  ['DECIMAL(12,2) UNSIGNED', 'decimal(12,2) UNSIGNED'],
  ['REAL', 'double'],
  ['REAL UNSIGNED', 'double unsigned'],
  ['REAL(10,2)', 'double(10,2)'],
  ['DOUBLE PRECISION', 'double'],
  ['DOUBLE PRECISION(10,2)', 'double(10,2)'],
  ['DOUBLE PRECISION UNSIGNED', 'double UNSIGNED'],
  ['FLOAT', 'float'],
  ['FLOAT(24)', 'float'],
  ['FLOAT(25)', 'double'],
  ['FLOAT(30) UNSIGNED', 'double unsigned'],
  ['FLOAT(11,2)', 'float(11,2)'],
  ['JSON', 'longtext', 'json'],
  ['DATETIME', 'datetime', 'timestamp', 'datetime(3)', 'timestamp(6)'],
  ['TIME', 'time', 'time(3)'],
  ['YEAR', 'year(4)', 'year'],
  ['BIT', 'bit(1)'],
  ['BIT(8)', 'bit(8)'],
  ['BINARY', 'binary(1)'],
  ['VARBINARY(16)', 'varbinary(16)'],
  ["ENUM('a', 'b')", "enum('a','b')"],
  ["ENUM('it''s', 'a,b')", "enum('it''s','a,b')"],
];

describe('The plain spelling of a type', () => {
  it.each(SHOWN)('is the same for %s and all that a server shows for it', (written, ...shown) => {
    expect(shown.map(plainType)).toEqual(shown.map(() => plainType(written)));
  });

  it.each([
    ['NUMERIC(8,2)', 'DECIMAL(8, 2)'],
    ['integer', 'INT'],
    ['Real', 'double precision'],
    ['timestamp', 'DATETIME'],
  ])('is the same for %s and %s, which tables of SQLite have', (first, second) => {
    expect(plainType(first)).toBe(plainType(second));
  });

  it.each([
    ['INT', 'INT UNSIGNED'],
    ['INT', 'BIGINT'],
    ['FLOAT', 'DOUBLE'],
    ['FLOAT(24)', 'FLOAT(25)'],
    ['DECIMAL', 'DECIMAL(10,2)'],
    ['VARCHAR(20)', 'VARCHAR(21)'],
    ['VARCHAR(20)', 'CHAR(20)'],
    ['BINARY(16)', 'VARBINARY(16)'],
    ['TEXT', 'LONGTEXT'],
    ['DATETIME', 'DATE'],
    ["ENUM('a')", "ENUM('A')"],
    ["ENUM('a,b')", "ENUM('a','b')"],
  ])('differs for %s and %s', (first, second) => {
    expect(plainType(first)).not.toBe(plainType(second));
  });

  it('keeps the case of the values of an ENUM', () => {
    expect(plainType("enum('Open', 'integer')")).toBe("ENUM('Open','integer')");
  });
});

describe('The exact spelling of a type', () => {
  it.each([
    ['DATETIME(3)', 'DATETIME(3)'],
    ['datetime(0)', 'DATETIME'],
    ['timestamp(3)', 'DATETIME(3)'],
    ['TIMESTAMP', 'DATETIME'],
    ['time(6)', 'TIME(6)'],
    ['int(11)', 'INT'],
  ])('of %s is %s', (type, exact) => {
    expect(exactType(type)).toBe(exact);
  });
});

describe('The family of a type', () => {
  it.each([
    ['text', ['CHAR(3)', 'nvarchar(70)', 'VARYING CHARACTER(255)', 'TINYTEXT', 'CLOB', "enum('blob')", 'JSON', 'UUID']],
    ['integer', ['INT', 'int2', 'INT8', 'TINYINT(1)', 'bigint(20) unsigned', 'UNSIGNED BIG INT', 'BOOLEAN', 'bool']],
    ['decimal', ['DECIMAL', 'decimal(10,2) unsigned', 'NUMERIC', 'numeric(5)']],
    ['double', ['DOUBLE', 'DOUBLE PRECISION', 'FLOAT(11,2)', 'real']],
    ['instant', ['DATETIME', 'datetime(6)', 'TIMESTAMP', 'timestamp(3)']],
    ['date', ['DATE', 'date']],
    ['time', ['TIME', 'time(3)']],
    ['bytes', ['BLOB', 'LONGBLOB', 'binary(16)', 'VARBINARY(255)']],
    ['other', ['POINT', 'LINESTRING', 'INET6', 'GEOMETRY', '']],
    ['integer', ['YEAR', 'year(4)', 'BIT', 'bit(1)']],
  ])('is %s for all of %j', (family, types) => {
    expect(types.map(familyOf)).toEqual(types.map(() => family));
  });
});

describe('A type that cannot store all values of another', () => {
  it.each([
    ['INT', 'BIGINT'],
    ['INT', 'INT UNSIGNED'],
    ['INT UNSIGNED', 'INT'],
    ['BIGINT UNSIGNED', 'TINYINT'],
    ['INTEGER(11)', 'bigint(20)'],
    ['DECIMAL(10,2)', 'DECIMAL(10,3)'],
    ['DECIMAL(10,4)', 'DECIMAL(10,2)'],
    ['DECIMAL(10,2) UNSIGNED', 'DECIMAL(10,2)'],
    ['FLOAT', 'DOUBLE'],
    ['DOUBLE UNSIGNED', 'FLOAT'],
    ['VARCHAR(20)', 'VARCHAR(21)'],
    ['VARCHAR(500)', 'TEXT'],
    ['TINYTEXT', 'VARCHAR(256)'],
    ['TEXT', 'JSON'],
    ['BLOB', 'LONGBLOB'],
    ['VARBINARY(15)', 'BINARY(16)'],
    ['DATETIME', 'DATETIME(3)'],
    ['timestamp(3)', 'DATETIME(6)'],
    ['TIME(1)', 'TIME(2)'],
    ['DATE', 'DATETIME'],
    ['INT', 'DECIMAL(3,0)'],
    ["ENUM('a','c')", "ENUM('a','b')"],
    ["ENUM('A')", "ENUM('a')"],
    ["ENUM('a')", "ENUM('','a')"],
    ["ENUM('it','s')", "ENUM('it''s')"],
    ["ENUM('a','b')", "ENUM('a,b')"],
    ["ENUM('a')", 'VARCHAR(1)'],
    ['POINT', 'GEOMETRY'],
    ['BIT(1)', 'BIT(8)'],
  ])('%s is narrower than %s', (type, than) => {
    expect(isNarrower(type, than)).toBe(true);
  });

  it.each([
    ['BIGINT', 'INT'],
    ['BIGINT', 'INT UNSIGNED'],
    ['bigint(20) unsigned', 'INTEGER UNSIGNED'],
    ['INT UNSIGNED ZEROFILL', 'INT UNSIGNED'],
    ['int(11)', 'INTEGER'],
    ['DECIMAL(12,3)', 'DECIMAL(10,2)'],
    ['DECIMAL(10,2)', 'DECIMAL(10,2) UNSIGNED'],
    ['DOUBLE', 'FLOAT(11,2)'],
    ['VARCHAR(256)', 'TINYTEXT'],
    ['VARCHAR(36)', 'CHAR(36) BINARY'],
    ['LONGTEXT', 'JSON'],
    ['LONGBLOB', 'VARBINARY(16)'],
    ['MEDIUMBLOB', 'BLOB'],
    ['DATETIME(3)', 'timestamp'],
    ['TIME(2)', 'TIME(1)'],
    ["ENUM('a','b','c')", "enum('a','c')"],
    ["ENUM('b', 'a')", "ENUM('a','b')"],
    ["ENUM('it''s','x')", "ENUM('it''s')"],
    ['BIT(8)', 'BIT(1)'],
    ['YEAR', 'year'],
  ])('%s is not narrower than %s', (type, than) => {
    expect(isNarrower(type, than)).toBe(false);
  });
});
