import ts from 'typescript';
import { classFile } from '../../../lib/cli/from-database/class-file';
import { planClasses } from '../../../lib/cli/from-database/plan-classes';
import type { ForeignKeyShape, TableShape } from '../../../lib/persistence';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';

type Columns = Readonly<Record<string, string>>;
type Keys = Readonly<Record<string, string | Partial<ForeignKeyShape>>>;

/** A table with the key `id`; `references` has the other table by column. Types that end in `?` are nullable. */
function table(name: string, columns: Columns = {}, references: Keys = {}, more: Partial<TableShape> = {}): TableShape {
  const own = more.primaryKey ? {} : { id: 'INTEGER' };
  const foreignKeys = Object.entries(references).map(([column, to]) => ({
    ...{ columns: [column], table: typeof to === 'string' ? to : '', referred: ['id'] },
    ...{ onDelete: 'RESTRICT', onUpdate: 'CASCADE' },
    ...(typeof to === 'object' && to),
  }));
  return {
    name,
    columns: Object.entries({ ...own, ...columns }).map(([column, type]) => ({
      ...{ name: column, type: type.replace('?', ''), isNullable: type.endsWith('?'), isGenerated: column === 'id' },
    })),
    primaryKey: ['id'],
    indexes: [],
    foreignKeys,
    isView: false,
    ...more,
  } as TableShape;
}

const plan = (...tables: TableShape[]) => planClasses(tables, { dialect: sqlite });

/** The associations of a class: `HasMany orders: Order`. */
function associationsOf(name: string, ...tables: TableShape[]): readonly string[] {
  const planned = plan(...tables).classes.find((one) => one.name === name);
  return planned!.associations.map((one) => `${one.kind} ${one.name}: ${one.target}`);
}

const cascading = (to: string) => ({ table: to, onDelete: 'CASCADE' });

describe('planClasses() and aggregate roots', () => {
  it.each([
    ['a table with a reference', ['CASCADE', 'INTEGER'], false],
    ['a nullable reference', ['CASCADE', 'INTEGER?'], true],
    ['a reference that is set to null', ['SET NULL', 'INTEGER'], true],
  ])(
    'makes %s an aggregate root unless its rows are deleted with those of one other',
    (_, [onDelete, type], isRoot) => {
      const item = table('items', { order_id: type! }, { order_id: { table: 'orders', onDelete: onDelete! } });

      expect(plan(table('orders'), item).classes.map((one) => one.isRoot)).toEqual([true, isRoot]);
    },
  );

  it('makes a table with two owners, or with itself as owner, an aggregate root', () => {
    const owned = { a_id: 'INTEGER', b_id: 'INTEGER' };
    const tables = [
      ...[table('as'), table('bs'), table('both', owned, { a_id: cascading('as'), b_id: cascading('bs') })],
      table('nodes', { parent_id: 'INTEGER' }, { parent_id: cascading('nodes') }),
    ];

    expect(plan(...tables).classes.map((one) => one.isRoot)).toEqual([true, true, true, true]);
  });

  it('makes a table that no association leads to an aggregate root', () => {
    const columns = { a_id: 'INTEGER', b_id: 'INTEGER' };
    const key = { columns: ['a_id', 'b_id'], table: 'orders', referred: ['a', 'b'], onDelete: 'CASCADE' };

    const [, line] = plan(
      table('orders', { a: 'INTEGER', b: 'INTEGER' }),
      table('lines', columns, { a_id: key }),
    ).classes;

    expect([line?.isRoot, line?.reason]).toEqual([true, undefined]);
  });

  it('names the owner of a child first, and others that have a collection of it', () => {
    const line = table(
      'lines',
      { a_id: 'INTEGER', order_id: 'INTEGER' },
      { a_id: 'as', order_id: cascading('orders') },
    );

    const { classes } = plan(table('as'), table('orders'), line);

    expect(classes.at(-1)?.owners).toEqual(['Order', 'A']);
  });

  it('takes the given tables as aggregate roots, and no others', () => {
    const tables = [table('orders'), table('carts')];

    const { classes } = planClasses(tables, { dialect: sqlite, roots: ['carts'] });

    expect(classes.map(({ name, isRoot }) => [name, isRoot])).toEqual([
      ['Order', false],
      ['Cart', true],
    ]);
  });
});

