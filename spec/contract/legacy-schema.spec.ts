import { Column, DataType, Model, PrimaryKey, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { Customer, Order, trading } from '../support/legacy/trading';
import { tradingSchema } from '../support/legacy/trading-schema';
import { type ApiResponse, prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
let served: Served;

beforeAll(async () => {
  database = await createTestDatabase();
  await prepare(database.url, tradingSchema(dialect));
  served = await serve(trading, { database, properties: { 'hbm2ddl.auto': 'validate' } });
});
afterAll(async () => {
  await served.stop();
  await database.drop();
});

const request = (...args: Parameters<Served['request']>): Promise<ApiResponse> => served.request(...args);

async function get(path: string): Promise<ApiResponse['body']> {
  const { status, body } = await request('GET', path);
  expect({ path, status, body }).toMatchObject({ path, status: 200 });
  return body;
}

async function send(method: string, path: string, payload: object, expected = 200): Promise<ApiResponse['body']> {
  const { status, body } = await request(method, path, payload);
  expect({ path, status, body }).toMatchObject({ path, status: expected });
  return body;
}

describe('A legacy schema with domain classes', () => {
  it('lists each resource', async () => {
    for (const [path, count] of Object.entries({
      regions: 2,
      customers: 2,
      categories: 2,
      articles: 2,
      suppliers: 2,
      orders: 2,
      invoices: 1,
      users: 1,
      groups: 1,
      warehouses: 1,
      settings: 1,
      open_orders: 1,
    })) {
      expect([path, (await get(`/${path}`)).length]).toEqual([path, count]);
    }
  });

  it('is read by keys of any kind, and returns odd columns by plain names', async () => {
    expect(await get('/regions/NO')).toEqual({ code: 'NO', name: 'North' });
    expect(await get('/articles/A2')).toMatchObject({ art_no: 'A2', price: '0.05', discontinued: null, weight: null });
    expect(await get('/invoices/R%2F2011?expand=payments,order.customer')).toMatchObject({
      paid: true,
      issued: '2011-11-12',
      payments: [{ amount: '5.00', method: 'CASH', paid_at: expect.stringMatching(/^2011-11-13T00:00:00(\.000)?Z$/) }],
      order: { key: 'O-2', customer: { name: 'Berg', is_active: false, region_code: null } },
    });
    expect(await get('/orders/O-1?expand=notes,lines.article.category.parent')).toMatchObject({
      ordered: expect.stringMatching(/^2010-10-10T10:10:10(\.000)?Z$/),
      notes: [{ text: 'call back' }],
      lines: [
        { pos: 1, qty: '10.500', article: { category: { label: 'Bolts', parent: { label: 'All' } } } },
        { pos: 2 },
      ],
    });
    expect(await get('/settings/tax')).toEqual({ key: 'tax', value: '19' });
    expect(await get('/users/root?expand=groups')).toEqual(
      expect.objectContaining({ groups: [{ group_id: 1, group_name: 'staff' }] }),
    );
    expect(await get('/users/root')).not.toHaveProperty('pwd');
  });

  it('is searched, sorted and paged by columns with reserved words and blanks', async () => {
    expect(await get('/orders?status=N&total[gte]=1&sort=-order,key')).toHaveLength(1);
    expect(await get('/orders?lines.art_no=A2')).toMatchObject([{ key: 'O-1' }]);
    expect(await get('/orders?customer.name=AHLERS')).toMatchObject([{ key: 'O-1' }]);
    expect(await get('/orders?customer.region.name=North')).toMatchObject([{ key: 'O-1' }]);
    expect(await get('/regions?name[like]=S*')).toMatchObject([{ code: 'SO' }]);
    expect(await get('/customers?is_active=false')).toMatchObject([{ name: 'Berg' }]);
    expect(await get('/customers?email[null]=true')).toMatchObject([{ name: 'Berg' }]);
    expect(await get('/orders?sort=-ordered&page=1&per_page=1')).toMatchObject({ total: 2, data: [{ key: 'O-2' }] });
    expect(await get('/articles?discontinued[null]=true&price[lt]=0.07')).toMatchObject([{ art_no: 'A2' }]);
    expect(await get('/open_orders?code=O-1')).toMatchObject([{ order_id: 1, total: '1.20' }]);
  });
});

describe('Writes to a legacy schema', () => {
  it('create, update and delete children at any depth', async () => {
    const region = {
      code: 'WE',
      name: 'West',
      customers: [{ name: 'Cohn', addresses: [{ street: 'Am Wall 1', zip: '28195' }] }],
    };
    const {
      customers: [customer],
    } = await send('POST', '/regions', region, 201);
    expect(customer).toMatchObject({ is_active: true, addresses: [{ kind: 'BILL', country: 'DE' }] });
    const order = await send(
      'POST',
      '/orders',
      {
        key: 'W-1',
        cust_no: customer.cust_no,
        desc: 'first',
        lines: [{ pos: 1, art_no: 'A2', qty: '4' }],
        notes: [{ text: 'hurry' }],
        shipments: [{ tracking: 'T-0' }],
      },
      201,
    );
    expect(order).toMatchObject({
      status: 'N',
      total: '0.00',
      lines: [{ qty: '4.000' }],
      notes: [{ owner_type: 'O' }],
    });
    const [{ line_id: line }] = order.lines;

    const changed = await send('PUT', '/orders/W-1', {
      status: 'S',
      lines: [
        { line_id: line, qty: '5' },
        { pos: 2, art_no: 'A0000001', qty: 1 },
      ],
    });
    expect(changed).toMatchObject({ lines: [{ line_id: line, qty: '5.000' }, { pos: 2 }] });
    expect((await Order.findOne({ where: { key: 'W-1' } }))?.versionNo).toBeGreaterThan(0);
    expect(await request('DELETE', `/orders/W-1/lines/${line}`)).toMatchObject({ status: 204 });
    expect(await request('DELETE', '/orders/W-1')).toMatchObject({ status: 204 });
    const [rows] = await Order.sequelize!.query("SELECT `ORDER_ID` FROM `shipments` WHERE `TRACKING` = 'T-0'");
    expect(rows).toEqual([{ ORDER_ID: null }]);
    const [log] = await Order.sequelize!.query('SELECT `WHAT` FROM `AUDIT LOG`');
    expect(log).toEqual(expect.arrayContaining([{ WHAT: 'N>S' }]));
  });

  it('respect its composite unique keys, foreign keys and rules', async () => {
    const { custNo } = (await Customer.findOne({ where: { name: 'Ahlers' } }))!;
    const twice = await request('POST', '/customers', { name: 'Ahlers', region_code: 'NO' });
    expect(twice).toMatchObject({ status: 409 });
    expect(await request('POST', '/categories', { label: 'Bolts', parent_id: 1 })).toMatchObject({ status: 409 });
    expect(await request('POST', '/orders/O-1/lines', { pos: 1, art_no: 'A2', qty: 1 })).toMatchObject({ status: 409 });
    expect(await request('POST', '/orders', { key: 'X', cust_no: 99 })).toMatchObject({ status: 409 });
    expect(await request('POST', '/orders', { key: 'X', cust_no: custNo, status: 'Q' })).toMatchObject({ status: 422 });
    expect(await request('DELETE', '/regions/NO')).toMatchObject({ status: 409 });
    expect(await request('DELETE', `/customers/${custNo}`)).toMatchObject({ status: 409 });
    expect(await request('PUT', '/invoices/R%2F2011', { paid: false })).toMatchObject({ status: 422 });
    expect(await request('DELETE', '/articles/A2')).toMatchObject({ status: 409 });
  });

  it('mark deleted rows as it did before', async () => {
    const { cust_no: id } = await send(
      'POST',
      '/customers',
      { name: 'Dorn', addresses: [{ street: 'x', zip: '1' }] },
      201,
    );
    expect(await request('DELETE', `/customers/${id}`)).toMatchObject({ status: 204 });

    expect(await request('GET', `/customers/${id}`)).toMatchObject({ status: 404 });
    const [rows] = await Customer.sequelize!.query(
      `SELECT a.\`DEL_TS\` IS NOT NULL AS marked FROM \`addresses\` a JOIN \`tblCustomers\` c ON c.\`CUST_NO\` = a.\`CUST_NO\` WHERE c.\`CUST_NAME\` = 'Dorn' AND c.\`DEL_TS\` IS NOT NULL`,
    );
    expect(rows).toEqual([{ marked: 1 }]);
  });
});

describe('The associations of a legacy schema', () => {
  it('link by join tables, with and without columns', async () => {
    const links = await get('/articles/A0000001/suppliers');
    expect(links.map(({ name }: { name: string }) => name)).toEqual(['Smith & Sons', 'Weber']);
    await send('POST', '/articles/A2/suppliers', { supp_no: 2 }, 201);
    expect(await get('/articles?suppliers.name=Weber')).toHaveLength(2);
    expect(await request('DELETE', '/articles/A2/suppliers/2')).toMatchObject({ status: 204 });

    await send('POST', '/users', { login: 'eve', groups: [{ group_id: 1 }, { group_name: 'guests' }] }, 201);
    expect(await get('/users/eve/groups')).toMatchObject([{ group_name: 'staff' }, { group_name: 'guests' }]);
    const [{ line_id }] = await get('/orders/O-1/lines');
    const shipment = await send('POST', '/orders/O-1/shipments', { tracking: 'T-9', lines: [{ line_id }] }, 201);
    expect(await get(`/orders/O-1/shipments/${shipment.ship_id}/lines`)).toMatchObject([{ line_id }]);
  });

  it('include a single child, which is a root elsewhere and keeps its parent', async () => {
    expect(await get('/orders/O-2/invoice')).toMatchObject({ inv_no: 'R/2011', paid: true });
    expect(await get('/orders/O-2?expand=invoice.payments')).toMatchObject({
      invoice: { inv_no: 'R/2011', payments: [{ amount: '5.00' }] },
    });
    expect(await get('/orders?invoice.issued=2011-11-12')).toMatchObject([{ key: 'O-2' }]);
    expect(await request('GET', '/orders/O-1/invoice')).toMatchObject({ status: 404 });
  });

  it('create and update a single child with its parent, and remove it before that', async () => {
    const invoice = { inv_no: 'R/2026', issued: '2026-01-31', payments: [{ amount: '1', method: 'CARD' }] };
    const order = await send('POST', '/orders', { key: 'H-1', cust_no: 1, invoice }, 201);
    expect(order).toMatchObject({ invoice: { inv_no: 'R/2026', paid: false, payments: [{ amount: '1.00' }] } });
    expect(await send('PUT', '/orders/H-1/invoice', { issued: '2026-02-01' })).toMatchObject({ issued: '2026-02-01' });
    expect(await request('POST', '/invoices', { ...invoice, inv_no: 'R/2', order_id: order.order_id })).toMatchObject({
      status: 409,
    });
    expect(await request('DELETE', '/orders/H-1')).toMatchObject({ status: 409 });
    expect(await send('PUT', '/orders/H-1', { invoice: { inv_no: 'R/2026', issued: '2026-03-01' } })).toMatchObject({
      invoice: { issued: '2026-03-01' },
    });
    const { pay_id: paid } = (await get('/orders/H-1/invoice/payments'))[0];
    expect(await request('DELETE', `/orders/H-1/invoice/payments/${paid}`)).toMatchObject({ status: 204 });
    expect(await request('DELETE', '/orders/H-1/invoice')).toMatchObject({ status: 204 });
    expect(await send('PUT', '/orders/H-1/invoice', { inv_no: 'R/2027', issued: '2027-01-01' }, 201)).toMatchObject({
      inv_no: 'R/2027',
    });
    expect(await request('DELETE', '/orders/H-1/invoice')).toMatchObject({ status: 204 });
    expect(await request('DELETE', '/orders/H-1')).toMatchObject({ status: 204 });
  });

  it('return, write and search the columns of a join table', async () => {
    const fast = { supp_no: 1, lead_days: 3, is_preferred: true };
    expect(await get('/articles/A0000001/suppliers?lead_days[lt]=5')).toMatchObject([fast]);
    expect(await get('/articles?suppliers.lead_days=9&suppliers.name=Weber')).toMatchObject([{ art_no: 'A0000001' }]);
    expect(await get('/articles?suppliers.lead_days=3&suppliers.name=Weber')).toEqual([]);
    expect(await get('/articles/A0000001/suppliers?sort=-lead_days')).toMatchObject([{ supp_no: 2 }, { supp_no: 1 }]);
    expect(await get('/suppliers/1')).not.toHaveProperty('lead_days');
  });

  it('set the columns of a join table for a link, and check them', async () => {
    const linked = await send('POST', '/articles/A2/suppliers', { supp_no: 1, lead_days: 21 }, 201);
    expect(linked).toMatchObject({ name: 'Smith & Sons', lead_days: 21, is_preferred: false });
    expect(await send('PUT', '/articles/A2/suppliers/1', { is_preferred: true })).toMatchObject({ is_preferred: true });
    expect(await get('/articles/A2?expand=suppliers')).toMatchObject({
      suppliers: [{ supp_no: 1, lead_days: 21, is_preferred: true }],
    });
    expect(await request('PUT', '/articles/A2/suppliers/1', { lead_days: 'soon' })).toMatchObject({ status: 422 });
    expect(await request('DELETE', '/articles/A2/suppliers/1')).toMatchObject({ status: 204 });
  });
});

describe('The other routes of a legacy schema', () => {
  it('restore deleted rows, also those that others have deleted before', async () => {
    const made = {
      name: 'Ernst',
      addresses: [
        { street: 'a', zip: '1' },
        { street: 'b', zip: '2' },
      ],
    };
    const { cust_no: id, addresses } = await send('POST', '/customers', made, 201);
    expect(await request('DELETE', `/customers/${id}/addresses/${addresses[0].id}`)).toMatchObject({ status: 204 });
    expect(await request('DELETE', `/customers/${id}`)).toMatchObject({ status: 204 });

    expect(await get(`/customers/${id}?deleted=only&expand=addresses`)).toMatchObject({ addresses: [{ street: 'b' }] });
    expect(await send('PUT', `/customers/${id}/restore`, {})).toMatchObject({ name: 'Ernst' });
    expect(await get(`/customers/${id}/addresses`)).toMatchObject([{ street: 'b' }]);
    expect(await get(`/customers/${id}/addresses?deleted=only`)).toMatchObject([{ street: 'a' }]);
  });

  it('refer to a row that others have deleted only once it is restored', async () => {
    expect(await get('/customers?deleted=only&name=Gone')).toMatchObject([
      { name: 'Gone', deleted_on: expect.stringMatching(/^2002-02-03T04:05:06(\.000)?Z$/) },
    ]);
    expect(await request('POST', '/orders', { key: 'G-1', cust_no: 3 })).toMatchObject({ status: 409 });
    expect(await send('PUT', '/customers/3/restore', {})).toMatchObject({ name: 'Gone' });
    expect(await send('POST', '/orders', { key: 'G-1', cust_no: 3 }, 201)).toMatchObject({ cust_no: 3 });
    expect(await request('DELETE', '/orders/G-1')).toMatchObject({ status: 204 });
    expect(await request('DELETE', '/customers/3')).toMatchObject({ status: 204 });
  });

  it('read and write several entities by their written keys', async () => {
    const made = [
      { key: 'B-1', cust_no: 1, lines: [{ pos: 1, art_no: 'A2', qty: 1 }] },
      { key: 'B-2', cust_no: 1 },
    ];
    expect(await send('POST', '/orders', made, 201)).toMatchObject([{ lines: [{ pos: 1 }] }, { lines: [] }]);
    expect(await send('PUT', '/orders/B-2,B-1', { order: 7 })).toMatchObject([
      { key: 'B-2', order: 7 },
      { key: 'B-1' },
    ]);
    expect(await request('DELETE', '/orders/B-1,B-2,B-9')).toMatchObject({ status: 204 });
    expect(await get('/articles/A2,A0000001')).toMatchObject([{ art_no: 'A2' }, { art_no: 'A0000001' }]);
    for (const key of ['a2', 'A2%20', 'A'])
      expect(await request('GET', `/articles/${key}`)).toMatchObject({ status: 404 });
  });

  it('run actions', async () => {
    await send('POST', '/orders', { key: 'W-2', cust_no: 1 }, 201);
    expect(await request('PUT', '/orders/W-2/ship', { tracking: 'T-1' })).toMatchObject({ status: 204 });
    expect(await get('/orders/W-2?expand=shipments')).toMatchObject({ status: 'S', shipments: [{ tracking: 'T-1' }] });
    expect(await request('PUT', '/orders/O-1/ship', { tracking: 'T-1' })).toMatchObject({ status: 409 });
    expect(await get('/orders/O-1')).toMatchObject({ status: 'N' });
  });

  it('include read-only views', async () => {
    expect(await request('POST', '/open_orders', { code: 'x' })).toMatchObject({ status: 405 });
    expect(await get('/open_orders/1')).toMatchObject({ code: 'O-1' });
  });
});

describe('A table that cannot have a class as it is', () => {
  const AS_IT_IS = { timestamps: false, underscored: false };

  async function failure(...types: unknown[]): Promise<string> {
    const error = await serve(types, { database, properties: { 'hbm2ddl.auto': 'none' } }).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    return error?.message ?? 'It started.';
  }

  it('for a composite primary key stops the start with the remedy', async () => {
    @AggregateRoot
    @Table({ ...AS_IT_IS, tableName: 'stock' })
    class Stock extends Model {
      @PrimaryKey @Column({ type: DataType.CHAR(3), field: 'WH' }) declare wh: string;
      @PrimaryKey @Column({ type: DataType.CHAR(8), field: 'ART_NO' }) declare artNo: string;
      @Column({ type: DataType.INTEGER, field: 'QTY' }) declare qty: number;
    }

    expect(await failure(Stock)).toMatch(/^Stock has a primary key of several columns \(wh, artNo\)/);
  });

  it('for a missing key stops the start with the remedy', async () => {
    @AggregateRoot
    @Table({ ...AS_IT_IS, tableName: 'AUDIT LOG' })
    class AuditEntry extends Model {
      @Column({ type: DataType.STRING(80), field: 'WHAT' }) declare what: string;
    }

    expect(await failure(AuditEntry)).toMatch(
      /^AuditEntry.id is stored in the column id, which the table AUDIT LOG does not have/,
    );
  });
});
