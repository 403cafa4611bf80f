import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Container } from '../../lib/core';
import { demoShop } from '../../samples/orders/src/demo-data/demo-shop';
import { Order } from '../../samples/orders/src/domain/order';
import { OrderItem } from '../../samples/orders/src/domain/order-item';
import { Payment } from '../../samples/orders/src/domain/payment';
import { Product } from '../../samples/orders/src/domain/product';
import { Shipment } from '../../samples/orders/src/domain/shipment';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { printPages } from '../../samples/orders/src/print-pages';
import { printRoutes } from '../../samples/orders/src/print-routes';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const projectRoot = join(__dirname, '../../samples/orders');
const demo = demoShop();

let database: TestDatabase;
let container: Container;

beforeAll(async () => {
  database = await createTestDatabase();
  container = await startSample();
  // Loading the demo data takes a while.
}, 60_000);
afterAll(async () => {
  await container.stop();
  await database.drop();
});

describe('Orders in samples/orders', () => {
  it('are created with items and a shipment, read, updated and deleted', async () => {
    const product = demo.products[0]!;
    const created = await request('POST', '/orders', {
      code: 'MINE-1',
      customer_email: 'ada.bell@example.com',
      total: '114.80',
      order_items: [
        {
          sku: 'KIT-001',
          quantity: 2,
          price: '49.90',
          product: { id: product.id },
          shipments: [{ carrier: 'Northpost' }],
        },
        { sku: 'OFC-001', quantity: 1, price: '15.00' },
      ],
    });
    const { id, order_items: items } = created.body;

    expect(created.status).toBe(201);
    expect(items).toMatchObject([{ order_id: id, product_id: product.id, status: 'created' }, { product_id: null }]);
    expect((await request('GET', `/orders/${id}`)).body).toMatchObject({
      code: 'MINE-1',
      status: 'created',
      total: '114.80',
    });
    const shipments = await request('GET', `/orders/${id}/order_items/${items[0].id}/shipments`);
    expect(shipments.body).toEqual(items[0].shipments);

    const updated = await request('PUT', `/orders/${id}`, { status: 'shipped' });
    expect(updated).toMatchObject({ status: 200, body: { status: 'shipped', code: 'MINE-1' } });
    const item = await request('PUT', `/orders/${id}/order_items/${items[1].id}`, { quantity: 5 });
    expect(item).toMatchObject({ status: 200, body: { quantity: 5, price: '15.00' } });

    expect((await request('DELETE', `/orders/${id}`)).status).toBe(204);
    expect((await request('GET', `/orders/${id}`)).status).toBe(404);
    expect(await OrderItem.count({ where: { orderId: id } })).toBe(0);
  });

  it('cannot be deleted when they have payments (409)', async () => {
    const { orderId, amount } = demo.payments[0]!;

    const { status, body } = await request('DELETE', `/orders/${orderId}`);

    expect(status).toBe(409);
    expect(body.detail).toMatch(/payment/i);
    const payments = await request('GET', `/orders/${orderId}/payments`);
    expect(payments.body).toMatchObject([{ order_id: orderId, amount }]);
  });

  it('neither show nor accept internal notes', async () => {
    const { id, internalNotes } = demo.orders.find((order) => order.internalNotes !== null)!;

    const read = await request('GET', `/orders/${id}`);
    const written = await request('PUT', `/orders/${id}`, { internal_notes: 'seen' });

    expect(read.status).toBe(200);
    expect(JSON.stringify(read.body)).not.toMatch(/internal_?notes/i);
    expect(written.status).toBe(422);
    expect((await Order.findById(id))?.internalNotes).toBe(internalNotes);
  });

  it.each([
    ['a quantity of 0', '/orders/1/order_items', { sku: 'KIT-001', quantity: 0, price: '1.00' }, 'quantity'],
    [
      'a quantity that is not a number',
      '/orders/1/order_items',
      { sku: 'KIT-001', quantity: 'many', price: '1.00' },
      'quantity',
    ],
    ['an unknown payment method', '/payments', { method: 'barter', amount: '1.00', order_id: 1 }, 'method'],
    ['an order without a code', '/orders', { customer_email: 'ada.bell@example.com' }, 'code'],
    ['an invalid e-mail address', '/orders', { code: 'MINE-2', customer_email: 'ada' }, 'customer_email'],
  ])('reject %s with 422', async (_, path, payload, field) => {
    const { status, body } = await request('POST', path, payload);

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([expect.objectContaining({ field })]);
  });
});