describe('planClasses() and associations', () => {
  it('names several associations with one class after their foreign keys', () => {
    const order = table(
      'orders',
      { buyer_id: 'INTEGER', seller_id: 'INTEGER?' },
      { buyer_id: 'users', seller_id: 'users' },
    );

    expect(associationsOf('Order', table('users'), order)).toEqual(['BelongsTo buyer: User', 'BelongsTo seller: User']);
    expect(associationsOf('User', table('users'), order)).toEqual([
      'HasMany ordersAsBuyer: Order',
      'HasMany ordersAsSeller: Order',
    ]);
  });

  it('names the associations of a class with itself', () => {
    const node = table('categories', { parent_id: 'INTEGER?' }, { parent_id: 'categories' });

    expect(associationsOf('Category', node)).toEqual(['BelongsTo parent: Category', 'HasMany children: Category']);
  });

  it('gives other names to associations whose name is a column', () => {
    const order = table('orders', { customer: 'INTEGER' }, { customer: 'customers' });

    expect(associationsOf('Order', table('customers', { orders: 'INTEGER' }), order)).toEqual([
      'BelongsTo customerRef: Customer',
    ]);
    expect(associationsOf('Customer', table('customers', { orders: 'INTEGER' }), order)).toEqual([
      'HasMany ordersAsCustomer: Order',
    ]);
  });

  it('makes a unique foreign key, and one that is the primary key, a one-to-one association', () => {
    const unique = { indexes: [{ name: 'u', isUnique: true, columns: ['order_id'] }] };
    const invoice = table('invoices', { order_id: 'INTEGER' }, { order_id: 'orders' }, unique);
    const note = table('notes', { order_id: 'INTEGER' }, { order_id: 'orders' }, { primaryKey: ['order_id'] });

    expect(associationsOf('Order', table('orders'), invoice, note)).toEqual([
      'HasOne invoice: Invoice',
      'HasOne note: Note',
    ]);
  });

  it('keeps a collection where only a part of the rows is unique', () => {
    const indexes = [{ name: 'u', isUnique: true, columns: ['order_id'], isSpecial: true }];
    const invoice = table('invoices', { order_id: 'INTEGER' }, { order_id: 'orders' }, { indexes });

    expect(associationsOf('Order', table('orders'), invoice)).toEqual(['HasMany invoices: Invoice']);
  });

  it('makes a table of two foreign keys a many-to-many association of both classes', () => {
    const columns = { user_id: 'INTEGER', group_id: 'INTEGER' };
    const join = table(
      'user_group',
      columns,
      { user_id: 'users', group_id: 'groups' },
      { primaryKey: ['user_id', 'group_id'] },
    );

    const { classes, leftOut } = plan(table('users'), table('groups'), join);

    expect(leftOut).toEqual([]);
    expect(classes.map(({ name, associations }) => [name, associations])).toEqual([
      [
        'User',
        [
          expect.objectContaining({
            name: 'groups',
            through: 'UserGroup',
            options: { foreignKey: 'userId', otherKey: 'groupId', onDelete: 'RESTRICT' },
          }),
        ],
      ],
      [
        'Group',
        [
          expect.objectContaining({
            name: 'users',
            through: 'UserGroup',
            options: { foreignKey: 'groupId', otherKey: 'userId', onDelete: 'RESTRICT' },
          }),
        ],
      ],
      ['UserGroup', []],
    ]);
  });
});

