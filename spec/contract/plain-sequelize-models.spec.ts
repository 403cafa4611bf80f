import { type Model, Sequelize } from 'sequelize';
import type { DomainClass } from '../../lib';
import { describeModel } from '../../lib/persistence';
import { Application } from '../../lib/rest';
import { Customer, calls, Order, OrderItem, Product, type WebShop, webShop } from '../support/existing/web-shop';
import { POOL } from '../support/open-store';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
let shop: WebShop;
let served: Served;

const schema = { 'hbm2ddl.auto': 'validate' };

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await webShop(database);
  describeModel(Order, {
    root: true,
    key: 'code',
    searchable: ['code', 'status', 'customerId'],
    readOnly: ['total'],
    exclude: ['customer', 'Invoices'],
    collections: { items: { embed: true } },
    actions: { cancel: { parameters: [String] } },
  });
  describeModel(OrderItem, { searchable: { sku: { ignoreCase: true } } });
  describeModel(Product, { root: { name: 'wares', delete: false } });
  describeModel(shop.Tag, { searchable: ['name'], exclude: ['Orders'] });
  served = await serve([Order, OrderItem, Product, shop.Tag], { database, properties: schema });
  await request('POST', '/wares', [
    { sku: 'KIT-1', unit_price: '9.50' },
    { sku: 'KIT-2', unit_price: '3' },
  ]);
});
afterAll(async () => {
  await served.stop();
  await shop.sequelize.close();
  await database.drop();
});

const request = (...args: Parameters<Served['request']>): Promise<ApiResponse> => served.request(...args);

let count = 0;
async function ordered(changes: object = {}): Promise<string> {
  const code = `A-${++count}`;
  const { status, body } = await request('POST', '/orders', {
    code,
    items: [{ sku: 'KIT-1', quantity: 2 }],
    tags: [{ name: `gift ${count}` }],
    ...changes,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return code;
}

const stored = (code: string) => Order.findOne({ where: { code }, rejectOnEmpty: true });

describe('A plain Sequelize model with describeModel', () => {
  it('is served by the names of its columns and associations', async () => {
    const code = await ordered({ note: '  soon ' });
    const { body } = await request('GET', `/orders/${code}?expand=tags,items.product`);

    expect(body).toMatchObject({
      status: 'open',
      note: 'soon',
      total: '0.00',
      created_on: expect.stringMatching(/Z$/),
      items: [{ sku: 'KIT-1', product: { sku: 'KIT-1', unit_price: '9.50' } }],
      tags: [{ name: `gift ${count}` }],
    });
    expect(body).not.toHaveProperty('customer');
    expect(await request('DELETE', '/wares/KIT-1')).toMatchObject({ status: 405 });
  });

  it('is created, updated and deleted with its children', async () => {
    const code = await ordered();
    const [{ id }] = (await request('GET', `/orders/${code}`)).body.items;
    const changes = {
      status: 'shipped',
      placed_on: '2026-03-01T08:00:00Z',
      items: [
        { id, quantity: 5 },
        { sku: 'KIT-2', quantity: 1 },
      ],
    };
    const { body } = await request('PUT', `/orders/${code}`, changes);

    expect(body).toMatchObject({ status: 'shipped', items: [{ id, quantity: 5 }, { quantity: 1 }] });
    expect(await request('GET', `/orders?items.sku=kit-2&status=shipped`)).toMatchObject({
      status: 200,
      body: [{ code }],
    });
    expect(await request('DELETE', `/orders/${code}/items/${id}`)).toMatchObject({ status: 204 });
    expect(await OrderItem.findOne({ where: { id } })).toBeNull();
    expect(await OrderItem.findOne({ where: { id }, paranoid: false })).toMatchObject({ quantity: 5 });
  });

  it('keeps its validators, setters and hooks, and those of its Sequelize instance', async () => {
    calls.length = 0;
    const code = await ordered({ note: ' a ' });

    expect(calls).toEqual(expect.arrayContaining([`save ${code}`, 'shared Order', 'shared OrderItem', 'shared tag']));
    expect(calls.filter((call) => call === 'shared Order')).toHaveLength(1);
    calls.length = 0;
    await request('POST', '/wares', [
      { sku: 'KIT-3', unit_price: '1' },
      { sku: 'KIT-4', unit_price: '2' },
    ]);
    expect(calls).toEqual(['shared Product', 'shared Product']);
    calls.length = 0;
    await ordered({ tags: [{ name: 'one of two' }, { name: 'two of two' }] });
    expect(calls.filter((call) => call === 'shared tag')).toHaveLength(2);
  });

  it('rejects what its validators reject, with the field, in one and in several', async () => {
    const code = await ordered({ note: ' a ' });

    const [one, several] = [
      await request('POST', '/wares', { sku: 'x' }),
      await request('POST', '/wares', [{ sku: 'x' }, { sku: 'y' }]),
    ];
    expect(one.body.field_errors).toEqual([{ field: 'unit_price', message: 'is required' }]);
    expect(several.body.field_errors).toEqual([{ field: '[0].unit_price', message: 'is required' }]);
    expect(await request('POST', '/orders', { code: 'B-1', items: [{ sku: 'KIT-1', quantity: -1 }] })).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'items[0].quantity' }] },
    });
    expect(await request('PUT', `/orders/${code}`, { status: 'shipped' })).toMatchObject({ status: 422 });
    expect(await request('PUT', `/orders/${code}`, { status: 'lost' })).toMatchObject({ status: 422 });
    expect(await request('PUT', `/orders/${code}`, { total: '7.00' })).toMatchObject({ status: 422 });
  });

  it('has a field for the foreign key of an excluded association', async () => {
    const { id } = await Customer.create({ email: 'eve@example.org', passwordHash: null });
    const code = await ordered({ customer_id: id });

    expect(await request('GET', `/orders?customer_id=${id}`)).toMatchObject({ body: [{ code }] });
    expect(await request('GET', '/orders?customer.email=eve@example.org')).toMatchObject({ status: 400 });
    expect(await request('GET', `/orders/${code}?expand=customer`)).toMatchObject({ status: 400 });
    expect(await request('GET', `/orders/${code}?expand=invoices`)).toMatchObject({ status: 400 });
    expect((await request('POST', '/orders', { code: 'B-2', customer_id: 4711 })).status).toBe(409);
  });

  it('has no routes for excluded associations', async () => {
    const { body } = await request('GET', '/admin/routes');

    const paths = (body as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/orders/{order_id}/items', '/orders/{order_id}/tags']));
    expect(paths.filter((path) => /invoice|customer/i.test(path))).toEqual([]);
  });
});

