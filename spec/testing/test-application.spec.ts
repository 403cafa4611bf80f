import '../support/small-shop';
import { join } from 'node:path';
import {
  forSnapshot,
  matchers,
  startTestApplication,
  type TestApplication,
  type TestOptions,
} from 'koaggregate/testing';
import { Order } from '../../samples/orders/src/domain/order';
import { OrderItem } from '../../samples/orders/src/domain/order-item';
import { Payment } from '../../samples/orders/src/domain/payment';
import { Product } from '../../samples/orders/src/domain/product';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { dialect } from '../support/test-database';

expect.extend(matchers);

const projectRoot = join(__dirname, '../../samples/orders');
const places = dialect === 'sqlite' ? (['memory', 'file'] as const) : (['server'] as const);

describe.each(places)('A test application with its database in %s', (database) => {
  let shop: TestApplication;
  beforeAll(async () => {
    shop = await startTestApplication(OrdersApplication, { database, projectRoot });
  });
  beforeEach(() => shop.begin());
  afterEach(() => shop.rollback());
  afterAll(() => shop.stop());

  const clerk = () => shop.as({ name: 'ann', roles: ['admin'] });

  it('serves requests as any principal', async () => {
    const permitted = shop.as({ name: 'ann', permissions: ['products.write'] });

    const response = await permitted.post('/products', shop.payload(Product, { name: 'Bolt' }));

    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ name: 'Bolt' });
    expect(await shop.request.post('/products', {})).toBeProblem(401);
    expect(await shop.as({ name: 'bob' }).post('/products', {})).toBeProblem(403, 'products.write');
  });

  it('reports the fields of a problem', async () => {
    const response = await clerk().post('/products', { name: 'Bolt', price: 'dear' });

    expect(response).toBeProblem(422);
    expect(response).toHaveFieldError('price', 'number');
    expect(response).not.toHaveFieldError('name');
  });

  it('generates valid payloads of every class and stores their required parents', async () => {
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

  it('lists the statements when there are more or fewer than expected', async () => {
    const { id } = await shop.create(Order);
    const work = () => shop.request.get(`/orders/${id}?expand=order_items`);

    await expect(shop.expectStatements(7, work)).rejects.toThrow(
      /^Expected 7 SQL statements, but there were \d:\n1\. SELECT/,
    );
  });

  it('builds an instance without storing it', async () => {
    const before = await Product.count();

    const product = shop.build(Product, { price: '7.25' });

    expect(product).toBeInstanceOf(Product);
    expect(product).toMatchObject({ isNewRecord: true, price: '7.25' });
    expect(await Product.count()).toBe(before);
  });
});

describe.each(places)('rollback(), with the database in %s,', (database) => {
  let shop: TestApplication;
  let existing: Order;
  beforeAll(async () => {
    shop = await startTestApplication(OrdersApplication, { database, projectRoot });
    existing = await shop.create(Order, { customerEmail: 'ada@example.org' });
    await shop.create(OrderItem, { orderId: existing.id });
  });
  beforeEach(() => shop.begin());
  afterAll(() => shop.stop());

  const counts = () => Promise.all([Order.count(), OrderItem.count(), Product.count()]);

  it('reverts the writes of requests and of code', async () => {
    const before = await counts();
    const admin = shop.as({ name: 'ann', roles: ['admin'] });
    await admin.post('/products', shop.payload(Product));
    await shop.create(OrderItem);
    await admin.put(`/orders/${existing.id}`, { customer_email: 'bob@example.org' });
    expect((await admin.delete(`/orders/${existing.id}`)).status).toBe(204);
    expect(await counts()).not.toEqual(before);

    await shop.rollback();

    expect(await counts()).toEqual(before);
    expect(await Order.findById(existing.id)).toMatchObject({ customerEmail: 'ada@example.org' });
  });

  it('reverts committed units of work', async () => {
    const before = await counts();
    const admin = shop.as({ name: 'ann', roles: ['admin'] });
    const payloads = await Promise.all([1, 2, 3, 4].map(() => shop.payload(Order)));
    const created = await Promise.all(payloads.map((payload) => admin.post('/orders', payload)));
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);

    await shop.rollback();

    expect(await counts()).toEqual(before);
  });

  it('sends no statement when nothing was written', async () => {
    await shop.expectStatements(1, () => shop.request.get(`/orders/${existing.id}`));

    await shop.expectStatements(0, () => shop.rollback());
  });

  it('requires one begin() before it', async () => {
    await expect(shop.begin()).rejects.toThrow('begin() was called twice');
    await shop.rollback();
    await expect(shop.rollback()).rejects.toThrow('rollback() was called without begin()');
  });
});