describe('planClasses() and delete rules', () => {
  /** The files of a join table of users and groups, with these rules of its foreign keys. */
  function filesOf(ofUsers: Partial<ForeignKeyShape>, ofGroups: Partial<ForeignKeyShape>): readonly string[] {
    const keys = { user_id: { table: 'users', ...ofUsers }, group_id: { table: 'groups', ...ofGroups } };
    const join = table('user_group', { user_id: 'INTEGER', group_id: 'INTEGER' }, keys, {
      primaryKey: ['user_id', 'group_id'],
    });
    const { classes } = plan(table('users'), table('groups'), join);
    return classes.map((one) => classFile(one, classes));
  }

  const optionsIn = (file: string) => /@BelongsToMany\(\(\) => \w+, \{(.*)\}\)/.exec(file)![1]!.trim();

  it('leaves out the rules of join tables that are the default', () => {
    const [user] = filesOf({ onDelete: 'CASCADE' }, { onDelete: 'CASCADE' });

    expect(optionsIn(user!)).toBe("through: () => UserGroup, foreignKey: 'userId', otherKey: 'groupId'");
  });

  it('gives both associations of a join table its rules if they are alike', () => {
    const rules = { onDelete: 'NO ACTION', onUpdate: 'RESTRICT' };

    const [user, group] = filesOf(rules, rules);

    for (const file of [user, group])
      expect(optionsIn(file!)).toContain(", onDelete: 'NO ACTION', onUpdate: 'RESTRICT'");
  });

  it('gives the columns of a join table its rules if they differ', () => {
    const [user, , join] = filesOf({ onDelete: 'RESTRICT' }, { onDelete: 'CASCADE' });

    expect(optionsIn(user!)).not.toContain('onDelete');
    expect(join).toContain("@Column({ type: DataType.INTEGER, onDelete: 'RESTRICT' })\n  declare userId: number;");
    expect(join).toContain('@Column(DataType.INTEGER)\n  declare groupId: number;');
  });

  it.each([
    ['SET DEFAULT', 'INTEGER?', 'RESTRICT'],
    ['SET NULL', 'INTEGER', 'RESTRICT'],
    ['SET NULL', 'INTEGER?', 'SET NULL'],
  ])('gives associations a rule that a class may have: %s on %s becomes %s', (onDelete, type, expected) => {
    const order = table('orders', { user_id: type }, { user_id: { table: 'users', onDelete } });

    const { classes } = plan(table('users'), order);

    for (const { associations } of classes) expect(associations[0]?.options.onDelete).toBe(expected);
  });
});