describe('Code that uses a plain model', () => {
  it('reads and writes as before, by the same classes', async () => {
    const code = await ordered();
    const { id: customerId } = await Customer.create({ email: 'ann@example.org', passwordHash: 'x' });
    const order = await stored(code);
    await order.update({ customerId, status: 'shipped', placedOn: new Date() });
    const [read] = await Order.findAll({
      where: { code },
      include: [
        { model: Customer, as: 'customer' },
        { model: OrderItem, as: 'items', include: [{ model: Product, as: 'product' }] },
      ],
    });

    expect(read).toBeInstanceOf(Order);
    expect(read?.customer).toBeInstanceOf(Customer);
    expect(read?.toJSON()).toMatchObject({
      customer: { email: 'ann@example.org' },
      items: [{ product: { sku: 'KIT-1' } }],
    });
    const [ann] = await Customer.scope('known').findAll({ include: [{ model: Order, as: 'orders' }] });
    expect(ann?.orders).toEqual([expect.objectContaining({ code })]);
    expect((await request('GET', `/orders/${code}`)).body).toMatchObject({
      status: 'shipped',
      customer_id: customerId,
    });
  });

  it('has the methods of its associations', async () => {
    const order = (await stored(await ordered())) as Order & Record<string, (...args: unknown[]) => Promise<Model[]>>;
    const [item] = await order.getItems!();
    const [tag] = await order.getTags!();
    await order.createInvoice!({ number: 'R-1' });

    expect(item).toMatchObject({ quantity: 2 });
    expect(tag).toMatchObject({ name: `gift ${count}` });
    expect(await shop.Invoice.findAll({ include: [Order] })).toMatchObject([
      { number: 'R-1', Order: { code: order.code } },
    ]);
    expect(await Order.findAll({ include: [{ model: shop.Invoice, required: true }] })).toMatchObject([
      { code: order.code },
    ]);
    await order.removeTag!(tag);
    expect((await request('GET', `/orders/${order.code}/tags`)).body).toEqual([]);
  });

  it('may open transactions on its own Sequelize instance', async () => {
    const code = `T-${++count}`;
    await shop.sequelize.transaction(async (transaction) => {
      await Customer.create({ email: `${code}@example.org`, passwordHash: null }, { transaction });
      await Order.create({ code, note: null, placedOn: null }, { transaction });
    });
    const undone = shop.sequelize.transaction(async (transaction) => {
      await Order.update({ note: 'undone' }, { where: { code }, transaction });
      throw new Error('no');
    });

    await expect(undone).rejects.toThrow('no');
    expect((await request('GET', `/orders/${code}`)).body).toMatchObject({ code, note: null });
  });

  it('joins the unit of work of an action that calls it', async () => {
    const code = await ordered();
    const { status } = await request('PUT', `/orders/${code}/cancel`, { reason: 'late' });
    expect(status).toBe(204);
    expect((await request('GET', `/orders/${code}`)).body).toMatchObject({
      status: 'cancelled',
      items: [{ quantity: 0 }],
    });

    const kept = await ordered();
    expect(await request('PUT', `/orders/${kept}/cancel`, { reason: 'refused' })).toMatchObject({ status: 500 });
    expect((await request('GET', `/orders/${kept}`)).body).toMatchObject({ status: 'open', items: [{ quantity: 2 }] });
  });
});

