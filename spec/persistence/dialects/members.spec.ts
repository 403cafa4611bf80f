import type { Dialect, DriverRow, Written } from '../../../lib/persistence/dialects/dialect';
import type { DomainSequelize } from '../../../lib/persistence/statements/domain-sequelize';
import { selectOf } from '../../../lib/persistence/tables/rows';
import { Order, shop } from '../../support/domain/shop';
import { type OpenStore, openStore } from '../../support/open-store';

let open: OpenStore;
let sequelize: DomainSequelize;
let dialect: Dialect;

beforeAll(async () => {
  open = await openStore(shop);
  sequelize = Order.sequelize as unknown as DomainSequelize;
  dialect = sequelize.sqlDialect;
  await Order.create({ code: 'A-1', total: '1.50' });
});
afterAll(() => open.close());

/** The first value of each row. */
async function valuesOf(sql: string): Promise<unknown[]> {
  const rows = await selectOf(sequelize)<object>(sql);
  return rows.map((row) => Object.values(row)[0]);
}

/** Sends something over a connection of its own. */
function sent<T>(send: (connection: object, done: (error: Error | null, result?: T) => void) => void): Promise<T> {
  return sequelize.sendWrite(
    (connection) =>
      new Promise((resolve, reject) => {
        send(connection, (error, result) => (error ? reject(error) : resolve(result as T)));
      }),
  );
}