describe('planClasses() and names', () => {
  it('gives a single child and a collection different names for their elements', () => {
    const unique = { name: 'u', isUnique: true, columns: ['shop_id'] };
    const films = table('films', { shop_id: 'INTEGER' }, { shop_id: 'shops' }, { indexes: [unique] });
    const join = table(
      'shop_films',
      { film_id: 'INTEGER', shop_id: 'INTEGER' },
      { film_id: 'films', shop_id: 'shops' },
      { primaryKey: ['film_id', 'shop_id'] },
    );

    expect(associationsOf('Shop', table('shops'), films, join)).toEqual([
      'HasOne film: Film',
      'BelongsToMany filmsThroughShopFilm: Film',
    ]);
  });

  it('refers to another column than the primary key by its field, whatever its case', () => {
    const customer = table('customers', { Cust_No: 'VARCHAR(9)' });
    const order = table('orders', { cust: 'VARCHAR(9)' }, { cust: { table: 'CUSTOMERS', referred: ['CUST_NO'] } });

    const [planned, other] = plan(customer, order).classes;

    expect(planned?.associations[0]?.options).toEqual({
      foreignKey: 'cust',
      onDelete: 'RESTRICT',
      sourceKey: 'custNo',
    });
    expect(other?.associations[0]?.options).toEqual({ foreignKey: 'cust', onDelete: 'RESTRICT', targetKey: 'custNo' });
  });

  it('gives classes of the same name another that says what they are, and numbers fields', () => {
    const { classes } = plan(
      table('tblOrders'),
      table('orders', { 'E-MAIL': 'TEXT', e_mail: 'TEXT', '2nd': 'TEXT', save: 'TEXT' }),
    );

    expect(classes.map(({ name }) => name)).toEqual(['TblOrder', 'Order']);
    expect(classes[1]?.fields.map(({ name }) => name)).toEqual(['id', 'eMail', 'eMail2', 'column2nd', 'saveValue']);
  });

  it.each<[table: TableShape, reason: string]>([
    [table('v', {}, {}, { isView: true }), 'v: it is a view: --views writes a class of it, which is only listed'],
    [table('log', { at: 'DATE' }, {}, { primaryKey: [] }), 'log: it has no primary key: add one with a migration'],
    [
      table('t', { k: 'BINARY(16)' }, {}, { primaryKey: ['k'] }),
      't: its primary key k has the type BINARY(16), which no path can name',
    ],
    [
      table('t', { a: 'GEOMETRY', b: 'INTEGER' }, {}, { primaryKey: ['a', 'b'] }),
      't: its primary key a has the type GEOMETRY, which is not supported',
    ],
  ])('leaves out a table with the reason', (shape, reason) => {
    expect(plan(shape)).toEqual({ classes: [], leftOut: [reason], notes: [] });
  });

  it.each<[table: TableShape, reason: string]>([
    [
      table('t', { a: 'INTEGER', b: 'BINARY(16)' }, {}, { primaryKey: ['a', 'b'] }),
      'its primary key (a, b) has several columns',
    ],
    [
      table('t', { a: 'INTEGER', b: 'INTEGER' }, { a: 'gone', b: 'gone' }, { primaryKey: ['a', 'b'] }),
      'its primary key (a, b) has several columns',
    ],
    [table('t', { a: 'INTEGER' }, {}, { isView: true, primaryKey: [] }), 'it is a view'],
  ])('makes a table whose rows no path can name a root that is only listed', (shape, reason) => {
    const [planned] = planClasses([shape], { dialect: sqlite, views: true, roots: [] }).classes;

    expect(planned).toMatchObject({ isKeyless: true, isRoot: true, isJoin: false, reason, associations: [] });
  });

  it('gives no class a collection of rows that are only listed, and no reference to them', () => {
    const users = table('users');
    const votes = table(
      'votes',
      { user_id: 'INTEGER', film: 'INTEGER' },
      { user_id: { table: 'users', onDelete: 'CASCADE' } },
      { primaryKey: ['user_id', 'film'] },
    );
    const notes = table('notes', { vote: 'INTEGER' }, { vote: { table: 'votes', referred: ['film'] } });

    const { classes, leftOut } = plan(users, votes, notes);

    expect(leftOut).toEqual([]);
    expect(classes.map(({ associations }) => associations.map(({ kind }) => kind))).toEqual([[], ['BelongsTo'], []]);
  });

  it('leaves out columns and foreign keys that no class can represent, with the reason', () => {
    const columns = { place: 'GEOMETRY', shape: 'GEOMETRY?', $: 'INTEGER?', a: 'INTEGER', b: 'INTEGER' };
    const keys = { a: { table: 'gone' }, b: { columns: ['a', 'b'], table: 'orders', referred: ['x', 'y'] } };

    const { classes, leftOut } = plan(table('orders', columns, keys));

    expect(leftOut).toEqual([
      'orders.place: its type GEOMETRY is not supported; no row can be created, because it requires a value',
      'orders.shape: its type GEOMETRY is not supported',
      'orders.$: Sequelize cannot write its name: rename it by a migration',
      'orders (a): it refers to gone, which is left out',
      'orders (a, b): a foreign key with several columns',
    ]);
    expect(classes[0]?.fields.map(({ name }) => name)).toEqual(['id', 'a', 'b']);
    expect(classes[0]?.associations).toEqual([]);
  });
});

