import { join } from 'node:path';
import { matchers, neutral, startTestApplication, type TestApplication } from 'koaggregate/testing';
import { Order } from '../../samples/orders/src/domain/order';
import { OrderItem } from '../../samples/orders/src/domain/order-item';
import { Payment } from '../../samples/orders/src/domain/payment';
import { Product } from '../../samples/orders/src/domain/product';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { dialect } from '../support/test-database';

expect.extend(matchers);

const projectRoot = join(__dirname, '../../samples/orders');
const places = dialect === 'sqlite' ? (['memory', 'file'] as const) : (['server'] as const);

describe.each(places)('An application under test, on a database in %s', (database) => {
  let shop: TestApplication;
  beforeAll(async () => {
    shop = await startTestApplication(OrdersApplication, { database, projectRoot });
  });
  beforeEach(() => shop.begin());
  afterEach(() => shop.rollback());
  afterAll(() => shop.stop());

  const clerk = () => shop.as({ name: 'ann', roles: ['admin'] });

  it('is served by its own routes, to the principal of ones choice', async () => {
    const permitted = shop.as({ name: 'ann', permissions: ['products.write'] });

    const response = await permitted.post('/products', shop.payload(Product, { name: 'Bolt' }));

    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ name: 'Bolt' });
    expect(await shop.request.post('/products', {})).toBeProblem(401);
    expect(await shop.as({ name: 'bob' }).post('/products', {})).toBeProblem(403, 'products.write');
  });

  it('tells which field a problem is about', async () => {
    const response = await clerk().post('/products', { name: 'Bolt', price: 'dear' });

    expect(response).toBeProblem(422);
    expect(response).toHaveFieldError('price', 'number');
    expect(response).not.toHaveFieldError('name');
  });

  it('makes valid payloads of every class, with what they need stored', async () => {
    const payment = await clerk().post('/payments', shop.payload(Payment));
    const items = await clerk().post(`/orders/${payment.body.order_id}/order_items`, [
      shop.payload(OrderItem),
      shop.payload(OrderItem, { quantity: 2 }),
    ]);

    expect([payment.status, items.status]).toEqual([201, 201]);
    expect(items.body).toHaveLength(2);
    expect(items.body[1]).toMatchObject({ quantity: 2, status: 'created' });
  });

  it('stores an entity with its parents, which refer to each other', async () => {
    const payment = await shop.create(Payment, { amount: '5.00' });

    expect(payment.order).toBeInstanceOf(Order);
    expect(payment.order.payments).toEqual([payment]);
    expect((await shop.request.get(`/orders/${payment.orderId}/payments`)).body).toHaveLength(1);
  });

  it('builds an instance that is not stored', async () => {
    const before = await Product.count();

    const product = shop.build(Product, { price: '7.25' });

    expect(product).toBeInstanceOf(Product);
    expect(product).toMatchObject({ isNewRecord: true, price: '7.25' });
    expect(await Product.count()).toBe(before);
  });
});

describe.each(places)('Between begin() and rollback(), on a database in %s,', (database) => {
  let shop: TestApplication;
  let standing: Order;
  beforeAll(async () => {
    shop = await startTestApplication(OrdersApplication, { database, projectRoot });
    standing = await shop.create(Order, { customerEmail: 'ada@example.org' });
    await shop.create(OrderItem, { orderId: standing.id });
  });
  beforeEach(() => shop.begin());
  afterAll(() => shop.stop());

  const counts = () => Promise.all([Order.count(), OrderItem.count(), Product.count()]);

  it('all that is written by requests and by code is taken back', async () => {
    const before = await counts();
    const admin = shop.as({ name: 'ann', roles: ['admin'] });
    await admin.post('/products', shop.payload(Product));
    await shop.create(OrderItem);
    await admin.put(`/orders/${standing.id}`, { customer_email: 'bob@example.org' });
    expect((await admin.delete(`/orders/${standing.id}`)).status).toBe(204);
    expect(await counts()).not.toEqual(before);

    await shop.rollback();

    expect(await counts()).toEqual(before);
    expect(await Order.findById(standing.id)).toMatchObject({ customerEmail: 'ada@example.org' });
  });

  it('units of work commit as they do in production, and are taken back all the same', async () => {
    const before = await counts();
    const admin = shop.as({ name: 'ann', roles: ['admin'] });
    const payloads = await Promise.all([1, 2, 3, 4].map(() => shop.payload(Order)));
    const created = await Promise.all(payloads.map((payload) => admin.post('/orders', payload)));
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);

    await shop.rollback();

    expect(await counts()).toEqual(before);
  });

  it('nothing is sent to the database when nothing was written', async () => {
    await shop.expectStatements(1, () => shop.request.get(`/orders/${standing.id}`));

    await shop.expectStatements(0, () => shop.rollback());
  });

  it('a second begin() is refused, and rollback() alone', async () => {
    await expect(shop.begin()).rejects.toThrow('begin() was called twice');
    await shop.rollback();
    await expect(shop.rollback()).rejects.toThrow('rollback() has nothing to take back');
  });

  it('statements are counted, and listed when there are others', async () => {
    const work = () => shop.request.get(`/orders/${standing.id}?expand=order_items`);
    await expect(shop.expectStatements(7, work)).rejects.toThrow(
      /^Expected 7 SQL statements, but there were \d:\n1\. SELECT/,
    );
    await shop.rollback();
  });
});

describe('A neutral copy', () => {
  it('has stable names in place of ids, instants and tokens', () => {
    const content = { id: 9, order_id: 4, items: [{ id: 4, sku: 'A' }], created_at: '2026-01-31T08:30:00.000Z' };

    expect(neutral(content)).toEqual({
      id: 'id 1',
      order_id: 'id 2',
      items: [{ id: 'id 2', sku: 'A' }],
      created_at: 'instant 1',
    });
  });
});