describe('Cancelling in samples/orders', () => {
  it('cancels an order with its items and stores the reason', async () => {
    const { id } = demo.orders.find(({ status }) => status === 'confirmed')!;

    const { status, body } = await request('PUT', `/orders/${id}/cancel`, { reason: 'Ordered twice' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'cancelled', cancellation_reason: 'Ordered twice' });
    expect((await request('GET', `/orders/${id}`)).body).toEqual(body);
    const items = await request('GET', `/orders/${id}/order_items`);
    expect(new Set(items.body.map((item: { status: string }) => item.status))).toEqual(new Set(['cancelled']));
  });

  it('requires a reason (422)', async () => {
    const { status, body } = await request('PUT', '/orders/1/cancel');

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([{ field: 'reason', message: 'is required' }]);
  });

  it('rejects a shipped order with 409, mapped from a domain error, and changes nothing', async () => {
    const { id, code } = demo.orders.find(({ status }) => status === 'shipped')!;

    const { status, body } = await request('PUT', `/orders/${id}/cancel`, { reason: 'Too late' });

    expect(status).toBe(409);
    expect(body.detail).toBe(`The order ${code} has been shipped already: it can be returned, not cancelled.`);
    expect(await Order.findById(id)).toMatchObject({ status: 'shipped', cancellationReason: null });
  });

  it('cancels an item through its order, and the order with its last item', async () => {
    const order_items = ['KIT-001', 'COF-007'].map((sku) => ({ sku, quantity: 1, price: '10.00' }));
    const mine = { code: 'MINE-3', customer_email: 'ada.bell@example.com', order_items };
    const { id, order_items: items } = (await request('POST', '/orders', mine)).body;

    const first = await request('PUT', `/orders/${id}/order_items/${items[0].id}/cancel`);
    expect(first).toMatchObject({ status: 200, body: { id: items[0].id, status: 'cancelled' } });
    expect((await Order.findById(id))?.status).toBe('created');

    await request('PUT', `/orders/${id}/order_items/${items[1].id}/cancel`, { reason: 'Out of stock' });
    expect(await Order.findById(id)).toMatchObject({ status: 'cancelled', cancellationReason: 'Out of stock' });
    expect((await request('DELETE', `/orders/${id}`)).status).toBe(204);
  });
});

