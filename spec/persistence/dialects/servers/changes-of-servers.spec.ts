import { mysql } from '../../../../lib/persistence/dialects/mysql';
import { planChanges } from '../../../../lib/persistence/schema/plan/plan-changes';
import type { TableShape } from '../../../../lib/persistence/tables/table-shape';
import { column, foreignKey, required, table } from '../../../support/table-shapes';

const view = table('reports', [column('total')], { isView: true });
const orders = (...columns: Parameters<typeof table>[1]) => table('orders', columns);
const plan = (from: readonly TableShape[], to: readonly TableShape[]) => planChanges(from, to, mysql);
const byCode = { name: 'by_code', isUnique: false, columns: ['code'] };

describe('The changes of columns on MariaDB and MySQL', () => {
  it.each<[string, TableShape, TableShape, string[]]>([
    ['a nullable column', orders(), orders(column('note', 'TEXT')), ['ALTER TABLE `orders` ADD COLUMN `note` TEXT']],
    [
      'a required column with a default',
      orders(),
      orders(required('status', "ENUM('open','it''s')", "'open'")),
      ["ALTER TABLE `orders` ADD COLUMN `status` ENUM('open','it''s') NOT NULL DEFAULT 'open'"],
    ],
    [
      'a required column without a default, which has one for the existing rows only',
      orders(),
      orders(required('amount', 'DECIMAL(10,2)')),
      [
        'ALTER TABLE `orders` ADD COLUMN `amount` DECIMAL(10,2) NOT NULL DEFAULT 0',
        'ALTER TABLE `orders` MODIFY COLUMN `amount` DECIMAL(10,2) NOT NULL',
      ],
    ],
    [
      'a required ENUM, whose first value existing rows get',
      orders(),
      orders(required('status', "ENUM('it''s','b')")),
      [
        "ALTER TABLE `orders` ADD COLUMN `status` ENUM('it''s','b') NOT NULL DEFAULT 'it''s'",
        "ALTER TABLE `orders` MODIFY COLUMN `status` ENUM('it''s','b') NOT NULL",
      ],
    ],
    [
      'a required text without a length, which cannot have a default',
      orders(),
      orders(required('note', 'LONGTEXT')),
      ['ALTER TABLE `orders` ADD COLUMN `note` LONGTEXT NOT NULL'],
    ],
    [
      'a column that becomes required and has a default: rows without a value are filled first',
      orders(column('code')),
      orders(required('code', 'VARCHAR(20)', "'none'")),
      [
        "UPDATE `orders` SET `code` = 'none' WHERE `code` IS NULL",
        "ALTER TABLE `orders` MODIFY COLUMN `code` VARCHAR(20) NOT NULL DEFAULT 'none'",
      ],
    ],
    [
      'a column that becomes required without a default: no row is filled',
      orders(column('code')),
      orders(required('code')),
      ['ALTER TABLE `orders` MODIFY COLUMN `code` VARCHAR(20) NOT NULL'],
    ],
    [
      'a wider column that keeps its collation',
      orders(column('code', 'varchar(20)', { collation: 'utf8mb4_bin' })),
      orders(column('code', 'VARCHAR(40)', { collation: 'utf8mb4_bin' })),
      ['ALTER TABLE `orders` MODIFY COLUMN `code` VARCHAR(40) COLLATE utf8mb4_bin'],
    ],
    [
      'a wider column that keeps its comment and ON UPDATE',
      orders(column('at', 'timestamp', { comment: 'it\'s "UTC"', onUpdate: 'current_timestamp()' })),
      orders(column('at', 'DATETIME(3)', { comment: 'it\'s "UTC"', onUpdate: 'current_timestamp(3)' })),
      [`ALTER TABLE \`orders\` MODIFY COLUMN \`at\` DATETIME(3) ON UPDATE current_timestamp(3) COMMENT 'it''s "UTC"'`],
    ],
    [
      'decimals of a second',
      orders(column('at', 'datetime')),
      orders(column('at', 'DATETIME(3)')),
      ['ALTER TABLE `orders` MODIFY COLUMN `at` DATETIME(3)'],
    ],
    [
      'a default that is dropped',
      orders(required('code', 'VARCHAR(20)', "'x'")),
      orders(required('code')),
      ['ALTER TABLE `orders` MODIFY COLUMN `code` VARCHAR(20) NOT NULL'],
    ],
    ['another spelling of a type', orders(column('count', 'int(11)')), orders(column('count', 'INTEGER')), []],
    ['another case of a name', orders(column('Code')), orders(column('code')), []],
    ['a column that is dropped', orders(column('code')), orders(), ['ALTER TABLE `orders` DROP COLUMN `code`']],
    ['a column that the database computes', orders(column('words', 'TEXT', { isComputed: true })), orders(), []],
  ])('%s', (_, from, to, statements) => {
    expect(plan([from], [to])).toEqual(statements);
  });

  it('quote names with quotes and capitals', () => {
    const [from, to] = [table('Od`d "Table"', []), table('Od`d "Table"', [column('Ca`p')])];

    expect(plan([from], [to])).toEqual(['ALTER TABLE `Od``d "Table"` ADD COLUMN `Ca``p` VARCHAR(20)']);
    expect(plan([to], [])).toEqual(['DROP TABLE `Od``d "Table"`']);
  });

  it('leave views alone, on either side', () => {
    expect(plan([view], [])).toEqual([]);
    expect(plan([], [view])).toEqual([]);
    expect(plan([view], [{ ...view, columns: [] }])).toEqual([]);
  });

  it('are none without tables', () => {
    expect(plan([], [])).toEqual([]);
  });
});

