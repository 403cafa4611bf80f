import { defaultCodeOf, reasonAgainstDefault } from '../../../lib/cli/from-database/default-code';
import { fieldCodeOf } from '../../../lib/cli/from-database/field-of-column';
import { mysql } from '../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';

const column = (type: string, text?: string) => ({
  ...{ name: 'value', type, isNullable: false, isGenerated: false },
  ...(text !== undefined && { default: text }),
});

const BOTH: readonly (readonly [column: string, dataType: string, type: string])[] = [
  ['INTEGER', 'INTEGER', 'number'],
  ['int(11)', 'INTEGER', 'number'],
  ['BIGINT', 'BIGINT', 'number'],
  ['TINYINT(4)', 'TINYINT', 'number'],
  ['TINYINT(1)', 'BOOLEAN', 'boolean'],
  ['tinyint(1)', 'BOOLEAN', 'boolean'],
  ['BOOLEAN', 'BOOLEAN', 'boolean'],
  ['DECIMAL(10,2)', 'DECIMAL(10, 2)', 'string'],
  ['NUMERIC(8, 3)', 'DECIMAL(8, 3)', 'string'],
  ['DECIMAL(7)', 'DECIMAL(7, 0)', 'string'],
  ['double precision', 'DOUBLE', 'number'],
  ['REAL', 'DOUBLE', 'number'],
  ['VARCHAR(255)', 'STRING(255)', 'string'],
  ['VARCHAR', 'TEXT', 'string'],
  ['CHAR(2)', 'CHAR(2)', 'string'],
  ['CHAR', 'CHAR(1)', 'string'],
  ['TEXT', 'TEXT', 'string'],
  ['CLOB', 'TEXT', 'string'],
  ['tinytext', "TEXT('tiny')", 'string'],
  ['MEDIUMTEXT', "TEXT('medium')", 'string'],
  ['longtext', "TEXT('long')", 'string'],
  ['BLOB', 'BLOB', 'Buffer'],
  ['longblob', "BLOB('long')", 'Buffer'],
  ['DATE', 'DATEONLY', 'string'],
  ['TIME', 'TIME', 'string'],
  ['DATETIME(6)', 'DATE(6)', 'Date'],
  ['JSON', 'JSON', 'unknown'],
  ['uuid', 'UUID', 'string'],
];

const ENUMS: readonly (readonly [column: string, dataType: string, type: string])[] = [
  ["enum('a','b')", "ENUM('a', 'b')", "'a' | 'b'"],
  ["ENUM('in stock', 'sold')", "ENUM('in stock', 'sold')", "'in stock' | 'sold'"],
  ["enum('it''s','')", "ENUM('it\\'s', '')", "'it\\'s' | ''"],
  ["enum('a,''b','(c)')", "ENUM('a,\\'b', '(c)')", "'a,\\'b' | '(c)'"],
];

