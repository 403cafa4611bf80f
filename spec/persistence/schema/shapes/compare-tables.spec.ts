import { mysql } from '../../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../../lib/persistence/dialects/sqlite';
import { type CompareOptions, compareTables } from '../../../../lib/persistence/schema/shapes/compare-tables';
import { differencesOf } from '../../../../lib/persistence/schema/shapes/differences-of';
import type { ColumnShape, TableShape } from '../../../../lib/persistence/tables/table-shape';
import { column, foreignKey, required, table } from '../../../support/table-shapes';

const ON_SERVER: CompareOptions = { dialect: mysql, isExact: false };
const ON_SQLITE: CompareOptions = { dialect: sqlite, isExact: false };

/** The differences of two tables, as `SEVERITY CODE columns`. */
function found(wanted: TableShape, stored: TableShape, options = ON_SERVER): string[] {
  const difference = compareTables(wanted, stored, options);
  const all = difference ? differencesOf(difference, 'Order', options) : [];
  return all.map(({ severity, code, column: columns = '-' }) => `${severity} ${code} ${columns}`);
}

const orders = (...columns: ColumnShape[]) => table('orders', columns);
const withType = (type: string) => orders(column('a', type));
const withDefault = (text?: string, type = 'VARCHAR(9)') =>
  orders(column('a', type, text === undefined ? {} : { default: text }));

describe('The types of a model and of its table', () => {
  it.each([
    ['VARCHAR(20)', 'varchar(10)', 'error'],
    ['VARCHAR(20)', 'varchar(30)', 'warning'],
    ['BIGINT', 'int(11)', 'warning'],
    ['BIGINT', 'decimal(20,0)', 'warning'],
    ['BIGINT', 'varchar(20)', 'error'],
    ['DATE', 'datetime', 'warning'],
    ['DATETIME', 'date', 'error'],
    ['DECIMAL(10,2)', 'decimal(10,2) unsigned', 'error'],
    ["ENUM('a','b')", "enum('a')", 'error'],
    ["ENUM('a')", "enum('a','b')", 'warning'],
    ["SET('a','b')", "set('a')", 'error'],
    ["SET('a')", "set('a','b')", 'warning'],
    ["SET('a')", "enum('a')", 'error'],
    ['LONGBLOB', 'blob', 'error'],
    ['VARBINARY(16)', 'varbinary(8)', 'error'],
    ['SMALLINT', 'year(4)', 'warning'],
    ['TINYINT(1)', 'bit(1)', 'warning'],
    ['YEAR', 'date', 'error'],
  ])('differ on a server: %s, but the table has %s (%s)', (wanted, stored, severity) => {
    expect(found(withType(wanted), withType(stored))).toEqual([`${severity} TYPE_DIFFERS a`]);
  });

  it.each([
    ['VARCHAR(20)', 'VARCHAR(10)', 'warning'],
    ['DATETIME', 'TEXT', 'warning'],
    ['BIGINT', 'REAL', 'warning'],
    ['BIGINT', 'TEXT', 'error'],
    ['TEXT', 'BLOB', 'error'],
  ])('differ on SQLite: %s, but the table has %s (%s)', (wanted, stored, severity) => {
    expect(found(withType(wanted), withType(stored), ON_SQLITE)).toEqual([`${severity} TYPE_DIFFERS a`]);
  });

  it('differ in decimals of a second only if these are compared', () => {
    const [wanted, stored] = [withType('DATETIME(3)'), withType('timestamp(0)')];

    expect(found(wanted, stored)).toEqual([]);
    expect(found(wanted, stored, { ...ON_SERVER, isExact: true })).toEqual(['error TYPE_DIFFERS a']);
  });
});

describe('The key of a model and of its table', () => {
  const pair = { primaryKey: ['a', 'b'] };
  const unique = { primaryKey: [], indexes: [{ name: 'pair', isUnique: true, columns: ['b', 'a'] }] };

  it('is the same as a unique index of columns that are never null, if the table has no primary key', () => {
    const columns = [required('a', 'INTEGER'), required('b', 'INTEGER')];
    const nullable = [required('a', 'INTEGER'), column('b', 'INTEGER')];

    expect(found(table('links', columns, pair), table('links', columns, unique))).toEqual([]);
    expect(found(table('links', columns, pair), table('links', nullable, unique))).toContain('warning KEY_DIFFERS -');
  });
});