describe('The changes of keys on MariaDB and MySQL', () => {
  const keyless = { ...orders(column('code')), columns: [column('code')], primaryKey: [] };
  const keyed = orders(column('code'));

  it('add a generated column and the primary key in one statement, and drop them in one', () => {
    expect(plan([keyless], [keyed])).toEqual([
      'ALTER TABLE `orders` ADD COLUMN `id` INTEGER NOT NULL AUTO_INCREMENT, ADD PRIMARY KEY (`id`)',
    ]);
    expect(plan([keyed], [keyless])).toEqual(['ALTER TABLE `orders` DROP PRIMARY KEY, DROP COLUMN `id`']);
  });

  it('generate a column no more that leaves the primary key', () => {
    const [id, code] = [required('id', 'INTEGER'), required('code')];
    const to = { ...keyed, columns: [id, code], primaryKey: ['code'] };

    expect(plan([{ ...keyed, columns: [keyed.columns[0]!, code] }], [to])).toEqual([
      'ALTER TABLE `orders` DROP PRIMARY KEY, MODIFY COLUMN `id` INTEGER NOT NULL, ADD PRIMARY KEY (`code`)',
    ]);
  });

  it('drop the foreign keys at both ends of a primary key, and make them again', () => {
    const key = foreignKey('id', 'orders', { name: 'items_fk' });
    const items = (...primaryKey: string[]): TableShape => ({
      ...table('items', [required('code')], { foreignKeys: [key] }),
      primaryKey,
    });
    const orders2 = { ...orders(required('code')), primaryKey: ['id', 'code'] };
    const [drop, add] = [
      'ALTER TABLE `items` DROP FOREIGN KEY `items_fk`',
      expect.stringMatching(/^ALTER TABLE `items` ADD CONSTRAINT `items_fk`/),
    ];

    expect(plan([keyed, items('id')], [keyed, items('id', 'code')])).toEqual([
      drop,
      'ALTER TABLE `items` DROP PRIMARY KEY, ADD PRIMARY KEY (`id`, `code`)',
      add,
    ]);
    expect(plan([orders(required('code')), items('id')], [orders2, items('id')])).toEqual([
      drop,
      'ALTER TABLE `orders` DROP PRIMARY KEY, ADD PRIMARY KEY (`id`, `code`)',
      add,
    ]);
  });

  it('change a key of several columns', () => {
    const links = (...primaryKey: string[]): TableShape => ({
      ...table('links', [], { primaryKey }),
      columns: [required('a', 'INT'), required('b', 'INT')],
    });

    expect(plan([links('a')], [links('a', 'b')])).toEqual([
      'ALTER TABLE `links` DROP PRIMARY KEY, ADD PRIMARY KEY (`a`, `b`)',
    ]);
    expect(plan([links('b', 'a')], [links('a', 'b')])).toEqual([]);
  });
});

describe('The changes of indexes on MariaDB and MySQL', () => {
  it('drop before they create', () => {
    const from = { ...orders(column('code')), indexes: [byCode] };
    const to = { ...orders(column('code')), indexes: [{ ...byCode, name: 'code_unique', isUnique: true }] };

    expect(plan([from], [to])).toEqual([
      'ALTER TABLE `orders` DROP INDEX `by_code`',
      'CREATE UNIQUE INDEX `code_unique` ON `orders` (`code`)',
    ]);
  });

  it('ignore another name, and the order of the columns of a unique index only', () => {
    const with2 = (isUnique: boolean, ...columns: string[]) => ({
      ...orders(column('a'), column('b')),
      indexes: [{ name: columns.join('_'), isUnique, columns }],
    });

    expect(plan([with2(true, 'a', 'b')], [with2(true, 'b', 'a')])).toEqual([]);
    expect(plan([with2(false, 'a', 'b')], [with2(false, 'b', 'a')])).toEqual([
      'ALTER TABLE `orders` DROP INDEX `a_b`',
      'CREATE INDEX `b_a` ON `orders` (`b`, `a`)',
    ]);
  });

  it('send the statement of an index that is more than its columns, without its semicolon', () => {
    const special = {
      name: 'words',
      isUnique: false,
      columns: ['code'],
      isSpecial: true,
      sql: ' CREATE FULLTEXT INDEX w ON orders (code); ',
    };

    expect(plan([orders(column('code'))], [{ ...orders(column('code')), indexes: [special] }])).toEqual([
      'CREATE FULLTEXT INDEX w ON orders (code)',
    ]);
  });

  it('replace the only index that serves a foreign key that stays before they drop it', () => {
    const key = foreignKey('order_id', 'orders', { name: 'items_fk' });
    const items = (indexes: TableShape['indexes']) =>
      table('items', [column('order_id', 'INTEGER'), column('sku')], { foreignKeys: [key], indexes });
    const unique = { name: 'both', isUnique: true, columns: ['order_id', 'sku'] };

    expect(plan([orders(), items([unique])], [orders(), items([])])).toEqual([
      'CREATE INDEX `items_order_id` ON `items` (`order_id`)',
      'ALTER TABLE `items` DROP INDEX `both`',
    ]);
    const own = { name: 'own', isUnique: false, columns: ['order_id'] };
    expect(plan([orders(), items([unique])], [orders(), items([own])])).toEqual([
      'CREATE INDEX `own` ON `items` (`order_id`)',
      'ALTER TABLE `items` DROP INDEX `both`',
    ]);
    expect(plan([orders(), items([unique, own])], [orders(), items([])])).toEqual([
      'ALTER TABLE `items` DROP INDEX `both`',
    ]);
  });
});