describe('The field of a column', () => {
  it.each([...BOTH, ...ENUMS])('of the type %s is %s in both dialects', (type, dataType, fieldType) => {
    for (const dialect of [sqlite, mysql])
      expect(fieldCodeOf(column(type), dialect)).toMatchObject({ dataType: `DataType.${dataType}`, type: fieldType });
  });

  it.each([
    ['int(10) unsigned', 'INTEGER.UNSIGNED', 'INTEGER'],
    ['BIGINT UNSIGNED', 'BIGINT.UNSIGNED', 'BIGINT'],
    ['smallint(5) unsigned zerofill', 'SMALLINT.UNSIGNED', 'SMALLINT'],
    ['float', 'FLOAT', 'DOUBLE'],
    ['float unsigned', 'FLOAT.UNSIGNED', 'DOUBLE'],
    ['float(7,2)', 'FLOAT(7, 2)', 'DOUBLE'],
    ['double(10,3) unsigned', 'DOUBLE(10, 3).UNSIGNED', 'DOUBLE'],
    ['float(30)', 'FLOAT(30)', 'DOUBLE'],
    ['DATETIME', 'DATE(0)', 'DATE'],
    ['timestamp', 'DATE(0)', 'DATE'],
    ['DECIMAL', 'DECIMAL(10, 0)', 'DOUBLE'],
    ['numeric', 'DECIMAL(10, 0)', 'DOUBLE'],
    ['DECIMAL(15,2)', 'DECIMAL(15, 2)', 'DECIMAL(15, 2)'],
    ['DECIMAL(16,2)', 'DECIMAL(16, 2)', undefined],
  ])('of the type %s is %s on MariaDB and %s on SQLite', (type, onMariadb, onSqlite) => {
    expect(fieldCodeOf(column(type), mysql)?.dataType).toBe(`DataType.${onMariadb}`);
    expect(fieldCodeOf(column(type), sqlite)?.dataType).toBe(onSqlite && `DataType.${onSqlite}`);
  });

  it.each([
    ['INT2', 'SMALLINT', 'number'],
    ['int8', 'BIGINT', 'number'],
    ['BIG INT', 'BIGINT', 'number'],
    ['UNSIGNED BIG INT', 'BIGINT', 'number'],
    ['INT UNSIGNED', 'INTEGER', 'number'],
    ['CHARACTER(20)', 'CHAR(20)', 'string'],
    ['NCHAR(55)', 'CHAR(55)', 'string'],
    ['NATIVE CHARACTER(70)', 'CHAR(70)', 'string'],
    ['VARYING  CHARACTER(255)', 'STRING(255)', 'string'],
    ['CHARACTER VARYING(255)', 'STRING(255)', 'string'],
    ['NVARCHAR(100)', 'STRING(100)', 'string'],
    ['nvarchar', 'TEXT', 'string'],
    ['NCLOB', 'TEXT', 'string'],
    ['NTEXT', 'TEXT', 'string'],
    ['FLOAT', 'DOUBLE', 'number'],
    ['FLOAT4', 'DOUBLE', 'number'],
    ['FLOAT8', 'DOUBLE', 'number'],
    ['DOUBLE(10,2)', 'DOUBLE', 'number'],
    ['REAL(9)', 'DOUBLE', 'number'],
  ])('of the type %s is %s on SQLite, which accepts any name of a type', (type, dataType, fieldType) => {
    expect(fieldCodeOf(column(type), sqlite)).toMatchObject({ dataType: `DataType.${dataType}`, type: fieldType });
  });

  it.each([
    ['year(4)', "'YEAR'", 'number'],
    ['binary(16)', "'BINARY(16)'", 'Buffer'],
    ['varbinary(255)', "'VARBINARY(255)'", 'Buffer'],
    ['bit(1)', "'BIT(1)'", 'boolean'],
    ['bit(8)', "'BIT(8)'", 'number'],
  ])('of the type %s is %s in both dialects, a type that Sequelize has no name for', (type, dataType, fieldType) => {
    for (const dialect of [sqlite, mysql])
      expect(fieldCodeOf(column(type), dialect)).toMatchObject({ dataType, type: fieldType });
  });

  it.each(['GEOMETRY', 'POINT', 'STRING', 'VARBINARY', 'ANY', '', 'constructor'])(
    'does not exist for the type "%s" on SQLite, whose values are unknown',
    (type) => {
      expect(fieldCodeOf(column(type), sqlite)).toBeUndefined();
    },
  );

  it.each(
    [
      ['', 'geometry', 'binary(256)', 'bit(65)', 'time(3)'],
      ['UNSIGNED BIG INT', 'NVARCHAR(20)', 'INT8', 'constructor', '123', 'inet6'],
    ].flat(),
  )('does not exist for the unsupported type "%s"', (type) => {
    expect(fieldCodeOf(column(type), mysql)).toBeUndefined();
  });
});

