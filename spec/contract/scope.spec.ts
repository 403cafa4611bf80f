import { Claim, Client, Item, Label, Order, OrderLabel, ruleCalls, TENANTS } from '../support/domain/tenants';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { seedTenants, tenantModels } from '../support/tenant-rows';

const shop = useServed(TENANTS, { authenticators: [namedByHeader] });

beforeEach(seedTenants);

const as =
  (user: string) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    shop.request(method, path, body, { 'X-User': user, ...headers });
const red = as('red');
const packer = as('packer');
const ids = ({ body }: ApiResponse) => (body as { id: number }[]).map(({ id }) => id);

/** All rows as they are stored. */
async function stored(): Promise<unknown> {
  return Promise.all(
    tenantModels.map(async (type) => (await type.findAll({ order: ['id'] })).map((row) => row.toJSON())),
  );
}

describe('The reads of a class with @Scope', () => {
  it('list, fetch and count only rows in scope', async () => {
    expect(ids(await red('GET', '/orders'))).toEqual([102, 103]);
    expect(ids(await as('blue')('GET', '/orders'))).toEqual([202, 203]);
    expect((await red('GET', '/orders/102')).status).toBe(200);
    expect((await red('GET', '/orders/202')).status).toBe(404);
    const page = await red('GET', '/orders?per_page=1');
    expect(page.body).toMatchObject({ total: 2, count: 1 });
    expect(page.headers.get('Link')).toContain('page=2&per_page=1>; rel="last"');
    expect((await red('GET', '/orders?page=3&per_page=1')).body).toMatchObject({ total: 2, count: 0 });
    expect((await red('HEAD', '/orders/202')).status).toBe(404);
  });

  it('return all rows for undefined or an empty object, and none for false', async () => {
    expect(ids(await as('staff')('GET', '/orders'))).toEqual([102, 103, 202, 203]);
    expect(ids(await as('staff')('GET', '/products'))).toEqual([111, 211]);
    expect((await shop.request('GET', '/orders')).body).toEqual([]);
    expect((await shop.request('GET', '/orders/102')).status).toBe(404);
  });

  it('match any value of a list, and may compare hidden and non-searchable columns', async () => {
    expect(ids(await red('GET', '/labels'))).toEqual([121, 122, 301]);
    expect(ids(await red('GET', '/products'))).toEqual([111]);
    expect((await red('GET', '/products?owner=red')).status).toBe(400);
  });

  it('match no row by a name that is longer than the column', async () => {
    const longName = as('a-name-that-is-longer-than-the-column');

    expect((await longName('GET', '/products')).body).toEqual([]);
    expect((await longName('GET', '/products/111')).status).toBe(404);
    expect((await longName('GET', '/labels')).body).toHaveLength(1);
    expect((await longName('POST', '/products', { name: 'Tea' })).status).toBe(403);
  });

  it('may filter through a collection, and must match all of several rules', async () => {
    expect(ids(await packer('GET', '/orders'))).toEqual([102, 202]);
  });

  it('report ids out of scope as missing', async () => {
    const response = await red('GET', '/orders/102,202,999');

    expect(ids(response)).toEqual([102]);
    expect(response.headers.get('Missing-Ids')).toBe('202,999');
  });

  it('limit collections: roots below a root, linked entities, and everything below a root out of scope', async () => {
    expect(ids(await red('GET', '/clients/101/orders'))).toEqual([102]);
    expect((await red('GET', '/clients/101/orders?per_page=5')).body.total).toBe(1);
    expect((await red('GET', '/clients/101/orders/203')).status).toBe(404);
    expect(ids(await red('GET', '/orders/103/labels'))).toEqual([]);
    expect((await red('GET', '/orders/103/labels/221')).status).toBe(404);
    expect((await red('GET', '/orders/202/items')).status).toBe(404);
    expect((await red('GET', '/orders/202/items/231')).status).toBe(404);
    expect((await red('GET', '/clients/101/orders/203/items')).status).toBe(404);
  });

  it('include and expand entities in scope, and leave out a reference out of scope but not its foreign key', async () => {
    const { body } = await red('GET', '/orders?expand=client,labels,items.product');

    expect(body).toMatchObject([
      { id: 102, client: { id: 101 }, labels: [{ id: 121 }], items: [{ id: 131, product: { id: 111 } }] },
      { id: 103, client_id: 201, labels: [], items: [{ id: 132, product_id: 211 }] },
    ]);
    expect(body[1]).not.toHaveProperty('client');
    expect(body[1].items[0]).not.toHaveProperty('product');
    const clients = await red('GET', '/clients?expand=orders.items');
    expect(clients.body).toMatchObject([{ id: 101, orders: [{ id: 102 }] }]);
  });

  it('limit children by the scope of their root, whatever leads to them', async () => {
    expect(ids(await red('GET', '/shelves/151/items'))).toEqual([131]);
    expect((await red('GET', '/shelves/151/items/232')).status).toBe(404);
    expect((await red('GET', '/shelves/151?expand=items')).body.items).toMatchObject([{ id: 131 }]);
    expect((await red('GET', '/claims?expand=item')).body).toMatchObject([
      { id: 141, item: { id: 131 } },
      expect.not.objectContaining({ item: expect.anything() }),
    ]);
    expect((await red('GET', '/claims?include=id,item')).body[1]).toEqual({ id: 241 });
    expect(ids(await red('GET', '/claims?item.sku[like]=*'))).toEqual([141]);
    expect((await as('staff')('GET', '/claims/241?expand=item')).body.item.id).toBe(231);
  });

  it('return a child of several scoped roots only if all of them are in scope', async () => {
    const auditor = as('auditor');

    expect(ids(await auditor('GET', '/orders/202/items'))).toEqual([232]);
    expect(ids(await auditor('GET', '/orders/103/items'))).toEqual([132]);
  });

  it('search through references and collections only in scope', async () => {
    expect(ids(await red('GET', '/orders?client.name=Ruby'))).toEqual([102]);
    expect(ids(await red('GET', '/orders?client.name=Bluebell'))).toEqual([]);
    expect(ids(await red('GET', '/orders?client.name[ne]=Ruby'))).toEqual([]);
    expect(ids(await red('GET', '/orders?labels.text[like]=*'))).toEqual([102]);
    expect(ids(await red('GET', '/orders?items.product.name[like]=*'))).toEqual([102]);
    expect(ids(await red('GET', '/clients?orders.note=stray'))).toEqual([]);
    expect(ids(await red('GET', '/orders?sort=-note'))).toEqual([102, 103]);
  });

  it('respect the scope when a list is longer than one chunk', async () => {
    await Label.bulkCreate(
      Array.from({ length: 2500 }, (_, index) => ({ text: 'x', tenant: index % 2 === 0 ? 'red' : 'blue' })),
    );

    const { body } = await red('GET', '/labels');

    expect(body).toHaveLength(1250 + 3);
    expect(new Set(body.map(({ tenant }: { tenant: string }) => tenant))).toEqual(new Set(['red', 'shared']));
  });
});

