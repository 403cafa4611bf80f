import { rolesOf } from '../../../lib/cli/from-database/roots';
import type { ForeignKeyShape, TableShape } from '../../../lib/persistence';

interface Key {
  readonly to: string;
  readonly onDelete?: string;
  readonly isNullable?: boolean;
  readonly referred?: readonly string[];
}

/** A table with a column for each foreign key; with the primary key `id` unless another is given. */
function table(name: string, keys: Readonly<Record<string, Key>> = {}, primaryKey: readonly string[] = ['id']) {
  const foreignKeys = Object.entries(keys).map(
    ([column, { to, onDelete = 'CASCADE', referred = ['id'] }]): ForeignKeyShape => ({
      ...{ columns: [column], table: to, referred, onDelete, onUpdate: 'RESTRICT' },
    }),
  );
  const columns = [...new Set([...primaryKey, ...Object.keys(keys)])].map((column) => ({
    ...{ name: column, type: 'INTEGER', isNullable: keys[column]?.isNullable ?? false, isGenerated: false },
  }));
  return { name, isView: false, columns, primaryKey, indexes: [], foreignKeys } satisfies TableShape;
}

/** Roots by their reason, children by their owner. */
function roles(tables: readonly TableShape[], roots?: readonly string[]): Readonly<Record<string, string>> {
  const found = [...rolesOf(tables, roots)];
  return Object.fromEntries(
    found.map(([name, { isRoot, owner, reason }]) => [name, `${isRoot ? 'root' : owner}: ${reason}`]),
  );
}

const orders = table('orders');

describe('A table', () => {
  it('is a child of the only table that deletes its rows, whatever the case of the name', () => {
    expect(roles([orders, table('lines', { order_id: { to: 'ORDERS' } })])).toEqual({
      orders: 'root: undefined',
      lines: 'orders: order_id is NOT NULL with ON DELETE CASCADE',
    });
  });

  it.each<[string, Key]>([
    ['nullable', { to: 'orders', isNullable: true }],
    ['without CASCADE', { to: 'orders', onDelete: 'RESTRICT' }],
    ['to a table without a class', { to: 'gone' }],
    ['to itself', { to: 'lines' }],
  ])('is a root with a foreign key %s', (_, key) => {
    expect(roles([orders, table('lines', { order_id: key })]).lines).toBe('root: undefined');
  });

  it('is a root, and says so, if several foreign keys delete its rows', () => {
    const lines = table('lines', { order_id: { to: 'orders' }, product_id: { to: 'products' } });

    expect(roles([orders, table('products'), lines]).lines).toBe('root: order_id and product_id are ON DELETE CASCADE');
  });

  it('is a child of the table whose key begins its own', () => {
    const key = { to: 'orders', onDelete: 'RESTRICT' };
    const tables = [
      orders,
      table('notes', { order_id: key }, ['order_id']),
      table('lines', { order_id: key }, ['order_id', 'position']),
      table('moves', { order_id: key }, ['position', 'order_id']),
      table('codes', { order_id: { ...key, referred: ['code'] } }, ['order_id']),
    ];

    expect(roles(tables)).toMatchObject({
      notes: 'orders: its primary key begins with order_id, the key of orders',
      lines: 'orders: its primary key begins with order_id, the key of orders',
      moves: 'root: undefined',
      codes: 'root: undefined',
    });
  });

  it('is a root if its owners own each other, and not if they only own others', () => {
    const tables = [
      table('as', { b_id: { to: 'bs' } }),
      table('bs', { a_id: { to: 'as' } }),
      table('cs', { a_id: { to: 'as' } }),
    ];

    expect(roles(tables)).toEqual({
      as: 'root: its owners own each other',
      bs: 'root: its owners own each other',
      cs: 'as: a_id is NOT NULL with ON DELETE CASCADE',
    });
  });

  it('is a root by the given names alone', () => {
    expect(roles([orders, table('lines', { order_id: { to: 'orders' } })], ['lines'])).toEqual({
      orders: 'undefined: undefined',
      lines: 'root: --roots names it',
    });
  });
});