describe('The dialect of a database', () => {
  it('writes names, texts, lists and the time as the database reads them', async () => {
    const { syntax } = dialect;
    const [now] = await valuesOf(`SELECT ${syntax.nowMs} AS now`);
    const [row] = await selectOf(sequelize)<object>(`SELECT 1 AS ${syntax.quote('a"b`c')}`);

    expect(Object.keys(row!)).toEqual(['a"b`c']);
    expect(await valuesOf(`SELECT ${syntax.textOf('12')} AS text`)).toEqual(['12']);
    expect(await valuesOf(`SELECT LENGTH(${syntax.bytesOf("'é'", true)}) AS size`)).toEqual([2]);
    expect(await valuesOf(`SELECT ${syntax.joinTexts(["'a'", "'b'", 'NULL'], "'-'")} AS text`)).toEqual([null]);
    expect(await valuesOf(`SELECT ${syntax.joinTexts(["'a'", "'b'"], "'-'")} AS text`)).toEqual(['a-b']);
    expect(await valuesOf(syntax.rowsOf(["'a'", "'b'"]))).toEqual(['a', 'b']);
    expect(Math.abs(Number(now) - Date.now())).toBeLessThan(60_000);
  });

  it('bounds statements, whose results stay the same', async () => {
    const { syntax } = dialect;
    const select = 'SELECT code FROM orders';

    expect(await valuesOf(syntax.boundPlanning(select, 5))).toEqual(['A-1']);
    expect(await valuesOf(syntax.boundLockWait(select, 5))).toEqual(['A-1']);
    expect(await valuesOf(`${select}${dialect.transactions.shareClause}`)).toEqual(['A-1']);
    expect(await valuesOf(`${select}${dialect.transactions.updateClause}`)).toEqual(['A-1']);
  });

  it('returns rows by its keys, and counts of written rows', async () => {
    const { driver } = dialect;
    const rows = await sent<readonly DriverRow[]>((connection, done) =>
      driver.selectRows(connection, 'SELECT code AS a, 2 AS b FROM orders', done),
    );
    const named = await sent<readonly DriverRow[]>((connection, done) =>
      driver.selectNamed(connection, 'SELECT code FROM orders', done),
    );
    const written = await sent<Written>((connection, done) =>
      driver.write(connection, "UPDATE orders SET code = 'A-2' WHERE code = ?", ['A-1'], done),
    );
    await sent<void>((connection, done) =>
      driver.runAll(connection, ["UPDATE orders SET code = 'A-3'", "UPDATE orders SET code = 'A-1'"], done),
    );

    expect(rows.map((row) => [row[driver.keyAt(0, 'a')], row[driver.keyAt(1, 'b')]])).toEqual([['A-1', 2]]);
    expect(named).toMatchObject([{ code: 'A-1' }]);
    expect(written.rows).toBe(1);
    expect(await valuesOf('SELECT code FROM orders')).toEqual(['A-1']);
  });

  it('matches patterns with and without case, and texts of rows that differ', async () => {
    const { comparison } = dialect;
    const literal = (text: string) => `'${text}'`;
    const isFound = (parts: string[], ignoresCase: boolean) =>
      valuesOf(`SELECT code FROM orders WHERE ${comparison.matches('code', { parts, ignoresCase, literal })}`);
    const textOf = (sql: string) => valuesOf(`SELECT ${comparison.rowText("'x'", [{ kind: 'string', sql }])} AS text`);

    expect(await isFound(['A', '1'], false)).toEqual(['A-1']);
    expect(await isFound(['a', '1'], false)).toEqual([]);
    expect(await isFound(['a', '1'], true)).toEqual(['A-1']);
    expect(await textOf("'a'")).not.toEqual(await textOf("'b'"));
    expect(await textOf('NULL')).not.toEqual(await textOf("'NULL'"));
  });

  it('knows dates that no calendar has', async () => {
    const isNoDate = (text: string) =>
      valuesOf(`SELECT 1 FROM (SELECT '${text}' AS date) AS t WHERE ${dialect.values.isNoDate}`);

    expect(await isNoDate('2026-01-31 08:30:00')).toEqual([]);
    expect(await isNoDate('0000-00-00 00:00:00')).toEqual([1]);
  });

  it('begins transactions, switches the check of foreign keys off and on, and restarts keys', async () => {
    const { begin, beginReading, foreignKeys, laterKeys, waitAtMost } = dialect.transactions;
    const { restartKeys } = dialect.schema;
    const statements = [
      ...(waitAtMost ? [waitAtMost(50_000)] : []),
      ...[foreignKeys.off, begin, 'COMMIT', foreignKeys.on],
      ...[begin, laterKeys.off, laterKeys.on, 'COMMIT'],
      ...[restartKeys({ identifier: '`orders`', literal: "'orders'" })],
      ...(beginReading ? [beginReading, 'COMMIT'] : []),
    ];

    await expect(
      sent<void>((connection, done) => dialect.driver.runAll(connection, statements, done)),
    ).resolves.toBeUndefined();
  });

  it('reads its catalogue, and has nothing to change between equal tables', async () => {
    const { catalogue, changes, reload, shapes } = dialect.schema;
    const tables = await shapes(selectOf(sequelize));
    const orders = tables.find(({ name }) => name === 'orders')!;

    expect(orders.primaryKey).toEqual(['id']);
    expect(await valuesOf(catalogue.tableNames)).toContain('orders');
    expect(await valuesOf(catalogue.columnNames("'orders'"))).toEqual(orders.columns.map(({ name }) => name));
    expect(await valuesOf(catalogue.referredNames("'orders'"))).toEqual(orders.foreignKeys.map(({ table }) => table));
    expect(changes({ created: [], dropped: [], changed: [], from: tables, to: tables })).toEqual([]);
    await valuesOf(reload ?? 'SELECT 1');
  });

  it('knows what its errors mean', async () => {
    const failed = (sql: string) => sequelize.query(sql).catch(({ parent }) => parent);
    const duplicate = await failed('INSERT INTO orders SELECT * FROM orders');

    expect(dialect.errors.isDuplicate(duplicate)).toBe(true);
    expect(dialect.errors.isTaken(duplicate)).toBe(true);
    expect(dialect.errors.meaningOf(await failed('SELECT nothing FROM nowhere'))).toBeUndefined();
    expect(dialect.errors.rejectionOf(await failed('INSERT INTO orders (id) VALUES (NULL)'))?.message).toMatch(
      /must not be null|is required/,
    );
  });
});