describe('The option samples of startTestApplication', () => {
  const start = (samples: NonNullable<TestOptions['samples']>) =>
    startTestApplication(OrdersApplication, { projectRoot, samples });

  it('sets values of entities and payloads, unless a test gives others', async () => {
    const shop = await start({ Order: { customer_email: 'kim@example.com', internalNotes: 'VIP' } });
    try {
      const stored = await shop.create(Order);
      const payment = await shop.create(Payment);
      const other = await shop.create(Order, { customerEmail: 'bo@example.com' });

      expect([stored, payment.order, other]).toMatchObject([
        { customerEmail: 'kim@example.com', internalNotes: 'VIP' },
        { customerEmail: 'kim@example.com', internalNotes: 'VIP' },
        { customerEmail: 'bo@example.com', internalNotes: 'VIP' },
      ]);
      expect(shop.build(Order)).toMatchObject({ customerEmail: 'kim@example.com' });
      for (const payload of [await shop.payload(Order), shop.changes(Order)]) {
        expect(payload).toMatchObject({ customer_email: 'kim@example.com' });
        expect(payload).not.toHaveProperty('internal_notes');
      }
      expect(await shop.payload(Order, { customer_email: undefined })).not.toHaveProperty('customer_email');
    } finally {
      await shop.stop();
    }
  });

  it('calls functions for each entity, and takes the last of several values', async () => {
    const shop = await start([
      { Order: { customerEmail: 'kim@example.com', code: (count: number) => `CODE-${count}` } },
      { Order: { customer_email: 'bo@example.com' } },
    ]);
    try {
      const [first, second] = [await shop.create(Order), await shop.create(Order)];

      expect([first, second]).toMatchObject([{ customerEmail: 'bo@example.com' }, { customerEmail: 'bo@example.com' }]);
      expect(first.code).toMatch(/^CODE-/);
      expect(second.code).not.toBe(first.code);
      expect(new Set(shop.values(Order, 'code', 2)).size).toBe(2);
      expect(shop.values(Order, 'customer_email', 2)).toEqual(['bo@example.com', expect.stringContaining('@')]);
    } finally {
      await shop.stop();
    }
  });

  it('stores the entities that samples of foreign keys refer to, with that key', async () => {
    const shop = await start({ Payment: { orderId: 10_002 } });
    try {
      const before = await shop.count(Order);
      const payments = await Promise.all([shop.create(Payment), shop.payload(Payment), shop.payload(Payment)]);

      expect(payments).toMatchObject([{ orderId: 10_002 }, { order_id: 10_002 }, { order_id: 10_002 }]);
      expect(await shop.count(Order)).toBe(before + 1);
    } finally {
      await shop.stop();
    }
  });

  it.each([
    [{ Oder: { code: 'x' } }, 'Unknown model "Oder" (the nearest is "Order"). Known models: '],
    [{ Order: { kode: 'red' } }, 'Order has no field "kode" (the nearest is "code"). Known fields: '],
    [{ Order: 'red' as never }, 'The samples of Order are no object: write values by field, as in { Order: { … } }.'],
  ])('rejects unknown names: %j', async (samples, message) => {
    await expect(start(samples)).rejects.toThrow(message);
  });
});

describe('forSnapshot()', () => {
  it('replaces ids, instants and tokens by stable names', () => {
    const content = { id: 9, order_id: 4, items: [{ id: 4, sku: 'A' }], created_at: '2026-01-31T08:30:00.000Z' };

    expect(forSnapshot(content)).toEqual({
      id: 'id 1',
      order_id: 'id 2',
      items: [{ id: 'id 2', sku: 'A' }],
      created_at: 'instant 1',
    });
  });
});