describe('The defaults of a model and of its table', () => {
  it.each([
    ["'open'", "('open')"],
    ["'it''s'", "'it\\'s'"],
    ['0', "'0'"],
    ['1', 'TRUE'],
    ['0', "b'0'"],
    ['5', "b'101'"],
    ['CURRENT_TIMESTAMP', 'current_timestamp()'],
    ['CURRENT_TIMESTAMP(3)', 'now(3)'],
  ])('are the same: %s and %s', (wanted, stored) => {
    expect(found(withDefault(wanted), withDefault(stored))).toEqual([]);
  });

  it('are the same for numbers of the same value', () => {
    const inColumn = (text: string) => withDefault(text, 'DECIMAL(5,2)');

    expect(found(inColumn('0'), inColumn("'0.00'"))).toEqual([]);
    expect(found(inColumn('0'), inColumn('0.01'))).toEqual(['warning DEFAULT_DIFFERS a']);
  });

  it.each([
    ["'open'", "'Open'"],
    ["'1'", "'01'"],
    ["''", '0'],
    ['0', undefined],
    ['CURRENT_TIMESTAMP', "'2026-01-01'"],
  ])('differ: %s and %s', (wanted, stored) => {
    expect(found(withDefault(wanted), withDefault(stored))).toEqual(['warning DEFAULT_DIFFERS a']);
  });

  it('may be those of the table alone, unless both are compared', () => {
    expect(found(withDefault(), withDefault('0'))).toEqual([]);
    expect(found(withDefault(), withDefault('0'), { ...ON_SERVER, comparesAllDefaults: true })).toEqual([
      'warning DEFAULT_DIFFERS a',
    ]);
  });
});

describe('The columns and keys of a model and of its table', () => {
  it.each<[string, TableShape, TableShape, string[]]>([
    ['a missing column', orders(column('a')), orders(), ['error COLUMN_MISSING a']],
    ['a nullable column without a field', orders(), orders(column('a')), ['note COLUMN_EXTRA a']],
    ['a required column without a field', orders(), orders(required('a')), ['error COLUMN_EXTRA a']],
    ['a required column with a default', orders(), orders(required('a', 'INT', '0')), ['note COLUMN_EXTRA a']],
    ['a computed column', orders(), orders(column('a', 'INT', { isComputed: true })), []],
    ['a column that may be null', orders(required('a')), orders(column('a')), ['warning NULL_DIFFERS a']],
    ['another primary key', orders(), { ...orders(), primaryKey: [] }, ['warning KEY_DIFFERS -']],
    ['a name in another case', orders(column('Aa')), orders(column('aA')), []],
  ])('differ by %s', (_, wanted, stored, differences) => {
    expect(found(wanted, stored)).toEqual(differences);
  });

  it('are not compared with a view, except for missing columns', () => {
    const view = { ...orders(column('b', 'INT')), isView: true, primaryKey: [] };

    expect(found(orders(column('b')), view)).toEqual([]);
    expect(found(orders(column('a')), view)).toEqual(['error COLUMN_MISSING a']);
  });
});

describe('The indexes and foreign keys of a model and of its table', () => {
  const unique = { name: 'u', isUnique: true, columns: ['a'] };
  const plain = { name: 'i', isUnique: false, columns: ['a'] };
  const key = foreignKey('a', 'others');
  const indexed = (...indexes: TableShape['indexes']) => ({ ...orders(column('a', 'INT')), indexes });
  const keyed = (...foreignKeys: TableShape['foreignKeys']) => ({ ...orders(column('a', 'INT')), foreignKeys });

  it.each<[string, TableShape, TableShape, string[]]>([
    ['a missing unique index', indexed(unique), indexed(), ['warning UNIQUE_MISSING a']],
    ['a missing index', indexed(plain), indexed(), ['warning INDEX_MISSING a']],
    [
      'a unique index in its place',
      indexed(plain),
      indexed(unique),
      ['warning INDEX_MISSING a', 'warning UNIQUE_EXTRA a'],
    ],
    ['an index of another name', indexed(plain), indexed({ ...plain, name: 'j' }), []],
    ['an extra index', indexed(), indexed(plain), ['note INDEX_EXTRA a']],
    ['an index that is more than its columns', indexed(), indexed({ ...plain, isSpecial: true }), []],
    ['the index of a foreign key', keyed(key), { ...keyed(key), indexes: [plain] }, []],
    ['a missing foreign key', keyed(key), keyed(), ['warning FOREIGN_KEY_MISSING a']],
    ['an extra foreign key', keyed(), keyed(key), ['note FOREIGN_KEY_EXTRA a']],
    [
      'another rule, which is one difference',
      keyed(key),
      keyed({ ...key, onDelete: 'CASCADE' }),
      ['warning FOREIGN_KEY_MISSING a'],
    ],
    ['RESTRICT in place of NO ACTION', keyed(key), keyed({ ...key, onDelete: 'RESTRICT' }), []],
  ])('differ by %s', (_, wanted, stored, differences) => {
    expect(found(wanted, stored)).toEqual(differences);
  });
});
