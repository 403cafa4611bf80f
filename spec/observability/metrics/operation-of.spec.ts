import { operationOf } from '../../../lib/observability/metrics/operation-of';

describe('The operation of a statement', () => {
  it.each([
    ['SELECT `id` FROM `orders` AS `Order` WHERE 1', 'SELECT', 'orders'],
    ['SELECT (SELECT count(*) FROM `items`) AS `n` FROM `orders`', 'SELECT', 'items'],
    ['SELECT * FROM (SELECT `id` FROM `orders`) AS `x`', 'SELECT', 'orders'],
    ['  insert  into `orders` (`id`) VALUES (1)', 'INSERT', undefined],
    ['INSERT INTO `orders` (`note`) VALUES (" INTO `items` ")', 'INSERT', 'orders'],
    ['UPDATE `orders` SET `note`="x FROM `items`"', 'UPDATE', 'orders'],
    ['DELETE FROM "orders" WHERE 1', 'DELETE', 'orders'],
    ['REPLACE INTO orders VALUES (1)', 'REPLACE', 'orders'],
    ['SELECT 1', 'SELECT', undefined],
    ['SET STATEMENT optimizer_search_depth = 2 FOR SELECT `id` FROM `orders`', 'SELECT', 'orders'],
    ['SET STATEMENT a = 1', '_OTHER', undefined],
    ['SET SESSION a = 1', 'SET', undefined],
    ['START TRANSACTION', 'START', undefined],
    ['COMMIT;', 'COMMIT', undefined],
    ['PRAGMA foreign_keys', 'PRAGMA', undefined],
    ['/* a */ SELECT 1', '_OTHER', undefined],
    ['GRANT ALL', '_OTHER', undefined],
    ['', '_OTHER', undefined],
  ])('of %j is %s of %s', (sql, name, table) => {
    expect(operationOf(sql)).toEqual(table === undefined ? expect.objectContaining({ name }) : { name, table });
    expect(operationOf(sql).table).toBe(table);
  });

  it('looks at few places of a long statement', () => {
    const nested = ' FROM ('.repeat(3);

    expect(operationOf(`SELECT 1${nested} FROM \`orders\``).table).toBeUndefined();
    expect(operationOf(`SELECT '${'x'.repeat(10_000_000)}'`).table).toBeUndefined();
  });
});