describe('The invariant of samples/orders', () => {
  it('rejects every write that leaves a shipped order without items with 422, and changes nothing', async () => {
    const order = { code: 'MINE-5', customer_email: 'ada.bell@example.com' };
    const items = [{ sku: 'KIT-001', quantity: 1, price: '49.90' }];
    const { id } = (await request('POST', '/orders', order)).body;
    const stored = () => Order.findById(id);

    const { status, body } = await request('PUT', `/orders/${id}`, { status: 'shipped' });

    const violated = { invariant: 'shipped-with-items', message: 'An order that is shipped has at least one item.' };
    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        detail: violated.message,
        invariant: violated.invariant,
        invariants: [{ ...violated, type: 'Order', id }],
      },
    });
    expect(await stored()).toMatchObject({ status: 'created', version: 0 });
    expect((await request('POST', '/orders', { ...order, code: 'MINE-6', status: 'shipped' })).status).toBe(422);
    const shipped = await request('PUT', `/orders/${id}`, { status: 'shipped', order_items: items });
    expect(shipped.status).toBe(200);
    const item = `/orders/${id}/order_items/${shipped.body.order_items[0].id}`;
    expect((await request('DELETE', item)).body.invariant).toBe(violated.invariant);
    expect((await request('GET', item)).status).toBe(200);
    await expect(OrderItem.destroy({ where: { orderId: id } })).rejects.toThrow(violated.message);
    expect((await request('DELETE', `/orders/${id}`)).status).toBe(204);
  });

  it('is shown on the map and in the OpenAPI document', async () => {
    const page = await (await fetch(`${container.addresses[0]}/api/orders/map`)).text();
    const { body } = await request('GET', '/api/orders/openapi.json');

    expect(page).toContain('<li><code>shipped-with-items</code>: An order that is shipped has at least one item.</li>');
    const { $ref } = body.paths['/orders/{order_id}/order_items/{id}'].delete.responses['422'];
    expect(body.components.responses[$ref.split('/').at(-1)].description).toContain('`shipped-with-items`');
    expect(body.components.schemas.ValidationProblem.properties).toMatchObject({ invariant: {}, invariants: {} });
  });
});

describe('The permissions of samples/orders', () => {
  it('let everybody read, and require a permission for every write route', async () => {
    const routes = container.applications.flatMap(({ routes }) => routes).filter(({ path }) => !isFrameworkPath(path));
    const reads = routes.filter(({ method }) => method === 'GET');
    const writes = routes.filter(({ method, mediaType }) => method !== 'GET' && mediaType === undefined);
    const statusesOf = async (list: typeof routes, user: string) =>
      Promise.all(
        list.map(async ({ method, path }) => {
          const content = method === 'GET' || method === 'DELETE' ? undefined : {};
          return `${method} ${path} ${(await request(method, withKeys(path), content, user)).status}`;
        }),
      );
    const expected = (list: typeof routes, status: number) =>
      list.map(({ method, path }) => `${method} ${path} ${status}`);

    expect([reads.length, writes.length]).toEqual([13, 26]);
    expect(await statusesOf(reads, '')).toEqual(expected(reads, 200));
    expect(await statusesOf(writes, '')).toEqual(expected(writes, 401));
    expect(await statusesOf(writes, 'nobody')).toEqual(expected(writes, 403));
  });

  it('let an updater change orders and their items, and nothing else', async () => {
    const order_items = [{ sku: 'KIT-001', quantity: 1, price: '10.00' }];
    const order = { code: 'MINE-5', customer_email: 'ada.bell@example.com', order_items };
    const { id } = (await request('POST', '/orders', order)).body;
    const update = (method: string, path: string, content?: object) => request(method, path, content, 'updater');

    const item = await update('POST', `/orders/${id}/order_items`, order_items[0]);
    const itemPath = `/orders/${id}/order_items/${item.body.id}`;
    const written = [
      item,
      await update('PUT', itemPath, { quantity: 2 }),
      await update('POST', `${itemPath}/shipments`, { carrier: 'Northpost' }),
      await update('PUT', `/orders/${id}`, { order_items: [{ id: item.body.id, quantity: 3 }] }),
    ];
    const denied = [
      await update('POST', '/payments', { method: 'card', amount: '1.00', order_id: id }),
      await update('POST', `/orders/${id}/payments`, { method: 'card', amount: '1.00' }),
      await update('PUT', `/orders/${id}`, { payments: [{ method: 'card', amount: '1.00' }] }),
      await update('PUT', '/products/1', { price: '1.00' }),
      await update('DELETE', itemPath),
    ];

    expect(written.map(({ status }) => status)).toEqual([201, 200, 201, 200]);
    expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await request('DELETE', `/orders/${id}`)).status).toBe(204);
  });

  it('apply to each write of an order and its items', async () => {
    const order = { code: 'MINE-4', customer_email: 'ada.bell@example.com' };
    const items = [{ sku: 'KIT-001', quantity: 1, price: '10.00' }];
    const { id, order_items } = (await request('POST', '/orders', { ...order, order_items: items })).body;
    const item = `/orders/${id}/order_items/${order_items[0].id}`;
    const statuses = async (user: string) => [
      (await request('GET', `/orders/${id}`, undefined, user)).status,
      (await request('POST', '/orders', order, user)).status,
      (await request('PUT', `/orders/${id}`, { customer_email: 'eve@example.com' }, user)).status,
      (await request('PUT', `/orders/${id}/cancel`, { reason: 'Mine' }, user)).status,
      (await request('DELETE', item, undefined, user)).status,
      (await request('DELETE', '/orders/424242', undefined, user)).status,
    ];

    expect(await statuses('')).toEqual([200, 401, 401, 401, 401, 401]);
    expect(await statuses('nobody')).toEqual([200, 403, 403, 403, 403, 403]);
    expect(await statuses('updater')).toEqual([200, 403, 200, 403, 403, 403]);
    expect(await statuses('admin')).toEqual([200, 409, 200, 200, 204, 404]);
    expect((await request('GET', '/orders/2', undefined, 'stranger')).status).toBe(401);
    expect((await request('DELETE', `/orders/${id}`)).status).toBe(204);
  });
});

