import type { Dialect } from '../test-database';

/** A literal of SQL, and what a response shows for it. */
type Sample = readonly [literal: string, json: unknown];

/** A type of columns that existing tables have, with values of it. */
export interface RandomType {
  readonly sql: string;
  readonly samples: readonly [Sample, ...Sample[]];
  /** A default, and what a response shows for it; undefined for a value that differs from row to row. */
  readonly fallbacks?: readonly Sample[];
}

const TEXTS: readonly [Sample, ...Sample[]] = [
  ["'plain'", 'plain'],
  ["'it''s'", "it's"],
  ["'größe'", 'größe'],
];
const NUMBERS: readonly [Sample, ...Sample[]] = [
  ['7', 7],
  ['0', 0],
  ['-7', -7],
];
const BOOLEANS: readonly [Sample, ...Sample[]] = [
  ['1', true],
  ['0', false],
];
const BYTES: readonly [Sample, ...Sample[]] = [
  ["X'00FF10'", 'AP8Q'],
  ["X'616263'", 'YWJj'],
];
const DATE: Sample = ["'2024-02-29'", '2024-02-29'];
const ENUM: readonly [Sample, ...Sample[]] = [
  ["'a'", 'a'],
  ["'it''s'", "it's"],
];

const text = (sql: string): RandomType => ({
  sql,
  samples: TEXTS,
  fallbacks: [
    ["'it''s'", "it's"],
    ["''", ''],
    ["'a\"b`c*/\x24{d}'", 'a"b`c*/\x24{d}'],
  ],
});
const integer = (sql: string): RandomType => ({ sql, samples: NUMBERS, fallbacks: [['5', 5]] });

const BOTH: readonly RandomType[] = [
  integer('INT'),
  integer('SMALLINT'),
  integer('TINYINT'),
  { sql: 'TINYINT(1)', samples: [...BOOLEANS, ['2', true]], fallbacks: [['1', true]] },
  { sql: 'BOOLEAN', samples: BOOLEANS, fallbacks: [['TRUE', true]] },
  { sql: 'BIGINT', samples: [...NUMBERS, ['9007199254740993', '9007199254740993']] },
  { sql: 'DECIMAL(10,2)', samples: [['12.5', '12.50']], fallbacks: [['0.00', '0.00']] },
  {
    sql: 'DOUBLE',
    samples: [
      ['0.1', 0.1],
      ['7', 7],
    ],
    fallbacks: [['1.50', 1.5]],
  },
  { sql: 'DOUBLE(10,3)', samples: [['-2.125', -2.125]], fallbacks: [['0.5', 0.5]] },
  text('VARCHAR(20)'),
  text('CHAR(12)'),
  { sql: 'TEXT', samples: TEXTS },
  { sql: 'BLOB', samples: BYTES },
  { sql: 'DATE', samples: [DATE], fallbacks: [["'2020-01-01'", '2020-01-01']] },
  { sql: 'TIME', samples: [["'08:30:00'", '08:30:00']], fallbacks: [["'00:00:00'", '00:00:00']] },
  { sql: 'JSON', samples: [[`'{"a":[1]}'`, { a: [1] }]] },
  { sql: 'YEAR', samples: [['2024', 2024]], fallbacks: [['1999', 1999]] },
  { sql: 'VARBINARY(8)', samples: BYTES },
  { sql: 'BINARY(3)', samples: BYTES },
];

const SQLITE: readonly RandomType[] = [
  text('NVARCHAR(40)'),
  text('VARYING CHARACTER(40)'),
  integer('INT8'),
  { sql: 'NUMERIC', samples: NUMBERS },
  { sql: 'VARCHAR(40)', samples: TEXTS, fallbacks: [['(lower(hex(randomblob(4))))', undefined]] },
  { sql: 'VARCHAR(3)', samples: [["'abc'", 'abc']], fallbacks: [["'too long'", 'too long']] },
  { sql: 'REAL', samples: [['1.5', 1.5]] },
  { sql: 'CLOB', samples: TEXTS },
  { sql: 'DATETIME', samples: [["'2024-01-31 08:30:00.250 +00:00'", '2024-01-31T08:30:00.250Z']] },
  { sql: 'TIMESTAMP', samples: [["'2024-01-31 08:30:00'", '2024-01-31T08:30:00.000Z']] },
  { sql: 'GEOMETRY', samples: [['NULL', null]] },
  { sql: '', samples: [['NULL', null]] },
];

