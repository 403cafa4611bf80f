import { Sequelize } from 'sequelize-typescript';
import { sqlite } from '../../../../lib/persistence/dialects/sqlite';
import { planChanges } from '../../../../lib/persistence/schema/plan/plan-changes';
import { parseRename, renamedShapes, renameSql, reversed } from '../../../../lib/persistence/schema/plan/renames';
import { storedShapes } from '../../../../lib/persistence/schema/shapes/stored-shapes';
import type { TableShape } from '../../../../lib/persistence/tables/table-shape';
import { column, foreignKey, required, table } from '../../../support/table-shapes';

const plan = (from: readonly TableShape[], to: readonly TableShape[]) => planChanges(from, to, sqlite);
const orders = (...columns: Parameters<typeof table>[1]) => table('orders', columns);
const ROWS = ["INSERT INTO orders (id, code) VALUES (1, NULL), (7, 'it''s')", 'DELETE FROM orders WHERE id = 1'];

/** What happens to the row 7 with the code `it's`. */
const CHANGES: readonly (readonly [string, TableShape, object])[] = [
  ['a nullable column', orders(column('code'), column('note')), { code: "it's", note: null }],
  ['a required column', orders(column('code'), required('amount', 'DECIMAL(5,2)')), { code: "it's", amount: 0 }],
  [
    'a required column with a default',
    orders(column('code'), required('status', 'TEXT', "'a''b'")),
    { code: "it's", status: "a'b" },
  ],
  [
    'a required column whose default is an expression',
    orders(column('code'), required('word', 'TEXT', "upper('x')")),
    { code: "it's", word: 'X' },
  ],
  ['a column that becomes required', orders(required('code', 'VARCHAR(20)', "'none'")), { code: "it's" }],
  ['a column that is dropped', orders(), {}],
  ['a name with quotes and capitals', orders(column('code'), required('Od"d', 'TEXT')), { code: "it's", 'Od"d': '' }],
  [
    'a unique constraint of the table',
    {
      ...orders(column('code')),
      indexes: [{ name: 'code_unique', isUnique: true, columns: ['code'], isConstraint: true }],
    },
    { code: "it's" },
  ],
];

