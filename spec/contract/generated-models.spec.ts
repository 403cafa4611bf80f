import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT_RULE } from '../../lib/cli/from-database/roots';
import { compilerMessages } from '../support/compiler-messages';
import { koaggregate } from '../support/koaggregate';
import { tradingSchema } from '../support/legacy/trading-schema';
import { prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

const SUPPORT = join(__dirname, '..', 'support');
const OUT = join(SUPPORT, `generated-${process.pid}-${dialect}`);

let database: TestDatabase;
let served: Served | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database.url, tradingSchema(dialect));
  mkdirSync(OUT);
});
afterAll(async () => {
  await served?.stop();
  await database.drop();
  rmSync(OUT, { recursive: true, force: true });
});

const generate = (...words: string[]) =>
  koaggregate('generate-models', '--project', OUT, '--out', 'domain', '--from-database', database.url, ...words);

describe('koaggregate generate-models --from-database', () => {
  it('writes a class for each table, and reports what it omits and why', async () => {
    const { code, out, err } = await generate();

    expect(code).toBe(0);
    expect(out).toContain('domain/order.ts  Order, an aggregate root (tblOrders)');
    expect(out).toContain('domain/user-group.ts  UserGroup, the join table user_group');
    expect(err).toContain('Left out: AUDIT LOG: it has no primary key: add one with a migration.');
    expect(err).toContain('Left out: v_open_orders: it is a view');
  });

  it('overwrites a file only with the option for it, and rejects unknown tables', async () => {
    const failed = (problem: string) => ({ code: 1, err: expect.stringContaining(problem) });

    expect(await generate()).toMatchObject(failed('Nothing was written; use --force to overwrite.'));
    expect(await generate('--tables', 'orders')).toMatchObject(failed('Unknown table "orders". Known tables: '));
    expect(await generate('--force')).toMatchObject({ code: 0 });
  });

  it('reports what it omits also when no class is left', async () => {
    const { code, err } = await generate('--tables', 'AUDIT LOG');

    expect(code).toBe(1);
    expect(err).toMatch(/^Left out: AUDIT LOG: it has no primary key.*\n.*The database has no table for which a class/);
  });

  it('rejects a SQLite file that does not exist, and does not create it', async () => {
    const { code, err } = await generate('--from-database', 'sqlite:nothing.sqlite');

    expect(code).toBe(1);
    expect(err).toContain(
      `The file ${join(OUT, 'nothing.sqlite')} does not exist: correct the URL of --from-database.`,
    );
    expect(readdirSync(OUT)).not.toContain('nothing.sqlite');
  });

  it('makes the database an API that lists, reads and creates', async () => {
    served = await serve(undefined as never, {
      database,
      packagesToScan: [relative(SUPPORT, join(OUT, 'domain'))],
      properties: { 'hbm2ddl.auto': 'validate' },
    });

    const orders = await served.request('GET', '/orders?include=order_lines');
    const customer = await served.request('POST', '/customers', {
      cust_name: 'Clausen',
      created: '2020-01-01T00:00:00Z',
    });
    const order = await served.request('POST', '/orders', {
      key: 'O-3',
      cust_no: customer.body.cust_no,
      ordered: '2020-01-02T00:00:00Z',
    });

    expect(orders.status).toBe(200);
    expect(orders.body).toHaveLength(2);
    expect([customer.status, order.status]).toEqual([201, 201]);
    expect(order.body).toMatchObject({ key: 'O-3', status: 'N', total: '0.00' });
    for (const path of ['regions', 'customers', 'articles', 'suppliers', 'invoices', 'users', 'groups', 'settings'])
      expect([path, (await served.request('GET', `/${path}`)).status]).toEqual([path, 200]);
    expect((await served.request('GET', `/orders/${order.body.order_id}?expand=customer`)).body.customer).toMatchObject(
      {
        cust_name: 'Clausen',
      },
    );
  });
});

const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';

