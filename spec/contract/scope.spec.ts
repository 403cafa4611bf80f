import type { Model, ModelStatic } from 'sequelize';
import { Generated, type Request, Resource, type Response } from '../../lib';
import {
  asked,
  Claim,
  Client,
  Item,
  Label,
  Order,
  OrderLabel,
  Product,
  Shelf,
  TENANTS,
} from '../support/domain/tenants';
import { namedByHeader } from '../support/security/named-by-header';
import { type Answer, type Served, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

/** Children before what they refer to. */
const types: readonly ModelStatic<Model>[] = [Claim, OrderLabel, Item, Order, Label, Product, Shelf, Client];

describe('@Scope', () => {
  let shop: Served;

  beforeAll(async () => {
    shop = await serve(TENANTS, { authenticators: [namedByHeader] });
  });
  afterAll(() => shop.stop());

  beforeEach(seed);

  /** The rows of red have ids from 100, those of blue from 200. The order 103 is red's and names what is blue's. */
  async function seed(): Promise<void> {
    for (const type of types) await type.destroy({ where: {} });
    await Client.bulkCreate([
      { id: 101, name: 'Ruby', tenant: 'red' },
      { id: 201, name: 'Bluebell', tenant: 'blue' },
    ]);
    await Product.bulkCreate([
      { id: 111, name: 'brick', owner: 'red' },
      { id: 211, name: 'sky', owner: 'blue' },
    ]);
    await Label.bulkCreate([
      { id: 121, text: 'hot', tenant: 'red' },
      { id: 122, text: 'warm', tenant: 'red' },
      { id: 221, text: 'cold', tenant: 'blue' },
      { id: 301, text: 'urgent', tenant: 'shared' },
    ]);
    await Shelf.bulkCreate([
      { id: 151, code: 'A' },
      { id: 152, code: 'B' },
    ]);
    await Order.bulkCreate([
      { id: 102, note: 'rose', tenant: 'red', clientId: 101 },
      { id: 103, note: 'mixed', tenant: 'red', clientId: 201 },
      { id: 202, note: 'sea', tenant: 'blue', clientId: 201 },
      { id: 203, note: 'stray', tenant: 'blue', clientId: 101 },
    ]);
    await Item.bulkCreate([
      { id: 131, sku: 'KIT-1', orderId: 102, productId: 111, shelfId: 151 },
      { id: 132, sku: 'PEN', orderId: 103, productId: 211 },
      { id: 231, sku: 'KIT-2', orderId: 202, productId: 211, shelfId: 152 },
      { id: 232, sku: 'KIT-3', orderId: 202, productId: 111, shelfId: 151 },
    ]);
    await Claim.bulkCreate([
      { id: 141, text: 'scratch', itemId: 131 },
      { id: 241, text: 'dent', itemId: 231 },
    ]);
    await OrderLabel.bulkCreate([
      { orderId: 102, labelId: 121 },
      { orderId: 103, labelId: 221 },
      { orderId: 202, labelId: 221 },
      { orderId: 202, labelId: 121 },
      { orderId: 203, labelId: 301 },
    ]);
  }

  const as =
    (user: string) =>
    (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      shop.request(method, path, body, { 'X-User': user, ...headers });
  const red = as('red');
  const packer = as('packer');
  const ids = ({ body }: Answer) => (body as { id: number }[]).map(({ id }) => id);

  /** All rows as they are stored. */
  async function stored(): Promise<unknown> {
    return Promise.all(types.map(async (type) => (await type.findAll({ order: ['id'] })).map((row) => row.toJSON())));
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

    it('may filter through a collection, and must match all of several rules', async () => {
      expect(ids(await packer('GET', '/orders'))).toEqual([102, 202]);
    });

    it('report ids out of scope as missing', async () => {
      const answer = await red('GET', '/orders/102,202,999');

      expect(ids(answer)).toEqual([102]);
      expect(answer.headers.get('Missing-Ids')).toBe('202,999');
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

    async function refused(answer: Promise<Answer>, entity: string, status = 403): Promise<void> {
      const before = await stored();
      const { status: given, body } = await answer;
      expect({ status: given, detail: body.detail }).toEqual({ status, detail: expect.stringMatching(OUTSIDE) });
      expect(body.detail).toContain(`the ${entity} `);
      expect(body.detail).not.toMatch(/\d/);
      expect(await stored()).toEqual(before);
    }

    it('create rows in scope only', async () => {
      expect((await red('POST', '/orders', { note: 'new', tenant: 'red' })).status).toBe(201);
      await refused(red('POST', '/orders', { note: 'new', tenant: 'blue' }), 'Order');
      await refused(
        red('POST', '/orders', [
          { note: 'new', tenant: 'red' },
          { note: 'new', tenant: 'blue' },
        ]),
        'Order',
      );
      await refused(red('POST', '/clients/101/orders', { note: 'new', tenant: 'blue' }), 'Order');
      await refused(
        red('POST', '/clients', { name: 'R', tenant: 'red', orders: [{ note: 'new', tenant: 'blue' }] }),
        'Order',
      );
      await refused(red('POST', '/orders/102/labels', { text: 'new', tenant: 'blue' }), 'Label');
      await refused(shop.request('POST', '/orders', { note: 'new', tenant: 'red' }), 'Order');
    });

    it('create a root that is in scope after its children are created', async () => {
      const answer = await packer('POST', '/orders', { note: 'new', tenant: 'any', items: [{ sku: 'KIT-9' }] });

      expect(answer.status).toBe(201);
      expect(answer.body.items).toMatchObject([{ sku: 'KIT-9' }]);
      await refused(packer('POST', '/orders', { note: 'new', tenant: 'any', items: [{ sku: 'PEN' }] }), 'Order');
      await refused(packer('POST', '/orders', { note: 'new', tenant: 'any' }), 'Order');
    });

    it('update rows in scope, and move none out: by PUT and PATCH, below a root, by several ids and by an action', async () => {
      expect((await red('PUT', '/orders/102', { tenant: 'shared' })).status).toBe(200);
      await refused(red('PUT', '/orders/102', { tenant: 'blue' }), 'Order');
      await refused(
        red('PATCH', '/orders/102', { tenant: 'blue' }, { 'Content-Type': 'application/merge-patch+json' }),
        'Order',
      );
      await refused(red('PUT', '/orders/102,103', { tenant: 'blue' }), 'Order');
      await refused(red('PUT', '/clients/101/orders/102', { tenant: 'blue' }), 'Order');
      await refused(red('PUT', '/clients/101', { orders: [{ id: 102, tenant: 'blue' }] }), 'Order');
      await refused(red('PUT', '/clients/101', { orders: [{ note: 'new', tenant: 'blue' }] }), 'Order');
      await refused(red('PUT', '/orders/102', { labels: [{ id: 121, tenant: 'blue' }] }), 'Label');
      await refused(red('PUT', '/orders/102', { labels: [{ text: 'new', tenant: 'blue' }] }), 'Label');
      await refused(red('POST', '/orders/102/labels', { id: 122, tenant: 'blue' }), 'Label');
      await refused(red('PUT', '/orders/102/give', { tenant: 'blue' }), 'Order');
      expect((await red('PUT', '/orders/102/give', { tenant: 'red' })).status).toBe(204);
    });

    it('reject changes of children that move their root out of scope', async () => {
      await Claim.destroy({ where: {} });
      await refused(packer('PUT', '/orders/102', { items: [{ id: 131, sku: 'PEN' }] }), 'Order');
      await refused(packer('PUT', '/orders/102/items/131', { sku: 'PEN' }), 'Order');
      await refused(packer('PUT', '/orders/102/items/131/resku', { sku: 'PEN' }), 'Order');
      await refused(packer('DELETE', '/orders/102/items/131'), 'Order');
      await Client.create({ id: 302, name: 'Pool', tenant: 'shared' });
      await Order.update({ clientId: 302 }, { where: { id: 102 } });
      await refused(packer('DELETE', '/clients/302/orders/102/items/131'), 'Order');
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

      const answer = await red('PUT', '/orders/103', { ...body, note: 'kept' });

      expect([answer.status, answer.body.client_id]).toEqual([200, 201]);
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
      await refused(as('auditor')('PUT', '/orders/202/resku_all', { sku: 'x' }), 'Item');
      expect((await as('auditor')('PUT', '/orders/102/resku_all', { sku: 'x' })).status).toBe(204);
    });

    it('save changes of an action in scope', async () => {
      expect((await red('PUT', '/orders/102/annotate', { note: 'seen' })).status).toBe(204);
      expect((await red('PUT', '/orders/102/assign', { client: { id: 101 } })).status).toBe(204);
      expect((await Order.findByPk(102))?.note).toBe('seen');
    });
  });

  describe('A row out of scope responds as if it did not exist', () => {
    const STRICT = { Prefer: 'handling=strict' };
    const MISSING = 909;

    /** One row of each class; `stray` is an order below a client of red. */
    type Rows = Readonly<Record<'order' | 'stray' | 'shelved' | 'item' | 'label' | 'client' | 'product', number>>;
    type Sent = [method: string, path: string, body?: unknown, headers?: Record<string, string>];
    const requests: readonly ((row: Rows) => Sent)[] = [
      ({ order }) => ['GET', `/orders/${order}`],
      ({ order }) => ['HEAD', `/orders/${order}`],
      ({ order }) => ['GET', `/orders/${order},${order}`],
      ({ order }) => ['GET', `/orders/102,${order}`],
      ({ order }) => ['GET', `/orders/102,${order}`, undefined, STRICT],
      ({ order }) => ['GET', `/orders/${order}?note[like]=*`],
      ({ order }) => ['GET', `/orders/${order}?expand=items`],
      ({ order }) => ['PUT', `/orders/${order}`, { note: 'x' }],
      ({ order }) => ['PUT', `/orders/${order}`, { tenant: 'red' }],
      ({ order }) => ['PATCH', `/orders/${order}`, { note: 'x' }],
      ({ order }) => ['PUT', `/orders/102,${order}`, { note: 'x' }],
      ({ order }) => ['PUT', `/orders/102,${order}`, { note: 'x' }, STRICT],
      ({ order }) => ['PUT', `/orders/102,${order}`, { note: 'x' }, { Prefer: 'return=minimal' }],
      ({ order }) => ['DELETE', `/orders/${order}`],
      ({ order }) => ['DELETE', `/orders/103,${order}`],
      ({ order }) => ['DELETE', `/orders/103,${order}`, undefined, STRICT],
      ({ order }) => ['DELETE', `/orders/abc,${order}`, undefined, STRICT],
      ({ order }) => ['PUT', `/orders/${order}/annotate`, { note: 'x' }],
      ({ order }) => ['PUT', `/orders/${order}/annotate`, { wrong: 'x' }],
      ({ order, item }) => ['PUT', `/orders/${order}/items/${item}/resku`, { sku: 'x' }],
      ({ item }) => ['PUT', `/orders/102/items/${item}/resku`, { sku: 'x' }],
      ({ order }) => ['GET', `/orders/${order}/items`],
      ({ order }) => ['GET', `/orders/${order}/items?per_page=1`],
      ({ order, item }) => ['GET', `/orders/${order}/items/${item}`],
      ({ order }) => ['POST', `/orders/${order}/items`, { sku: 'x' }],
      ({ order, item }) => ['PUT', `/orders/${order}/items/${item}`, { sku: 'x' }],
      ({ order, item }) => ['DELETE', `/orders/${order}/items/${item}`],
      ({ order }) => ['GET', `/orders/${order}/labels`],
      ({ order }) => ['POST', `/orders/${order}/labels`, { id: 121 }],
      ({ order, label }) => ['DELETE', `/orders/${order}/labels/${label}`],
      ({ label }) => ['GET', `/orders/103/labels/${label}`],
      ({ label }) => ['PUT', `/orders/103/labels/${label}`, { text: 'x' }],
      ({ label }) => ['DELETE', `/orders/103/labels/${label}`],
      ({ label }) => ['POST', '/orders/102/labels', { id: label }],
      ({ label }) => ['POST', '/orders/102/labels', [{ id: 122 }, { id: label, text: 'x' }]],
      ({ label }) => ['PUT', '/orders/102', { labels: [{ id: label }] }],
      ({ label }) => ['POST', '/orders', { note: 'x', tenant: 'red', labels: [{ id: label }] }],
      ({ item }) => ['PUT', '/orders/102', { items: [{ id: item, sku: 'x' }] }],
      ({ client }) => ['GET', `/clients/${client}/orders`],
      ({ client }) => ['POST', `/clients/${client}/orders`, { note: 'x', tenant: 'red' }],
      ({ stray }) => ['GET', `/clients/101/orders/${stray}`],
      ({ stray }) => ['PUT', '/clients/101', { orders: [{ id: stray, note: 'x' }] }],
      ({ stray }) => ['GET', `/clients/101/orders/${stray}/items`],
      ({ stray }) => ['GET', `/clients/101/orders/${stray}/labels`],
      ({ stray }) => ['GET', `/clients/101/orders/${stray}/labels/301`],
      ({ stray }) => ['DELETE', `/clients/101/orders/${stray}/labels/301`],
      ({ stray }) => ['PUT', `/clients/101/orders/${stray}`, { note: 'x' }],
      ({ stray }) => ['DELETE', `/clients/101/orders/102,${stray}`],
      ({ client }) => ['POST', '/orders', { note: 'x', tenant: 'red', client_id: client }],
      ({ client }) => ['POST', '/orders', { note: 'x', tenant: 'blue', client_id: client }],
      ({ client }) => ['POST', '/orders', { note: 'x', tenant: 'red', client: { id: client } }],
      ({ client }) => [
        'POST',
        '/orders',
        [
          { note: 'x', tenant: 'red' },
          { note: 'x', tenant: 'red', client_id: client },
        ],
      ],
      ({ client }) => ['PUT', '/orders/102', { client_id: client }],
      ({ client }) => ['PUT', '/orders/102', { note: 'x'.repeat(50), client_id: client }],
      ({ client }) => ['PUT', '/orders/102,103', { note: 'x', client_id: client }],
      ({ product }) => ['POST', '/orders/102/items', { sku: 'x', product_id: product }],
      ({ product }) => ['POST', '/orders', { note: 'x', tenant: 'red', items: [{ sku: 'x', product_id: product }] }],
      ({ product }) => ['PUT', '/orders/102', { items: [{ id: 131, product_id: product }] }],
      ({ product }) => ['PUT', '/orders/102', { items: [{ sku: 'x', product_id: product }] }],
      ({ client }) => ['PUT', '/orders/102/assign', { client: { id: client } }],
      ({ order }) => ['GET', `/orders?id=${order}`],
      ({ shelved }) => ['GET', `/shelves/151/items/${shelved}`],
      ({ shelved }) => ['PUT', `/shelves/151/items/${shelved}`, { sku: 'x' }],
      ({ shelved }) => ['DELETE', `/shelves/151/items/${shelved}`],
      ({ shelved }) => ['PUT', '/shelves/151', { items: [{ id: shelved, sku: 'x' }] }],
      ({ item }) => ['POST', '/claims', { text: 'x', item_id: item }],
      ({ item }) => ['PUT', '/claims/141', { item_id: item }],
    ];
    const outside = { order: 202, stray: 203, shelved: 232, item: 231, label: 221, client: 201, product: 211 };
    const missing = {
      order: MISSING,
      stray: MISSING,
      shelved: MISSING,
      item: MISSING,
      label: MISSING,
      client: MISSING,
      product: MISSING,
    };

    /** Without what differs from one request to the next, and from one id to another. */
    function neutral({ status, headers, body }: Answer): unknown {
      const text = JSON.stringify({
        status,
        headers: [
          'Missing-Ids',
          'Preference-Applied',
          'Link',
          'Allow',
          'Content-Type',
          'Location',
          'WWW-Authenticate',
        ].map((name) => [name, headers.get(name)]),
        body,
      });
      return text
        .replace(/\b(202|203|231|232|221|201|211|909)\b/g, 'ID')
        .replace(/"(request_id|updated_at|created_at)":"[^"]*"/g, '"$1":""');
    }

    async function answered(request: Sent): Promise<unknown> {
      return neutral(await red(...request));
    }

    it.each(
      requests.map((request) => [
        request(outside)
          .slice(0, 3)
          .map((part) => JSON.stringify(part))
          .join(' '),
        request,
      ]),
    )('%s', async (_, request) => {
      const there = await answered(request(outside));
      await seed();
      const same = await answered(request(missing));

      expect(there).toBe(same);
    });
  });

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
    asked.times = 0;
    await red('GET', '/labels');
    expect(asked.times).toBe(0);

    await red('PUT', '/orders/102', { note: 'x', items: [{ id: 131, sku: 'y' }] });
    expect(asked.times).toBe(1);
  });

  it('runs no further statement for a read', async () => {
    const inside = await statementsOf(Order, () => red('GET', '/orders?expand=client,labels'));
    const all = await statementsOf(Order, () => as('staff')('GET', '/orders?expand=client,labels'));

    expect(inside.length).toBe(all.length);
  });
});

describe('@Scope in an override', () => {
  let shop: Served;

  @Resource(Label)
  class LabelResource extends Generated(Label) {
    async listLabels(request: Request, response: Response): Promise<unknown> {
      return { labels: await super.listLabels(request, response), all: await Label.count() };
    }

    async createLabel(request: Request, response: Response): Promise<void> {
      await super.createLabel(request, response);
    }
  }

  @Resource(Order)
  class OrderResource extends Generated(Order) {
    async listOrders(request: Request, response: Response): Promise<unknown> {
      return [await super.listOrders(request, response), await super.listOrders(request, response)];
    }
  }

  beforeAll(async () => {
    const resources = [LabelResource, OrderResource];
    shop = await serve(TENANTS, { authenticators: [namedByHeader], resources });
    await Label.bulkCreate([
      { text: 'hot', tenant: 'red' },
      { text: 'cold', tenant: 'blue' },
    ]);
  });
  afterAll(() => shop.stop());

  it('limits the generated method, but not the queries of domain code', async () => {
    const { body } = await shop.request('GET', '/labels', undefined, { 'X-User': 'red' });
    const created = await shop.request('POST', '/labels', { text: 'new', tenant: 'blue' }, { 'X-User': 'red' });

    expect(body).toMatchObject({ labels: [{ text: 'hot' }], all: 2 });
    expect(created.status).toBe(403);
    expect(await Label.count()).toBe(2);
  });

  it('calls a rule once per request, however many generated methods are called', async () => {
    asked.times = 0;

    const { body } = await shop.request('GET', '/orders', undefined, { 'X-User': 'red' });

    expect([body, asked.times]).toEqual([[[], []], 1]);
  });
});