describe('The writes of a class with @Scope', () => {
  const OUTSIDE = /outside the rows that you have access to/;

  async function expectForbidden(response: Promise<ApiResponse>, entity: string, status = 403): Promise<void> {
    const before = await stored();
    const { status: given, body } = await response;
    expect({ status: given, detail: body.detail }).toEqual({ status, detail: expect.stringMatching(OUTSIDE) });
    expect(body.detail).toContain(`the ${entity} `);
    expect(body.detail).not.toMatch(/\d/);
    expect(await stored()).toEqual(before);
  }

  it('create rows in scope only', async () => {
    expect((await red('POST', '/orders', { note: 'new', tenant: 'red' })).status).toBe(201);
    await expectForbidden(red('POST', '/orders', { note: 'new', tenant: 'blue' }), 'Order');
    await expectForbidden(
      red('POST', '/orders', [
        { note: 'new', tenant: 'red' },
        { note: 'new', tenant: 'blue' },
      ]),
      'Order',
    );
    await expectForbidden(red('POST', '/clients/101/orders', { note: 'new', tenant: 'blue' }), 'Order');
    await expectForbidden(
      red('POST', '/clients', { name: 'R', tenant: 'red', orders: [{ note: 'new', tenant: 'blue' }] }),
      'Order',
    );
    await expectForbidden(red('POST', '/orders/102/labels', { text: 'new', tenant: 'blue' }), 'Label');
    await expectForbidden(shop.request('POST', '/orders', { note: 'new', tenant: 'red' }), 'Order');
  });

  it('create a root that is in scope after its children are created', async () => {
    const response = await packer('POST', '/orders', { note: 'new', tenant: 'any', items: [{ sku: 'KIT-9' }] });

    expect(response.status).toBe(201);
    expect(response.body.items).toMatchObject([{ sku: 'KIT-9' }]);
    await expectForbidden(packer('POST', '/orders', { note: 'new', tenant: 'any', items: [{ sku: 'PEN' }] }), 'Order');
    await expectForbidden(packer('POST', '/orders', { note: 'new', tenant: 'any' }), 'Order');
  });

  it('update rows in scope, and move none out: by PUT and PATCH, below a root, by several ids and by an action', async () => {
    expect((await red('PUT', '/orders/102', { tenant: 'shared' })).status).toBe(200);
    await expectForbidden(red('PUT', '/orders/102', { tenant: 'blue' }), 'Order');
    await expectForbidden(
      red('PATCH', '/orders/102', { tenant: 'blue' }, { 'Content-Type': 'application/merge-patch+json' }),
      'Order',
    );
    await expectForbidden(red('PUT', '/orders/102,103', { tenant: 'blue' }), 'Order');
    await expectForbidden(red('PUT', '/clients/101/orders/102', { tenant: 'blue' }), 'Order');
    await expectForbidden(red('PUT', '/clients/101', { orders: [{ id: 102, tenant: 'blue' }] }), 'Order');
    await expectForbidden(red('PUT', '/clients/101', { orders: [{ note: 'new', tenant: 'blue' }] }), 'Order');
    await expectForbidden(red('PUT', '/orders/102', { labels: [{ id: 121, tenant: 'blue' }] }), 'Label');
    await expectForbidden(red('PUT', '/orders/102', { labels: [{ text: 'new', tenant: 'blue' }] }), 'Label');
    await expectForbidden(red('POST', '/orders/102/labels', { id: 122, tenant: 'blue' }), 'Label');
    await expectForbidden(red('PUT', '/orders/102/give', { tenant: 'blue' }), 'Order');
    expect((await red('PUT', '/orders/102/give', { tenant: 'red' })).status).toBe(204);
  });

  it('reject changes of children that move their root out of scope', async () => {
    await Claim.destroy({ where: {} });
    await expectForbidden(packer('PUT', '/orders/102', { items: [{ id: 131, sku: 'PEN' }] }), 'Order');
    await expectForbidden(packer('PUT', '/orders/102/items/131', { sku: 'PEN' }), 'Order');
    await expectForbidden(packer('PUT', '/orders/102/items/131/resku', { sku: 'PEN' }), 'Order');
    await expectForbidden(packer('DELETE', '/orders/102/items/131'), 'Order');
    await Client.create({ id: 302, name: 'Pool', tenant: 'shared' });
    await Order.update({ clientId: 302 }, { where: { id: 102 } });
    await expectForbidden(packer('DELETE', '/clients/302/orders/102/items/131'), 'Order');
    expect((await packer('PUT', '/orders/102/items/131', { sku: 'KIT-8' })).status).toBe(200);
    expect((await packer('POST', '/orders/102/items', { sku: 'PEN' })).status).toBe(201);
  });

  it('write those of several ids that are in scope, and report the others as missing', async () => {
    const updated = await red('PUT', '/orders/102,202', { note: 'half' });
    expect([updated.status, ids(updated), updated.headers.get('Missing-Ids')]).toEqual([200, [102], '202']);

    const deleted = await red('DELETE', '/orders/103,203');
    expect([deleted.status, deleted.headers.get('Missing-Ids')]).toEqual([204, '203']);

    const notes = (await Order.findAll({ order: ['id'] })).map(({ id, note }) => [Number(id), note]);
    expect(notes).toEqual([
      [102, 'half'],
      [202, 'sea'],
      [203, 'stray'],
    ]);
  });

  it('accept a row as it was read, with a reference out of scope', async () => {
    const { body } = await red('GET', '/orders/103');

    const response = await red('PUT', '/orders/103', { ...body, note: 'kept' });

    expect([response.status, response.body.client_id]).toEqual([200, 201]);
  });

  it('delete and unlink in scope; an action may delete its own entity', async () => {
    expect((await red('DELETE', '/orders/102/labels/121')).status).toBe(204);
    await Claim.destroy({ where: {} });
    expect((await red('PUT', '/orders/102/shred')).status).toBe(204);
    expect((await red('DELETE', '/orders/103')).status).toBe(204);
    expect(await Order.count()).toBe(2);
  });

  it('delete everything below a root, whatever other roots contain it', async () => {
    await Claim.destroy({ where: {} });

    expect((await red('DELETE', '/shelves/151')).status).toBe(204);
    expect((await Item.findAll({ order: ['id'] })).map(({ id }) => Number(id))).toEqual([132, 231]);
  });

  it('reject changes of an action to rows out of scope', async () => {
    await expectForbidden(as('auditor')('PUT', '/orders/202/resku_all', { sku: 'x' }), 'Item');
    expect((await as('auditor')('PUT', '/orders/102/resku_all', { sku: 'x' })).status).toBe(204);
  });

  it('save changes of an action in scope', async () => {
    expect((await red('PUT', '/orders/102/annotate', { note: 'seen' })).status).toBe(204);
    expect((await red('PUT', '/orders/102/assign', { client: { id: 101 } })).status).toBe(204);
    expect((await Order.findByPk(102))?.note).toBe('seen');
  });
});