describe('An application of plain models', () => {
  class ShopApplication extends Application {}

  const application = (domain: readonly unknown[], settings: object = {}) =>
    new ShopApplication({
      domain: domain as DomainClass[],
      configDir: __dirname,
      moduleRoot: __dirname,
      configuration: {
        name: 'shop',
        db: { url: database.url, pool: POOL, providerProperties: schema, ...settings },
      },
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });

  async function failure(domain: readonly unknown[]): Promise<readonly string[]> {
    const error: unknown = await application(domain)
      .start()
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    const { mistakes = [error] } = error as { readonly mistakes?: readonly unknown[] };
    return mistakes.map((mistake) => (mistake as Error).message);
  }

  it('restores them when it stops, and can take them over again', async () => {
    const { Category } = shop;
    describeModel(Category, { root: true });
    const former = Category.sequelize;
    const one = application([Category]);
    await one.start();
    expect(Category.sequelize).not.toBe(former);
    await Category.create({ title: 'first' });
    await one.stop();

    expect(Category.sequelize).toBe(former);
    expect(await Category.findAll({ include: [{ model: Category, as: 'children' }] })).toMatchObject([
      { title: 'first', children: [] },
    ]);
    const other = application([Category]);
    await other.start();
    expect(await Category.count()).toBe(1);
    await other.stop();
  });

  it('finds those that the modules of db.packagesToScan export, and ignores others', async () => {
    const lines: string[] = [];
    const boards = new ShopApplication({
      configDir: __dirname,
      moduleRoot: __dirname,
      configuration: {
        name: 'boards',
        db: {
          url: database.url,
          pool: POOL,
          providerProperties: { 'hbm2ddl.auto': 'update' },
          packagesToScan: ['../support/existing/boards'],
        },
      },
      logger: { info: (line) => void lines.push(line), warn: () => undefined, error: () => undefined },
    });
    await boards.start();
    const paths = boards.routes.map(({ path }) => path);
    await boards.stop();

    expect(paths).toEqual(expect.arrayContaining(['/boards', '/boards/{id}']));
    expect(paths.filter((path) => path.includes('draft'))).toEqual([]);
    expect(lines.join()).toMatch(
      /board uses the database .* while the application runs, and its own Sequelize uses an in-memory database/,
    );
  });

  it('does not start with associations whose models are neither described nor excluded', async () => {
    class Leaf extends (Sequelize as never as { Model: typeof Model }).Model {}
    Leaf.init({}, { sequelize: shop.sequelize, modelName: 'Leaf' });
    const { Category } = shop;
    Leaf.belongsTo(shop.Invoice, { as: 'bill' });
    Leaf.belongsTo(Category, { as: 'category' });
    describeModel(Leaf, { root: true, exclude: ['bil'], hidden: ['colour'] });

    expect(await failure([Leaf])).toEqual([
      'describeModel(Leaf) excludes "bil", which is not an association of Leaf (bill, category): correct the name.',
      expect.stringMatching(/^Leaf.bill refers to Invoice, which has no describeModel\(Invoice, …\): describe it/),
      expect.stringMatching(/^Leaf.category refers to Category, which is not among the application's domain classes/),
      expect.stringMatching(/^Leaf.colour is listed in "hidden" of describeModel\(Leaf\)/),
    ]);
    expect(Leaf.sequelize).toBe(shop.sequelize);
  });

  it('does not start with a model that has no columns, or no description', async () => {
    class Twig extends (Sequelize as never as { Model: typeof Model }).Model {}
    class Bud extends (Sequelize as never as { Model: typeof Model }).Model {}
    describeModel(Twig, { root: true });

    expect(await failure([Twig, Bud])).toEqual([
      'Bud is not a model: extend BaseDomain, or Model of sequelize-typescript, or describe a plain model of Sequelize by describeModel.',
      'Twig is described and has no columns yet: call Twig.init(…), or sequelize.define, before the application starts.',
    ]);
  });
});
