import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
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

describe('A table whose rows are deleted with those of one other', () => {
  const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';
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
      'trips/leg.ts  Leg, in a collection of Trip (legs)',
      'trips/trip.ts  Trip, an aggregate root (trips)',
    ]);
    expect(roots.out.split('\n')).toEqual([
      'other/leg.ts  Leg, an aggregate root (legs)',
      'other/trip.ts  Trip, an aggregate root (trips)',
    ]);
    expect(created.status).toBe(201);
    expect(legs.body).toMatchObject([{ place: 'Kiel' }]);
  });
});
