import '../support/small-shop';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type ServedOffice, serveOffice } from '../../samples/koa-app/src/serve-office';
import { userOfTheOffice } from '../../samples/koa-app/src/user-of-the-office';
import { Order } from '../../samples/orders/src/domain/order';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const SAMPLES = join(__dirname, '../../samples');
const ADA = { Authorization: 'Bearer token-of-ada' };
const PAUL = { Authorization: 'Bearer token-of-paul' };
const JSON_BODY = { 'Content-Type': 'application/json' };

let database: TestDatabase;
let orders: OrdersApplication;
let office: ServedOffice;

beforeAll(async () => {
  database = await createTestDatabase();
  orders = new OrdersApplication({
    projectRoot: join(SAMPLES, 'koa-app'),
    moduleRoot: join(SAMPLES, 'orders/src'),
    authenticators: [userOfTheOffice],
    configuration: { db: { url: database.url } },
  });
  office = await serveOffice(orders, 0);
  // Loading the demo data takes a while.
}, 60_000);
afterAll(async () => {
  await office.stop();
  await database.drop();
});

describe('samples/koa-app', () => {
  it('serves the orders below /api, with that prefix in Location', async () => {
    const body = {
      code: 'O-1',
      customer_email: 'ada.bell@example.com',
      order_items: [{ sku: 'A', quantity: 1, price: '2.00' }],
    };

    const created = await call('POST', '/api/orders', ADA, body);
    const location = created.headers.get('Location')!;
    const read = await call('GET', location, ADA);

    expect(created.status).toBe(201);
    expect(location).toMatch(/^\/api\/orders\/\d+$/);
    expect(read).toMatchObject({ status: 200, body: { id: created.body.id, code: 'O-1' } });
    expect((await call('GET', `${location}/order_items`, ADA)).body).toMatchObject([{ sku: 'A', price: '2.00' }]);
    expect((await call('DELETE', location, ADA)).status).toBe(204);
    expect((await call('GET', location, ADA)).status).toBe(404);
  });

  it('keeps its own routes, also below the prefix of the orders', async () => {
    expect((await call('GET', '/health')).body).toEqual({ status: 'up' });
    expect((await call('GET', '/me', ADA)).body).toEqual({ name: 'Ada Bell', clerk: true });
    expect((await call('GET', '/api/version', PAUL)).body).toEqual({ version: '1.0.0' });
    expect((await call('GET', '/orders', ADA)).status).toBe(404);
  });

  it('restricts access to the orders by its own middleware', async () => {
    const before = await Order.count();
    const unknown = await call('GET', '/api/orders/1');
    const reading = await call('GET', '/api/orders/1', PAUL);
    const writing = await call('DELETE', '/api/orders/1', PAUL);

    expect(unknown).toMatchObject({ status: 401, body: { error: 'Who are you?' } });
    expect(unknown.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(reading).toMatchObject({ status: 200, body: { id: 1 } });
    expect(writing).toMatchObject({ status: 403, body: { error: 'Paul Marsh may only read.' } });
    expect(await Order.count()).toBe(before);
  });

  it('passes its users to the orders, which check the permissions of their roles', async () => {
    const { body } = await call('GET', '/api/admin/routes/orders', PAUL);

    expect(body).toContainEqual(expect.objectContaining({ name: 'deleteOrder', permissions: ['orders.delete'] }));
    expect((await call('DELETE', '/api/orders/424242', ADA)).status).toBe(404);
  });

  it('lets Ada write, Paul read, and nobody else in, on every route', async () => {
    const routes = orders.routes.filter(({ path }) => !/^\/(admin|api)\//.test(path));
    const writes = routes.filter(({ method }) => method !== 'GET');
    const statusesOf = async (list: typeof routes, headers?: Record<string, string>) => {
      const statuses: number[] = [];
      for (const { method, path } of list) {
        const content = method === 'GET' || method === 'DELETE' ? undefined : {};
        const { status } = await call(method, `/api${path.replace(/\{\w+\}/g, '424242')}`, headers, content);
        statuses.push(status);
      }
      return statuses;
    };

    expect(new Set(await statusesOf(routes))).toEqual(new Set([401]));
    expect(new Set(await statusesOf(writes, PAUL))).toEqual(new Set([403]));
    expect(await statusesOf(routes, PAUL)).toEqual(expect.arrayContaining([200, 404]));
    expect(new Set(await statusesOf(writes, ADA))).toEqual(new Set([404, 422]));
  }, 60_000);

  it('formats errors of the orders as problems, and its own errors in its own format', async () => {
    const ofOrders = await call('GET', '/api/orders/0', ADA);
    const ofMethod = await call('PATCH', '/api/orders', ADA, {});
    const own = await call('GET', '/api/nothing', ADA);

    expect(ofOrders).toMatchObject({ status: 404, body: { title: 'Not Found', instance: '/api/orders/0' } });
    expect(ofOrders.headers.get('Content-Type')).toBe('application/problem+json');
    expect(ofMethod.status).toBe(405);
    expect(own).toMatchObject({ status: 404, body: { error: 'Nothing here.' } });
  });

  it('stops gracefully: it finishes open requests and then refuses connections', async () => {
    const code = 'O-LAST';
    const late = beginPost('/api/orders', `{ "code": "${code}", `);
    await late.reached;

    const stopped = office.stop();
    late.finish('"customer_email": "ada.bell@example.com" }');
    const response = await late.response;
    await stopped;

    expect(response.statusCode).toBe(201);
    expect(await json(response)).toMatchObject({ code });
    expect(orders.isStarted).toBe(false);
    await expect(fetch(`${office.address}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });

    office = await serveOffice(orders, 0);
    expect(await Order.count({ where: { code } })).toBe(1);
  });
});

async function call(method: string, path: string, headers: Record<string, string> = {}, content?: object) {
  const response = await fetch(office.address + path, {
    method,
    headers: content ? { ...JSON_BODY, ...headers } : headers,
    body: content && JSON.stringify(content),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
  const body: any = text && JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** Begins a request whose body is sent in two parts; `reached` resolves after the response 100 to its head. */
function beginPost(path: string, firstPart: string) {
  const headers = { ...JSON_BODY, ...ADA, Expect: '100-continue' };
  const sent = httpRequest(office.address + path, { method: 'POST', agent: false, headers });
  const response = once(sent, 'response').then(([message]) => message as IncomingMessage);
  const reached = once(sent, 'continue').then(() => sent.write(firstPart));
  return { response, reached, finish: (lastPart: string) => sent.end(lastPart) };
}