describe('planClasses() and names that a module needs', () => {
  const TAKEN = ['columns', 'tables', 'indexes', 'foreign_keys', 'primary_keys', 'objects', 'dates', 'maps', 'models'];

  it('gives other names to the classes, and keeps those of table, resource and associations', () => {
    const column = table('columns', { table_id: 'INTEGER' }, { table_id: cascading('tables') });
    const { classes } = plan(table('tables'), column);

    const [first, second] = classes.map((one) => classFile(one, classes));

    expect(classes.map(({ name }) => name)).toEqual(['StoredTable', 'StoredColumn']);
    expect(first).toContain(
      [
        '/** Called StoredTable, because a class Table would hide a name that this module uses. */',
        "@AggregateRoot({ name: 'tables' })",
        "@Table({ tableName: 'tables', timestamps: false })",
        'export class StoredTable extends Model {',
      ].join('\n'),
    );
    expect(first).toContain('declare columns: StoredColumn[];');
    expect(second).toContain('declare table: Ref<StoredTable>;');
  });

  it.each(TAKEN)('writes a file for the table %s that hides no import and no global', (name) => {
    const { classes } = plan(table(name, { at: 'DATETIME?', data: 'BLOB?' }));

    const text = classFile(classes[0]!, classes);
    const declared = /export class (\w+)/.exec(text)![1]!;

    expect(text).toContain(`tableName: '${name}'`);
    expect(declared).toMatch(/^Stored/);
    expect(text.match(/^import .*$/gm)!.join()).not.toContain(declared);
  });

  it('does not rename classes that only share their name with a global, or with a member of every object', () => {
    const race = table('races', { constructor_id: 'INTEGER' }, { constructor_id: 'constructors' });
    const { classes } = plan(table('events'), table('constructors'), race);

    expect(classes.map(({ name }) => name)).toEqual(['Event', 'Constructor', 'Race']);
    expect(classes[2]?.associations[0]?.name).toBe('constructorValue');
  });

  it('does not rename two classes alike', () => {
    expect(plan(table('columns'), table('stored_columns')).classes.map(({ name }) => name)).toEqual([
      'StoredColumn',
      'StoredColumnRow',
    ]);
  });
});

describe('The file of a class', () => {
  it('names the column of the version without a cast', () => {
    const { classes } = plan(table('orders', { version: 'INTEGER' }));

    expect(classFile(classes[0]!, classes)).toContain(
      "@Table({ tableName: 'orders', timestamps: false, version: 'version' })",
    );
  });

  it('imports the classes that it uses, not those that its texts name, and can be parsed', () => {
    const columns = { state: "ENUM('New Customer','it''s Default')", cust_id: 'INTEGER', data: 'JSON' };
    const { classes } = plan(
      table('customers'),
      table('Order Lines', columns, { cust_id: 'customers' }),
      table('lines'),
    );

    const text = classFile(classes[1]!, classes);

    expect(text.match(/^import .*$/gm)).toEqual([
      "import { AggregateRoot, Searchable, type Ref } from 'koaggregate';",
      "import { AllowNull, AutoIncrement, BelongsTo, Column, DataType, ForeignKey, Model, PrimaryKey, Table } from 'sequelize-typescript';",
      "import { Customer } from './customer';",
    ]);
    expect(text).toContain("@Column(DataType.ENUM('New Customer', 'it\\'s Default'))");
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
  });
});

describe('A column that counts the writes of a row', () => {
  const textOf = (columns: Columns) => {
    const { classes } = plan(table('orders', columns));
    return classFile(classes[0]!, classes);
  };

  it('is named in the class, which has no version by itself', () => {
    const hint = (column: string, field: string) =>
      `/** If ${column} counts the writes of a row, add version: '${field}' to @Table. */\n@AggregateRoot`;

    expect(textOf({ version_no: 'INTEGER' })).toContain(hint('version_no', 'versionNo'));
    expect(textOf({ RowVersion: 'BIGINT' })).toContain(hint('RowVersion', 'rowVersion'));
    expect(textOf({ version: 'INTEGER?' })).toContain('make it NOT NULL in a migration and add version');
    expect(textOf({ lock_version: 'INTEGER?' })).toContain('make it NOT NULL in a migration and add version');
  });

  it('is not assumed of another type, of a foreign key, or beside the version', () => {
    expect(textOf({ row_version: 'VARCHAR(10)' })).not.toContain('counts the writes');
    expect(textOf({ version: 'INTEGER', revision: 'INTEGER' })).not.toContain('counts the writes');
    expect(textOf({ conversion: 'INTEGER' })).not.toContain('counts the writes');
  });

  it('is the version if it is called version or lock_version, a whole number and never null', () => {
    expect(textOf({ lock_version: 'INTEGER' })).toContain("timestamps: false, version: 'lockVersion' }");
    expect(textOf({ version: 'INTEGER', lock_version: 'INTEGER' })).toContain("version: 'lockVersion' }");
    for (const type of ['INTEGER?', 'VARCHAR(10)', 'DECIMAL(5,2)', 'TINYINT'])
      expect(textOf({ version: type })).not.toContain(', version:');
  });
});