describe('The changes of foreign keys on MariaDB and MySQL', () => {
  const key = foreignKey('order_id', 'orders', { name: 'items_fk' });
  const items = (foreignKeys = [key], type = 'INTEGER') => table('items', [column('order_id', type)], { foreignKeys });
  const add = (rule = 'NO ACTION') =>
    `ALTER TABLE \`items\` ADD CONSTRAINT \`items_fk\` FOREIGN KEY (\`order_id\`) REFERENCES \`orders\` (\`id\`) ON DELETE ${rule} ON UPDATE NO ACTION`;
  const drop = 'ALTER TABLE `items` DROP FOREIGN KEY `items_fk`';

  it('create tables that refer to each other before their foreign keys, and drop them after these', () => {
    const both = [
      table('a', [column('b_id', 'INTEGER')], { foreignKeys: [foreignKey('b_id', 'b', { name: 'a_fk' })] }),
      table('b', [column('a_id', 'INTEGER')], { foreignKeys: [foreignKey('a_id', 'a', { name: 'b_fk' })] }),
    ];

    expect(plan([], both).map((statement) => statement.split(/\s*[(]/)[0])).toEqual([
      'CREATE TABLE `a`',
      'CREATE TABLE `b`',
      'ALTER TABLE `a` ADD CONSTRAINT `a_fk` FOREIGN KEY',
      'ALTER TABLE `b` ADD CONSTRAINT `b_fk` FOREIGN KEY',
    ]);
    expect(plan(both, [])).toEqual([
      'ALTER TABLE `a` DROP FOREIGN KEY `a_fk`',
      'ALTER TABLE `b` DROP FOREIGN KEY `b_fk`',
      'DROP TABLE `a`',
      'DROP TABLE `b`',
    ]);
  });

  it('are dropped and made again for another rule', () => {
    const cascading = items([{ ...key, onDelete: 'CASCADE' }]);

    expect(plan([orders(), items()], [orders(), cascading])).toEqual([drop, add('CASCADE')]);
    expect(plan([orders(), items()], [orders(), items([{ ...key, onDelete: 'RESTRICT' }])])).toEqual([]);
  });

  it('are dropped while a column on either side changes, once if both do', () => {
    const wide = { ...orders(), columns: [{ ...orders().columns[0]!, type: 'BIGINT' }] };
    const modify = (name: string, column: string) =>
      `ALTER TABLE \`${name}\` MODIFY COLUMN \`${column}\` BIGINT${column === 'id' ? ' NOT NULL AUTO_INCREMENT' : ''}`;

    expect(plan([orders(), items()], [orders(), items([key], 'BIGINT')])).toEqual([
      drop,
      modify('items', 'order_id'),
      add(),
    ]);
    expect(plan([orders(), items()], [wide, items()])).toEqual([drop, modify('orders', 'id'), add()]);
    expect(plan([orders(), items()], [wide, items([key], 'BIGINT')])).toEqual([
      drop,
      modify('orders', 'id'),
      modify('items', 'order_id'),
      add(),
    ]);
  });

  it('are not made again in a table that is dropped', () => {
    const wide = { ...orders(), columns: [{ ...orders().columns[0]!, type: 'BIGINT' }] };

    expect(plan([orders(), items()], [wide])).toEqual([
      drop,
      'ALTER TABLE `orders` MODIFY COLUMN `id` BIGINT NOT NULL AUTO_INCREMENT',
      'DROP TABLE `items`',
    ]);
  });

  it('refer to the primary key if they name no columns', () => {
    const [added] = plan([orders(), items([])], [orders(), items([{ ...key, referred: [] }])]);

    expect(added).toContain('REFERENCES `orders` ON DELETE');
  });
});