describe('A column that contains JSON by its definition', () => {
  const TEXT = dialect === 'sqlite' ? 'TEXT' : 'LONGTEXT';
  const SCHEMA = [
    `CREATE TABLE notes (id ${KEY}, settings ${TEXT} CHECK (json_valid(settings)), text ${TEXT},
      tags ${TEXT} NOT NULL CHECK (json_valid(tags) AND LENGTH(tags) < 99))`,
    `INSERT INTO notes (id, settings, text, tags) VALUES (1, '{"a": [1]}', '{"b": 2}', '[]')`,
  ];

  it('becomes a JSON field, which the start accepts', async () => {
    const own = await createTestDatabase();
    await prepare(own.url, SCHEMA);
    const { code } = await koaggregate(
      ...['generate-models', '--project', OUT, '--from-database', own.url, '--out', 'notes'],
    );
    const notes = await serve(undefined as never, {
      database: own,
      packagesToScan: [relative(SUPPORT, join(OUT, 'notes'))],
      properties: { 'hbm2ddl.auto': 'validate' },
    });

    const { body } = await notes.request('GET', '/notes/1');
    const changed = await notes.request('PUT', '/notes/1', { settings: ['b'] });
    await notes.stop();
    await own.drop();

    expect(code).toBe(0);
    expect(body).toMatchObject({ settings: { a: [1] } });
    expect(changed.body).toMatchObject({ settings: ['b'] });
  });
});

describe('A table whose rows are deleted with those of one other', () => {
  const TIMES = 'created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, version INTEGER NOT NULL DEFAULT 0';
  const PARENT = 'INTEGER NOT NULL REFERENCES trips (id) ON DELETE CASCADE';
  const INLINE =
    dialect === 'sqlite' ? PARENT : 'INTEGER NOT NULL, FOREIGN KEY (trip_id) REFERENCES trips (id) ON DELETE CASCADE';
  const SCHEMA = [
    `CREATE TABLE trips (id ${KEY}, title VARCHAR(20) NOT NULL, ${TIMES})`,
    `CREATE TABLE legs (id ${KEY}, place VARCHAR(20), trip_id ${INLINE})`,
  ];
  let own: TestDatabase;

  beforeAll(async () => {
    own = await createTestDatabase();
    await prepare(own.url, SCHEMA);
  });
  afterAll(() => own.drop());

  it('becomes a collection of it, unless --roots lists it, and is created with it', async () => {
    const place = ['generate-models', '--project', OUT, '--from-database', own.url];
    const collection = await koaggregate(...place, '--out', 'trips');
    const roots = await koaggregate(...place, '--out', 'other', '--roots', 'trips,legs');

    const trips = await serve(undefined as never, {
      database: own,
      packagesToScan: [relative(SUPPORT, join(OUT, 'trips'))],
      properties: { 'hbm2ddl.auto': 'validate' },
    });
    const created = await trips.request('POST', '/trips', { title: 'North', legs: [{ place: 'Kiel' }] });
    const legs = await trips.request('GET', `/trips/${created.body.id}/legs`);
    await trips.stop();

    expect(collection.out.split('\n')).toEqual([
      'trips/leg.ts  Leg, a child of Trip (legs), because trip_id is NOT NULL with ON DELETE CASCADE',
      'trips/trip.ts  Trip, an aggregate root (trips)',
      ROOT_RULE,
    ]);
    expect(roots.out.split('\n')).toEqual([
      'other/leg.ts  Leg, an aggregate root (legs), because --roots names it',
      'other/trip.ts  Trip, an aggregate root (trips), because --roots names it',
    ]);
    expect(created.status).toBe(201);
    expect(legs.body).toMatchObject([{ place: 'Kiel' }]);
  });
});

