import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSqlServer } from '../raw/open-sql-server';
import { type OrderPayload, RawOrders } from '../raw/orders';
import type { Value } from '../raw/sql-server';
import { replyToParent } from './reply-to-parent';

type Reply = readonly [status: number, body?: string];

/** node:http, a driver and hand-built JSON, without validation: the practical minimum of CPU time. */
async function serve(url: string): Promise<void> {
  const database = await openSqlServer(url);
  const orders = new RawOrders(database);
  const server = createServer(async (request, response) => {
    const [status, body = ''] = await replyTo(request, orders).catch((error: Error): Reply => [500, error.message]);
    const type = body === '' ? undefined : { 'Content-Type': 'application/json; charset=utf-8' };
    response.writeHead(status, { ...type, 'Content-Length': Buffer.byteLength(body) }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  replyToParent(`http://127.0.0.1:${port}`, async () => {
    server.close();
    server.closeAllConnections();
    await database.close();
  });
}

async function replyTo(request: IncomingMessage, orders: RawOrders): Promise<Reply> {
  const [path = '', query = ''] = request.url!.split('?');
  const [, , id, children] = path.split('/');
  switch (request.method) {
    case 'POST':
      return created(orders, await payloadOf(request));
    case 'PUT':
      return [200, await orders.update(id!, ((await payloadOf(request)) as { total: string }).total)];
    case 'DELETE':
      return [(await orders.delete(id!)) === 1 ? 204 : 404];
    default:
      if (children) return [200, await orders.items(id!)];
      if (id) return [200, await (query === '' ? orders.read(id) : orders.readWithItems(id))];
      return [200, await pageOf(orders, new URLSearchParams(query))];
  }
}

async function created(orders: RawOrders, payload: unknown): Promise<Reply> {
  if (Array.isArray(payload)) return [201, `[${(await orders.create(payload)).join(',')}]`];
  const order = payload as OrderPayload;
  return [201, order.order_items ? await orders.createWithItems(order) : (await orders.create([order]))[0]];
}

function pageOf(orders: RawOrders, query: URLSearchParams): Promise<string> {
  const email = query.get('customer_email');
  const condition: readonly [string, ...Value[]] =
    email === null ? [''] : [' WHERE customer_email = ? AND status = ?', email, query.get('status')];
  return orders.page(Number(query.get('page')), Number(query.get('per_page')), condition);
}

async function payloadOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

void serve(process.argv[2]!);