const SERVERS: readonly RandomType[] = [
  {
    sql: "SET('a','it''s','say \"x\"','a\\\\b','größe')",
    samples: [
      ["''", []],
      ["'größe,a'", ['a', 'größe']],
      ["'it''s,a\\\\b'", ["it's", 'a\\b']],
    ],
    fallbacks: [
      ["''", []],
      ["'it''s,a'", ['a', "it's"]],
    ],
  },
  { sql: 'YEAR', samples: [['2024', 2024]], fallbacks: [['0000', 0]] },
  {
    sql: 'BIT(1)',
    samples: [
      ["b'1'", true],
      ["b'0'", false],
    ],
    fallbacks: [["b'1'", true]],
  },
  { sql: 'BIT(5)', samples: [["b'10001'", 17]], fallbacks: [["b'101'", 5]] },
  { sql: 'BIT(64)', samples: [["X'FFFFFFFFFFFFFFFF'", '18446744073709551615']] },
  { sql: 'FLOAT(7,2)', samples: [['12.25', 12.25]], fallbacks: [['0.00', 0]] },
  { sql: 'VARCHAR(36)', samples: TEXTS, fallbacks: [['UUID()', undefined]] },
  { sql: 'INT', samples: NUMBERS, fallbacks: [['(1 + 1)', 2]] },
  integer('MEDIUMINT'),
  { sql: 'INT UNSIGNED', samples: [['4294967295', 4294967295]], fallbacks: [['0', 0]] },
  { sql: 'SMALLINT(5) UNSIGNED ZEROFILL', samples: [['65', 65]] },
  { sql: 'BIGINT UNSIGNED', samples: [['18446744073709551615', '18446744073709551615']] },
  { sql: 'DECIMAL(30,10)', samples: [['1.0000000001', '1.0000000001']] },
  { sql: 'FLOAT', samples: [['1.5', 1.5]], fallbacks: [['0', 0]] },
  { sql: 'TINYTEXT', samples: TEXTS },
  { sql: 'LONGTEXT', samples: TEXTS },
  { sql: 'MEDIUMBLOB', samples: BYTES },
  { sql: "ENUM('a','it''s','say \"x\"','b,c')", samples: ENUM, fallbacks: [["'it''s'", "it's"]] },
  {
    sql: 'DATE',
    samples: [DATE, ["'0000-00-00'", null]],
    fallbacks: [["'0000-00-00'", null]],
  },
  {
    sql: 'DATETIME',
    samples: [["'2024-01-31 08:30:00'", '2024-01-31T08:30:00Z']],
    fallbacks: [
      ["'0000-00-00 00:00:00'", null],
      ["'2000-01-01 00:00:00'", '2000-01-01T00:00:00Z'],
    ],
  },
  { sql: 'DATETIME(3)', samples: [["'2024-01-31 08:30:00.25'", '2024-01-31T08:30:00.250Z']] },
  {
    sql: 'TIMESTAMP',
    samples: [["'2024-01-31 08:30:00'", '2024-01-31T08:30:00Z']],
    fallbacks: [["'0000-00-00 00:00:00'", null]],
  },
  { sql: 'UUID', samples: [["'2f1c9a52-6b1d-4a7e-9d5e-0c8b6f3a1e47'", '2f1c9a52-6b1d-4a7e-9d5e-0c8b6f3a1e47']] },
  { sql: 'POINT', samples: [['POINT(1, 2)', undefined]] },
  { sql: 'INET6', samples: [["'::1'", undefined]] },
];

/** The types of columns in tables of a database. */
export function columnTypes(dialect: Dialect): readonly RandomType[] {
  return dialect === 'sqlite' ? [...BOTH, ...SQLITE] : [...BOTH, ...SERVERS];
}