describe('A join table whose foreign keys have different delete rules', () => {
  const SCHEMA = [
    `CREATE TABLE orders (id ${KEY}, code VARCHAR(20))`,
    `CREATE TABLE products (id ${KEY}, name VARCHAR(20))`,
    `CREATE TABLE order_products (order_id INTEGER NOT NULL, product_id INTEGER NOT NULL, PRIMARY KEY (order_id, product_id),
     FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE RESTRICT,
     FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE)`,
  ];
  let own: TestDatabase;

  beforeAll(async () => {
    own = await createTestDatabase();
    await prepare(own.url, SCHEMA);
    await koaggregate('generate-models', '--project', OUT, '--from-database', own.url, '--out', 'linked');
  });
  afterAll(() => own.drop());

  it('becomes classes that apply the rules to tables that are created for them, too', async () => {
    const { request, stop } = await serve(undefined as never, {
      packagesToScan: [relative(SUPPORT, join(OUT, 'linked'))],
      properties: { 'hbm2ddl.auto': 'create' },
    });

    const { body } = await request('POST', '/orders', { code: 'A', products: [{ name: 'a' }, { name: 'b' }] });
    const [first, second] = body.products;
    const remove = async (path: string) => (await request('DELETE', path)).status;
    const statuses = [
      await remove(`/orders/${body.id}`),
      await remove(`/products/${first.id}`),
      await remove(`/orders/${body.id}/products/${second.id}`),
      await remove(`/orders/${body.id}`),
    ];
    await stop();

    expect(statuses).toEqual([409, 204, 204, 204]);
  }, 60_000);
});

describe('Tables with names that modules need, and types that only SQLite accepts', () => {
  const isSqlite = dialect === 'sqlite';
  const TEXT = isSqlite ? 'NVARCHAR(40)' : 'VARCHAR(40)';
  const TABLE = 'INTEGER NOT NULL REFERENCES `tables` (id) ON DELETE CASCADE';
  const INLINE = isSqlite
    ? TABLE
    : 'INTEGER NOT NULL, FOREIGN KEY (table_id) REFERENCES `tables` (id) ON DELETE CASCADE';
  const SCHEMA = [
    `CREATE TABLE \`tables\` (id ${KEY}, title ${TEXT} NOT NULL, weight ${isSqlite ? 'NUMERIC' : 'DOUBLE'}, version INTEGER NOT NULL DEFAULT 0)`,
    `CREATE TABLE \`columns\` (id ${KEY}, note ${isSqlite ? 'CLOB' : 'TEXT'}, width ${isSqlite ? 'INT8' : 'BIGINT'}, table_id ${INLINE})`,
    ...['objects', 'dates', 'maps', 'indexes', 'foreign_keys'].map(
      (name) => `CREATE TABLE ${name} (id ${KEY}, at DATETIME, data BLOB, size ${isSqlite ? 'INT2' : 'SMALLINT'})`,
    ),
  ];
  let own: TestDatabase;

  beforeAll(async () => {
    own = await createTestDatabase();
    await prepare(own.url, SCHEMA);
    await koaggregate('generate-models', '--project', OUT, '--from-database', own.url, '--out', 'unusual');
  });
  afterAll(() => own.drop());

  it('become classes that compile without a cast', () => {
    expect(compilerMessages([join(OUT, 'unusual')])).toEqual([]);
  }, 60_000);

  it('are served as resources called after their rows', async () => {
    const { request, stop } = await serve(undefined as never, {
      database: own,
      packagesToScan: [relative(SUPPORT, join(OUT, 'unusual'))],
      properties: { 'hbm2ddl.auto': 'validate' },
    });

    const created = await request('POST', '/tables', { title: 'T', weight: 1.25, columns: [{ note: 'N', width: 7 }] });
    const columns = await request('GET', `/tables/${created.body.id}/columns`);
    const reads = ['/objects', '/dates', '/maps', '/indices', '/foreign_keys'].map((path) => request('GET', path));
    const responses = await Promise.all(reads);
    await stop();

    expect(created.body).toMatchObject({ title: 'T', weight: 1.25 });
    expect(columns.body).toMatchObject([{ note: 'N', width: 7 }]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});