describe('The documents and pages of samples/orders', () => {
  it('include the operation shown in docs/api-documents.md', async () => {
    const page = readFileSync('docs/api-documents.md', 'utf8');
    const [, shown] = /```json\n("\/orders[^`]*)```/.exec(page)!;

    const { body } = await request('GET', '/api/orders/openapi.json');

    expect(body.paths).toMatchObject(JSON.parse(`{${shown!.replace(', …', '')}}`));
  });

  it('are printed at the start: routes in columns, then the addresses of pages', () => {
    const lines: string[] = [];
    const print = jest.spyOn(console, 'log').mockImplementation((line) => lines.push(line));

    const [application] = container.applications;
    printRoutes(application!);
    const routes = lines.splice(0);
    printPages(application!, 'http://127.0.0.1:8080');
    print.mockRestore();

    expect(lines).toEqual([
      'API reference       http://127.0.0.1:8080/api/orders/docs',
      'Map of the domain   http://127.0.0.1:8080/api/orders/map',
      'OpenAPI document    http://127.0.0.1:8080/api/orders/openapi.json',
    ]);
    expect(routes).toContainEqual(expect.stringMatching(/^GET {5}\/orders +listOrders$/));
    expect(routes).toContainEqual(
      expect.stringMatching(/^PUT {5}\S+\/order_items\/{id}\/cancel +cancelOrderOrderItem$/),
    );
    const column = routes[0]!.indexOf('/');
    expect(routes.map((line) => line.indexOf('/'))).toEqual(routes.map(() => column));
    const roots = new Set(routes.map((line) => /\/(\w*)/.exec(line)?.[1]));
    expect([...roots].sort()).toEqual(['', 'admin', 'api', 'orders', 'payments', 'products']);
  });

  it('are linked by GET /, as JSON and as HTML', async () => {
    const [address] = container.addresses;
    const home = await request('GET', '/');
    const browser = await fetch(`${address}/`, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    const page = await browser.text();
    const statuses = await Promise.all(
      Object.values<string>(home.body).map(async (path) => (await fetch(address + path)).status),
    );

    expect(home).toMatchObject({ status: 200 });
    expect(home.body).toEqual({
      Orders: '/orders',
      'API reference': '/api/orders/docs',
      'Map of the domain': '/api/orders/map',
      'OpenAPI document': '/api/orders/openapi.json',
    });
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(browser.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.match(/href="[^"]+"/g)).toEqual(Object.values(home.body).map((path) => `href="${path}"`));
  });
});

describe('The demo data of samples/orders', () => {
  it('is loaded once: a second start adds nothing', async () => {
    const before = await counts();

    await container.stop();
    container = await startSample();

    expect(before).toMatchObject({ products: demo.products.length, orders: 3000 });
    expect(await counts()).toEqual(before);
  });

  it('is the same on every machine', () => {
    expect(demo.orders[0]).toMatchObject({ code: '2024-000001', customerEmail: 'peter.lang@example.com' });
    expect(sumOf(demo.orders.map(({ total }) => total))).toBe(56_254_733);
    expect(demoShop()).toEqual(demo);
  });

  it('has consistent amounts: order total, sum of the items, and payment', () => {
    const totals = new Map(demo.orders.map(({ id }) => [id, 0]));
    for (const { orderId, price, quantity } of demo.orderItems) {
      totals.set(orderId, totals.get(orderId)! + cents(price) * quantity);
    }

    expect(demo.orders.map(({ total }) => cents(total))).toEqual([...totals.values()]);
    expect(demo.payments.map(({ amount }) => cents(amount))).toEqual(
      demo.payments.map(({ orderId }) => totals.get(orderId)),
    );
  });

  it('has payments of confirmed and shipped orders, and shipments of shipped ones', () => {
    const ordersOf = (...statuses: string[]) =>
      new Set(demo.orders.filter(({ status }) => statuses.includes(status)).map(({ id }) => id));
    const orderOfItem = new Map(demo.orderItems.map(({ id, orderId }) => [id, orderId]));

    expect(new Set(demo.payments.map(({ orderId }) => orderId))).toEqual(ordersOf('confirmed', 'shipped'));
    expect(new Set(demo.shipments.map(({ orderItemId }) => orderOfItem.get(orderItemId)))).toEqual(ordersOf('shipped'));
  });
});

async function startSample(): Promise<Container> {
  const project = { projectRoot, moduleRoot: join(projectRoot, 'src') };
  const logger = { info: () => undefined, warn: () => undefined, error: console.error };
  const application = new OrdersApplication({ ...project, logger, configuration: { db: { url: database.url } } });
  const configuration = { server: { connectors: [{ port: 0, scheme: 'http' }] } };
  const started = new Container({ ...project, logger, configuration, applications: [application] });
  await started.start();
  return started;
}

interface SampleResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
  readonly body: any;
}

async function request(method: string, path: string, content?: object, user = 'admin'): Promise<SampleResponse> {
  const Authorization = `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`;
  const headers = { ...(user && { Authorization }), ...(content && { 'Content-Type': 'application/json' }) };
  const response = await fetch(container.addresses[0] + path, {
    method,
    headers,
    body: content && JSON.stringify(content),
  });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}

/** Whether the route belongs to the route listing or the API documents. */
function isFrameworkPath(path: string): boolean {
  return /^\/(admin|api)\//.test(path);
}

/** Fills in the keys of a shipped order with a shipment and a payment. */
function withKeys(path: string): string {
  const shipment = demo.shipments[0]!;
  const item = demo.orderItems.find(({ id }) => id === shipment.orderItemId)!;
  const payment = demo.payments.find(({ orderId }) => orderId === item.orderId)!;
  const keys: Record<string, unknown> = {
    orders: item.orderId,
    order_items: item.id,
    shipments: shipment.id,
    payments: payment.id,
    products: 1,
  };
  return path
    .replace('{order_id}', String(item.orderId))
    .replace('{order_item_id}', String(item.id))
    .replace(/(\w+)\/\{id\}/, (_, collection: string) => `${collection}/${keys[collection]}`);
}

async function counts(): Promise<Record<string, number>> {
  const [products, orders, orderItems] = [await Product.count(), await Order.count(), await OrderItem.count()];
  return { products, orders, orderItems, shipments: await Shipment.count(), payments: await Payment.count() };
}

function sumOf(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + cents(amount), 0);
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}