describe('The default of a field', () => {
  it.each<[type: string, text: string | undefined, code: string | undefined]>([
    ['INTEGER', undefined, undefined],
    ['INTEGER', 'NULL', undefined],
    ['INTEGER', '0', '0'],
    ['INTEGER', "'5'", '5'],
    ['INTEGER', ' -1 ', '-1'],
    ['INTEGER', '(1 + 1)', "literal('(1 + 1)')"],
    ['INTEGER', '3000000000', "literal('3000000000')"],
    ['DOUBLE', '1.50', '1.5'],
    ['TINYINT(1)', '1', 'true'],
    ['TINYINT(1)', "'0'", 'false'],
    ['BOOLEAN', 'TRUE', 'true'],
    ['BOOLEAN', '1 = 1', "literal('1 = 1')"],
    ['BIT(1)', "b'1'", 'true'],
    ['BIT(8)', "b'101'", '5'],
    ['YEAR', '2024', '2024'],
    ['YEAR', '0000', "literal('0000')"],
    ['VARCHAR(20)', "'open'", "'open'"],
    ['VARCHAR(20)', "''", "''"],
    ['VARCHAR(20)', "'it''s'", "'it\\'s'"],
    ['VARCHAR(20)', "'a\\b'", "'a\\\\b'"],
    ['VARCHAR(20)', "'null'", "'null'"],
    ['VARCHAR(20)', '7', "'7'"],
    ['VARCHAR(36)', 'uuid()', "literal('uuid()')"],
    ['VARCHAR(2)', "'open'", "literal('\\'open\\'')"],
    ['VARCHAR(20)', "'a' || 'b'", "literal('\\'a\\' || \\'b\\'')"],
    ['TEXT', "'two\nlines'", "'two\\nlines'"],
    ['DECIMAL(10,2)', '0.00', "'0.00'"],
    ["enum('a','b')", "'b'", "'b'"],
    ['DATE', 'CURRENT_DATE', "literal('CURRENT_DATE')"],
    ['DATE', "'0000-00-00'", undefined],
    ['DATETIME', "'0000-00-00 00:00:00'", undefined],
    ['DATETIME', "'0000-00-00 00:00:00.000'", undefined],
    ['DATE', "'2020-01-01'", "'2020-01-01'"],
    ['DATETIME', 'current_timestamp()', 'DataType.NOW'],
    ['DATETIME', 'CURRENT_TIMESTAMP', 'DataType.NOW'],
    ['DATETIME', "'2020-01-01 00:00:00'", "literal('\\'2020-01-01 00:00:00\\'')"],
    ['DATETIME', 'now() + interval 1 day', "literal('now() + interval 1 day')"],
    ['JSON', `'{"tags": ["a"]}'`, '{"tags":["a"]}'],
    ['JSON', "'open'", "literal('\\'open\\'')"],
    ['BLOB', "'bytes'", "literal('\\'bytes\\'')"],
  ])('of the type %s with DEFAULT %s is %s', (type, text, code) => {
    const shape = column(type, text);

    expect(defaultCodeOf({ column: shape, code: fieldCodeOf(shape, sqlite)!, isKey: false })).toBe(code);
  });

  it.each<[type: string, text: string, code: string | undefined, reason: string | undefined]>([
    ['VARCHAR(36)', 'uuid()', 'DataType.UUIDV4', undefined],
    ['CHAR(36)', '(UUID())', 'DataType.UUIDV4', undefined],
    ['VARCHAR(9)', "'main'", "'main'", undefined],
    [
      'BIGINT',
      'uuid_short()',
      undefined,
      'the key of a new row must be known, and uuid_short() is known to the database alone',
    ],
  ])('of a key of the type %s with DEFAULT %s is %s', (type, text, code, reason) => {
    const shape = column(type, text);
    const field = { column: shape, code: fieldCodeOf(shape, sqlite)!, isKey: true };

    expect(defaultCodeOf(field)).toBe(code);
    expect(reasonAgainstDefault(field)).toBe(reason);
  });

  it('is left out where it is no date, with the reason', () => {
    const shape = column('DATE', "'0000-00-00'");

    expect(reasonAgainstDefault({ column: shape, code: fieldCodeOf(shape, sqlite)!, isKey: false })).toBe(
      "'0000-00-00' is no date",
    );
  });
});
