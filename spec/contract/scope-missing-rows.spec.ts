import { TENANTS } from '../support/domain/tenants';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { seedTenants } from '../support/tenant-rows';

const shop = useServed(TENANTS, { authenticators: [namedByHeader] });
beforeEach(seedTenants);

const STRICT = { Prefer: 'handling=strict' };
const MISSING = 909;

/** One id of each class. `stray` is an order of blue below a client of red. */
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
  ({ client }) => ['POST', '/orders', { note: 'x', tenant: 'red', client: { id: client, name: 'Bluebell' } }],
  ({ client }) => ['POST', '/orders', { note: 'x', tenant: 'red', client: { id: client, tenant: 'blue', name: 'x' } }],
  ({ client }) => ['PUT', '/orders/102', { client: { id: client, name: 'Bluebell' } }],
  ({ client }) => ['PUT', '/orders/102', { client: { id: client, orders: [] } }],
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

/** The response without ids, time stamps and request ids. */
function comparable({ status, headers, body }: ApiResponse): unknown {
  const text = JSON.stringify({
    status,
    headers: ['Missing-Ids', 'Preference-Applied', 'Link', 'Allow', 'Content-Type', 'Location', 'WWW-Authenticate'].map(
      (name) => [name, headers.get(name)],
    ),
    body,
  });
  return text
    .replace(/\b(202|203|231|232|221|201|211|909)\b/g, 'ID')
    .replace(/"(request_id|updated_at|created_at)":"[^"]*"/g, '"$1":""');
}

/** The comparable response to a request of red. */
async function responseTo([method, path, body, headers]: Sent): Promise<unknown> {
  return comparable(await shop.request(method, path, body, { 'X-User': 'red', ...headers }));
}

describe('A row out of scope', () => {
  it.each(
    requests.map((request) => [
      request(outside)
        .slice(0, 3)
        .map((part) => JSON.stringify(part))
        .join(' '),
      request,
    ]),
  )('has the response of a missing row: %s', async (_, request) => {
    const outOfScope = await responseTo(request(outside));
    await seedTenants();
    const notFound = await responseTo(request(missing));

    expect(outOfScope).toBe(notFound);
  });
});