describe('A class with @Scope', () => {
  it('leaves rows out of scope unchanged by any request', async () => {
    const rowsOfBlue = async () => [
      await Order.findAll({ where: { tenant: 'blue' }, order: ['id'], raw: true }),
      await Item.findAll({ where: { orderId: [202, 203] }, order: ['id'], raw: true }),
      await Label.findAll({ where: { tenant: 'blue' }, order: ['id'], raw: true }),
      await OrderLabel.findAll({ where: { orderId: [202, 203] }, order: ['id'], raw: true }),
    ];
    const before = await rowsOfBlue();

    for (const path of ['/orders/202', '/orders/202,203', '/orders/202/items/231', '/orders/103/labels/221']) {
      await red('PUT', path, { note: 'x', sku: 'x', text: 'x' });
      await red('DELETE', path);
    }

    expect(await rowsOfBlue()).toEqual(before);
  });

  it('calls a rule once per request, and only when its class is needed', async () => {
    ruleCalls.count = 0;
    await red('GET', '/labels');
    expect(ruleCalls.count).toBe(0);

    await red('PUT', '/orders/102', { note: 'x', items: [{ id: 131, sku: 'y' }] });
    expect(ruleCalls.count).toBe(1);
  });

  it('runs no further statement for a read', async () => {
    const inside = await statementsOf(Order, () => red('GET', '/orders?expand=client,labels'));
    const all = await statementsOf(Order, () => as('staff')('GET', '/orders?expand=client,labels'));

    expect(inside.length).toBe(all.length);
  });
});
