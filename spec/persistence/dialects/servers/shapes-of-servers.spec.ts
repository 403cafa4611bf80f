import { mariadb } from '../../../../lib/persistence/dialects/mariadb';
import { mysql } from '../../../../lib/persistence/dialects/mysql';

const COLUMN = {
  tableName: 'Orders',
  name: 'a',
  type: 'int(11)',
  nullable: 'YES',
  fallback: null,
  extra: '',
  collation: null,
  comment: '',
};
const INDEX = { tableName: 'Orders', name: 'i', nonUnique: 1, columnName: 'a', kind: 'BTREE', part: null };
const KEY = {
  ...{ tableName: 'Orders', name: 'fk', columnName: 'a', referredTable: 'others', referredColumn: 'x' },
  ...{ onDelete: 'CASCADE', onUpdate: 'RESTRICT' },
};

interface Catalogue {
  readonly TABLES?: readonly object[];
  readonly COLUMNS?: readonly object[];
  readonly STATISTICS?: readonly object[];
  readonly KEY_COLUMN_USAGE?: readonly object[];
}

/** The shapes of a server whose information_schema has the given rows. */
function shapes(catalogue: Catalogue, isMariadb = true) {
  const tables = [{ name: 'Orders', kind: 'BASE TABLE', engine: 'InnoDB', collation: 'utf8mb4_bin' }];
  const all = { TABLES: tables, ...catalogue } as Record<string, readonly object[]>;
  const select = async (sql: string) => (all[/FROM information_schema\.(\w+)/.exec(sql)![1]!] ?? []) as never;
  return (isMariadb ? mariadb : mysql).schema.shapes(select);
}

describe('The tables of MariaDB and MySQL', () => {
  it('are views if they are no base tables, and need neither rows nor an engine', async () => {
    const found = await shapes({ TABLES: [{ name: 'v', kind: 'VIEW', engine: null, collation: null }] });

    expect(found).toEqual([
      { name: 'v', isView: true, columns: [], primaryKey: [], indexes: [], foreignKeys: [], options: 'ENGINE=InnoDB' },
    ]);
    expect(await shapes({ TABLES: [] })).toEqual([]);
  });

  it('have their indexes and foreign keys of several columns in order, apart from those of other tables', async () => {
    const [orders] = await shapes({
      STATISTICS: [
        { ...INDEX, name: 'PRIMARY', nonUnique: 0, columnName: 'b' },
        { ...INDEX, name: 'PRIMARY', nonUnique: 0 },
        { ...INDEX, name: 'u', nonUnique: '0' },
        { ...INDEX, name: 'prefix', part: 10 },
        { ...INDEX, name: 'words', kind: 'FULLTEXT' },
        { ...INDEX, name: 'expression', columnName: null },
        { ...INDEX, tableName: 'others', name: 'foreign' },
      ],
      KEY_COLUMN_USAGE: [KEY, { ...KEY, columnName: 'b', referredColumn: 'y' }],
    });

    expect(orders).toMatchObject({ primaryKey: ['b', 'a'], options: 'ENGINE=InnoDB COLLATE utf8mb4_bin' });
    expect(orders!.indexes).toEqual([
      { name: 'u', isUnique: true, columns: ['a'] },
      { name: 'prefix', isUnique: false, columns: ['a'], isSpecial: true, isPrefix: true },
      { name: 'words', isUnique: false, columns: ['a'], isSpecial: true },
      { name: 'expression', isUnique: false, columns: [''], isSpecial: true },
    ]);
    expect(orders!.foreignKeys).toEqual([
      {
        name: 'fk',
        columns: ['a', 'b'],
        table: 'others',
        referred: ['x', 'y'],
        onDelete: 'CASCADE',
        onUpdate: 'RESTRICT',
      },
    ]);
  });

  it.each([
    ['auto_increment', { isGenerated: true }],
    ['VIRTUAL GENERATED', { isGenerated: false, isComputed: true }],
    ['STORED GENERATED', { isGenerated: false, isComputed: true }],
    ['PERSISTENT', { isGenerated: false, isComputed: true }],
    ['DEFAULT_GENERATED on update CURRENT_TIMESTAMP', { isGenerated: false, onUpdate: 'CURRENT_TIMESTAMP' }],
  ])('have generated and computed columns: %s', async (extra, facts) => {
    const [orders] = await shapes({ COLUMNS: [{ ...COLUMN, extra, nullable: 'NO', type: 'int(10) unsigned' }] });

    expect(orders!.columns).toEqual([{ name: 'a', type: 'int(10) UNSIGNED', isNullable: false, ...facts }]);
  });

  it.each([
    [true, 'varchar(9)', "'it''s'", '', "'it''s'"],
    [true, 'varchar(9)', 'NULL', '', undefined],
    [true, 'datetime', 'current_timestamp()', '', 'current_timestamp()'],
    [false, 'varchar(9)', "it's", '', "'it''s'"],
    [false, 'varchar(9)', '', '', "''"],
    [false, 'varchar(9)', null, '', undefined],
    [false, 'int', '7', '', '7'],
    [false, 'decimal(5,2)', '0.00', '', '0.00'],
    [false, 'bit(1)', "b'1'", '', "b'1'"],
    [false, 'datetime(3)', 'CURRENT_TIMESTAMP(3)', 'DEFAULT_GENERATED', 'CURRENT_TIMESTAMP(3)'],
    [false, 'char(36)', 'uuid()', 'DEFAULT_GENERATED', '(uuid())'],
  ])('have defaults as SQL (MariaDB: %p, %s %s %s)', async (isMariadb, type, fallback, extra, expected) => {
    const [orders] = await shapes({ COLUMNS: [{ ...COLUMN, type, fallback, extra }] }, isMariadb);

    expect(orders!.columns[0]!.default).toBe(expected);
  });
});