describe('The changes of a table on SQLite', () => {
  let sequelize: Sequelize;

  beforeEach(async () => {
    sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });
    await run(plan([], [orders(column('code'))]));
    await run(ROWS);
  });
  afterEach(() => sequelize.close());

  async function run(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await sequelize.query(statement);
  }

  const rows = async (name: string) => (await sequelize.query(`SELECT * FROM "${name}"`))[0];

  it.each(CHANGES)('keep the rows and the counter of keys, up and down: %s', async (_, wanted, values) => {
    const before = await storedShapes(sequelize);

    await run(plan(before, [wanted]));
    const after = await storedShapes(sequelize);

    expect(await rows('orders')).toEqual([{ id: 7, ...values }]);
    expect(plan(after, [wanted])).toEqual([]);
    await run(plan(after, before));
    expect(plan(await storedShapes(sequelize), before)).toEqual([]);
    expect(await rows('orders')).toEqual([{ id: 7, code: 'code' in values ? values.code : null }]);
    await run(["INSERT INTO orders (code) VALUES ('next')", 'DELETE FROM orders WHERE id = 7']);
    expect(await rows('orders')).toEqual([{ id: 8, code: 'next' }]);
  });

  it('fill the rows without a value when a column becomes required', async () => {
    await run(['INSERT INTO orders (id, code) VALUES (9, NULL)']);

    await run(plan(await storedShapes(sequelize), [orders(required('code', 'TEXT', "'none'"))]));

    expect(await rows('orders')).toEqual([
      { id: 7, code: "it's" },
      { id: 9, code: 'none' },
    ]);
  });

  it('keep triggers, partial indexes and checks of a table that is created anew', async () => {
    await run([
      'CREATE TABLE checked (id INTEGER PRIMARY KEY, n INT, CHECK (n > 0))',
      'CREATE INDEX small ON checked (n) WHERE n < 5',
      "CREATE TRIGGER count AFTER INSERT ON checked BEGIN UPDATE orders SET code = 'seen'; END",
    ]);
    const before = await storedShapes(sequelize);
    const wanted = before.map((one) =>
      one.name === 'checked' ? { ...one, columns: [...one.columns, required('m', 'INT')] } : one,
    );

    await run(plan(before, wanted));
    await run(['INSERT INTO checked (n, m) VALUES (3, 4)']);

    expect(await rows('orders')).toEqual([{ id: 7, code: 'seen' }]);
    await expect(run(['INSERT INTO checked (n, m) VALUES (0, 4)'])).rejects.toMatchObject({
      parent: { message: expect.stringContaining('CHECK constraint failed') },
    });
    expect((await storedShapes(sequelize)).find(({ name }) => name === 'checked')?.indexes).toMatchObject([
      { name: 'small', isSpecial: true },
    ]);
  });

  it.each([
    ['INTEGER PRIMARY KEY AUTOINCREMENT', ['id', 'code']],
    ['INTEGER CONSTRAINT "the key" PRIMARY KEY DESC ON CONFLICT ABORT', ['code', 'id']],
    ["VARCHAR(9) DEFAULT 'PRIMARY KEY' PRIMARY KEY NOT NULL", ['code']],
    ['INT NOT NULL PRIMARY KEY', []],
  ])('change a primary key that is part of the definition of its column, and back: %s', async (definition, key) => {
    await run([`CREATE TABLE links (id ${definition}, code TEXT NOT NULL)`, "INSERT INTO links VALUES (7, 'a')"]);
    const before = await storedShapes(sequelize);
    const wanted = before.map((one) => (one.name === 'links' ? { ...one, primaryKey: key } : one));
    const keyOf = async () => (await storedShapes(sequelize)).find(({ name }) => name === 'links')?.primaryKey;
    const [[row]] = [await rows('links')];

    await run(plan(before, wanted));

    expect([await keyOf(), await rows('links')]).toEqual([key, [row]]);
    await run(plan(wanted, before));
    expect(await storedShapes(sequelize)).toEqual(before);
    expect(await rows('links')).toEqual([row]);
  });

  it('make a foreign key again for another rule, with its rows', async () => {
    const items = (onDelete: string) =>
      table('items', [column('order_id', 'INT')], { foreignKeys: [foreignKey('order_id', 'orders', { onDelete })] });
    await run(plan([], [items('NO ACTION')]));
    await run(['INSERT INTO items (id, order_id) VALUES (1, 7)']);
    const before = await storedShapes(sequelize);

    await run(plan(before, [...before.filter(({ name }) => name !== 'items'), items('CASCADE')]));
    await run(['PRAGMA foreign_keys = ON', 'DELETE FROM orders']);

    expect(await rows('items')).toEqual([]);
  });

  it.each([
    ['orders.code=Od"d', 'orders', { id: 7, 'Od"d': "it's" }],
    ['orders=Purchase Orders', 'Purchase Orders', { id: 7, code: "it's" }],
  ])('lead to the renamed shapes, and back: --rename %s', async (words, name, row) => {
    const rename = parseRename(words);
    const before = await storedShapes(sequelize);

    await run([renameSql(rename, sqlite)]);

    expect(await rows(name)).toEqual([row]);
    expect(plan(await storedShapes(sequelize), renamedShapes(before, rename))).toEqual([]);
    await run([renameSql(reversed(rename), sqlite)]);
    expect(await storedShapes(sequelize)).toEqual(before);
  });
});

describe('A rename', () => {
  it.each(['orders', '=b', 'a=', 'a.=b', '.a=b', 'a.b.c=d', 'a=b=c', ''])(
    'is rejected in another format: %j',
    (words) => {
      expect(() => parseRename(words)).toThrow(
        `--rename ${words}: write table.old=new for a column, or old=new for a table.`,
      );
    },
  );

  it.each([
    ['bills=invoices', '--rename: the database has no table bills.'],
    ['orders.state=status', '--rename: the table orders has no column state.'],
    ['ORDERS.CODE=id', '--rename: the table orders has id already.'],
  ])('is rejected if the names do not fit: %s', (words, message) => {
    expect(() => renamedShapes([orders(column('code'))], parseRename(words))).toThrow(message);
  });
});
