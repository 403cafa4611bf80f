import { clientModule } from '../../../lib/cli/client/client-module';
import { clientProblems, joined, openApi, openClient, SEVERAL } from '../../support/written-client';

const KEYED = { parameters: [{ name: 'Idempotency-Key', in: 'header' }] };
const PHOTO = { responses: { 200: { content: { 'image/png': {} } } }, requestBody: { content: { 'image/png': {} } } };
const BATCH = { requestBody: { content: { 'application/vnd.koaggregate.batch+json': {} } } };
const PAGED = { parameters: [{ name: 'after', in: 'query' }] };

// biome-ignore lint/suspicious/noExplicitAny: the members depend on the document
type Call = (client: any) => unknown;
type Row = readonly [request: string, call: Call, routes: readonly string[] | Readonly<Record<string, object>>];

const SHOP: Readonly<Record<string, object>> = {
  'GET /orders': PAGED,
  'POST /orders': KEYED,
  'PUT /orders': {},
  'GET /orders/{id}': SEVERAL,
  'PUT /orders/{id}': SEVERAL,
  'PATCH /orders/{id}': BATCH,
  'DELETE /orders/{id}': SEVERAL,
  'GET /orders/{order_id}/order_items': {},
  'GET /orders/{order_id}/order_items/{id}': {},
  'PUT /orders/{order_id}/order_items/{id}/cancel': {},
  'PATCH /orders/{order_id}/order_items/{id}/cancel': {},
  'GET /orders/{id}/invoice': {},
  'PUT /orders/{id}/invoice': {},
  'POST /orders/{id}/invoice': {},
  'GET /orders/{id}/photo': PHOTO,
  'PUT /orders/{id}/photo': PHOTO,
  'DELETE /orders/{id}/photo': {},
};

const PATHS: readonly Row[] = [
  ['GET /orders', (shop) => shop.orders.list(), SHOP],
  ['GET /orders?after=', (shop) => shop.orders.each().next(), SHOP],
  ['POST /orders', (shop) => shop.orders.create({}), SHOP],
  ['PUT /orders', (shop) => shop.orders.replace([]), SHOP],
  ['GET /orders/1,a%2Fb', (shop) => shop.orders.read([1, 'a/b']), SHOP],
  ['PUT /orders/1,2', (shop) => shop.orders.update([1, 2], {}), SHOP],
  ['DELETE /orders/1', (shop) => shop.orders.delete([1]), SHOP],
  ['GET /orders/1', (shop) => shop.order(1).read(), SHOP],
  ['DELETE /orders/1', (shop) => shop.order(1).delete(), SHOP],
  ['PATCH /orders/1', (shop) => shop.order(1).batch({ steps: [] }), SHOP],
  ['GET /orders/1/order_items', (shop) => shop.order(1).orderItems.list(), SHOP],
  ['GET /orders/1/order_items/3', (shop) => shop.order(1).orderItem(3).read(), SHOP],
  ['PUT /orders/1/order_items/3/cancel', (shop) => shop.order(1).orderItem(3).cancel(), SHOP],
  ['GET /orders/1/invoice', (shop) => shop.order(1).invoice.read(), SHOP],
  ['POST /orders/1/invoice', (shop) => shop.order(1).invoice.create({}), SHOP],
  ['PUT /orders/1/photo', (shop) => shop.order(1).photo.update(new Blob(['x'])), SHOP],
  ['GET /orders/1/photo', (shop) => shop.order(1).photo.read(), SHOP],
  ['POST /jobs/7', (shop) => shop.job(7).call({}), ['POST /jobs/{id}']],
];

const ODD_NAMES: readonly Row[] = [
  [
    'GET /categories/1/categories/2/categories/3',
    (shop) => shop.category(1).category(2).category(3).read(),
    ['GET /categories/{id}', 'GET /categories/{a}/categories/{b}', 'GET /categories/{a}/categories/{b}/categories/{c}'],
  ],
  ['GET /sheep/1', (shop) => shop.oneSheep(1).read(), ['GET /sheep', 'GET /sheep/{id}']],
  ['GET /shopping-carts/1', (shop) => shop.shoppingCart(1).read(), ['GET /shopping-carts/{id}']],
  ['GET /order', (shop) => shop.order.read(), ['GET /order', 'GET /orders/{id}']],
  ['GET /orders/1', (shop) => shop.order_(1).read(), ['GET /order', 'GET /orders/{id}']],
  ['PUT /orders/1/delete', (shop) => shop.order(1).delete_(), ['DELETE /orders/{id}', 'PUT /orders/{id}/delete']],
  ['DELETE /orders/1', (shop) => shop.order(1).delete(), ['DELETE /orders/{id}', 'PUT /orders/{id}/delete']],
  ['PUT /orders/list', (shop) => shop.orders.list_(), ['GET /orders', 'GET /orders/{id}', 'PUT /orders/list']],
  ['GET /classes/new', (shop) => shop.class('new').read(), ['GET /classes/{id}']],
  ['GET /functions', (shop) => shop.functions.list(), ['GET /functions', 'GET /functions/{function}']],
  ['GET /https/1/options/2', (shop) => shop.http(1).option(2).read(), ['GET /https/{a}/options/{b}']],
  ['GET /segments/1', (shop) => shop.segment(1).read(), ['GET /segments/{segment}']],
  ['GET /2fas/1', (shop) => shop['2fa'](1).read(), ['GET /2fas/{id}']],
  ['GET /v1.0/tax.rates/1', (shop) => shop['v1.0']['tax.rate'](1).read(), ['GET /v1.0/tax.rates/{id}']],
  ['GET /o%27clocks/1', (shop) => shop["o'clock"](1).read(), ["GET /o'clocks/{id}"]],
  ['GET /a%60b%5Cc', (shop) => shop['a`b\\c'].read(), ['GET /a`b\\c']],
  ['GET /gr%C3%B6%C3%9Fen/1', (shop) => shop.oneGrößen(1).read(), ['GET /größen/{id}']],
  ['GET /a%20b', (shop) => shop['a%20b'].read(), ['GET /a%20b']],
];

const HOME = { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } };

const BARE_KEYS: readonly Row[] = [
  ['GET /', (api) => api.read(), ['GET /']],
  ['POST /', (api) => api.create({}), ['POST /', 'GET /orders']],
  ['GET /', (api) => api.list(), ['GET /', 'GET /{id}']],
  ['GET /', (api) => api.read(), { 'GET /': HOME, 'GET /{id}': {} }],
  ['GET /1,2', (api) => api.read_([1, 2]), { 'GET /': HOME, 'GET /{id}': SEVERAL }],
  ['GET /1', (api) => api.key(1).read(), ['GET /', 'GET /{id}']],
  ['GET /1,2', (api) => api.read([1, 2]), { 'GET /{id}': SEVERAL }],
  ['GET /1/items', (api) => api.key(1).items.read(), ['GET /{id}/items']],
  ['GET /shelves/A/3', (api) => api.shelf('A').key(3).read(), ['GET /shelves/{row}', 'GET /shelves/{row}/{column}']],
  ['DELETE /a/1/2/3', (api) => api.oneA(1).key(2).key(3).delete(), ['DELETE /a/{x}/{y}/{z}']],
  ['GET /keys/1', (api) => api.key(1).read(), ['GET /keys/{id}', 'GET /{id}']],
  ['GET /1', (api) => api.key_(1).read(), ['GET /keys/{id}', 'GET /{id}']],
];

const OTHER_METHODS: readonly Row[] = [
  ['PATCH /orders/1', (api) => api.order(1).update({}), ['PATCH /orders/{id}']],
  ['PATCH /settings', (api) => api.settings.update({}), ['GET /settings', 'PATCH /settings']],
  ['PATCH /orders', (api) => api.orders.patch({}), ['PATCH /orders', 'GET /orders/{id}']],
  ['DELETE /orders', (api) => api.orders.deleteAll(), ['DELETE /orders', 'GET /orders/{id}']],
];

const documentOf = (routes: Row[2]) =>
  openApi(
    Array.isArray(routes) ? Object.fromEntries(routes.map((route) => [route, {}])) : (routes as Record<string, object>),
  );

describe('A member of the client', () => {
  it.each([...PATHS, ...ODD_NAMES, ...BARE_KEYS, ...OTHER_METHODS])('sends %s', async (request, call, routes) => {
    const { client, requests } = openClient(documentOf(routes));

    await call(client);

    expect(requests.map(({ method, url }) => `${method} ${url.slice('http://shop'.length)}`)).toEqual([request]);
  });

  it('exists only for paths with operations and for keys', () => {
    const { client } = openClient(documentOf(['GET /admin/jobs/{id}', 'PUT /orders/{id}']));

    expect(Object.keys(client)).toEqual(['admin', 'order']);
    expect(Object.keys(client.admin)).toEqual(['job']);
    expect(Object.keys(client.admin.job(1))).toEqual(['read']);
  });

  it.each(['put', 'patch'])('exists for every route, wherever the keys of its path are (with %s)', (write) => {
    const below = (path: string) => [`${path}/items`, `${path}/{key}`];
    const first = below('');
    const paths = ['/', ...first, ...first.flatMap(below), ...first.flatMap(below).flatMap(below)];
    const routes = paths.flatMap((path) =>
      ['get', 'post', write, 'delete'].map((one) => `${one.toUpperCase()} ${path}`),
    );

    const comments: readonly string[] = clientModule(documentOf(routes), '').match(/(?<=\/\*\* ).*(?= \*\/)/g) ?? [];

    expect(routes.filter((route) => !comments.includes(route))).toEqual([]);
  });

  it('iterates over pages only if the list has the parameter after', () => {
    const { client } = openClient(
      openApi({ 'GET /orders': PAGED, 'GET /carts': {}, 'GET /carts/{id}': {}, 'GET /orders/{id}': {} }),
    );

    expect(Object.keys(client.orders)).toEqual(['list', 'each']);
    expect(Object.keys(client.carts)).toEqual(['list']);
  });

  it('takes several keys only if the path parameter does', () => {
    const { client } = openClient(
      openApi({ 'GET /orders/{id}': SEVERAL, 'PUT /orders/{id}': {}, 'DELETE /orders/{id}': {} }),
    );

    expect(Object.keys(client.orders)).toEqual(['read']);
    expect(Object.keys(client.order(1))).toEqual(['read', 'update', 'delete']);
  });

  it('sends an Idempotency-Key only if the operation accepts it', async () => {
    const { client, requests } = openClient(openApi({ 'POST /orders': KEYED, 'POST /carts': {} }));

    await client.orders.create({});
    await client.carts.create({});

    expect(requests.map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([true, false]);
  });

  it('joins the values of a query parameter with commas, or repeats the parameter', async () => {
    const { client, requests } = openClient(openApi({ 'GET /orders': { parameters: [joined('sort')] } }));

    await client.orders.read({ sort: ['-total', 'id'], status: ['open', 'shipped'] });

    expect(requests[0]?.url).toBe('http://shop/orders?sort=-total%2Cid&status=open&status=shipped');
  });
});

describe('The module of the client', () => {
  const manyNames = Array.from({ length: 12 }, (_, index) => joined(`parameter_${index}`));

  const clients: readonly [of: string, routes: Row[2]][] = [
    ['an aggregate', SHOP],
    ['reads only', ['GET /orders']],
    ['deletes only', ['DELETE /orders/{id}']],
    [
      'the root, and keys without a collection',
      [...new Set([...BARE_KEYS, ...OTHER_METHODS].flatMap(([, , routes]) => (Array.isArray(routes) ? routes : [])))],
    ],
    [
      'operations without an id',
      { 'GET /orders': { operationId: undefined }, "PUT /o'clocks/{id}": { operationId: undefined } },
    ],
    ['operations with and without an id', { 'GET /orders': { operationId: undefined }, 'GET /orders/{id}': {} }],
    ['odd names', [...new Set(ODD_NAMES.flatMap(([, , routes]) => routes as readonly string[]))]],
    ['names of globals', ['GET /objects/{id}', 'GET /promises/{id}', 'GET /constructor', 'GET /ops/{id}']],
    ['an operation id with a quote', { 'GET /orders': { operationId: "the customer's orders" } }],
    ['a summary that would end its comment', { 'GET /orders': { summary: 'Matches a*/b, a**//b and\n`c`' } }],
    ['long paths', [`PUT /${'long_'.repeat(12)}names/{id}/${'longer_'.repeat(12)}names/{key}/cancel`]],
    ['many joined parameters', { 'GET /orders': { parameters: manyNames } }],
  ];
  let problems: readonly (readonly string[])[];

  beforeAll(() => {
    problems = clientProblems(clients.map(([, routes]) => documentOf(routes)));
  });

  it.each(clients.map(([of], index) => [of, index] as const))('compiles strictly for %s', (_, index) => {
    expect(problems[index]).toEqual([]);
  });

  it('documents a call with the summary on one line, and marks deprecated ones', () => {
    const text = clientModule(
      openApi({
        'GET /orders': { summary: 'List orders\n  by date' },
        'POST /orders': { deprecated: true, summary: 'Create an order' },
        'GET /carts': {},
      }),
      '',
    );

    expect(text).toContain('/** List orders by date */\n');
    expect(text).toContain('/** @deprecated Create an order */\n');
    expect(text).toContain('/** GET /carts */\n');
  });

  it('imports with the extension .js as an ES module, and only what it uses', () => {
    const importsOf = (...words: Parameters<typeof clientModule>) =>
      /^import .* '.\/runtime.*$/m.exec(clientModule(...words))?.[0];

    expect(importsOf(documentOf(['GET /orders']), '.js')).toBe(
      "import { type ClientOptions, Transport } from './runtime.js';",
    );
    expect(importsOf(documentOf(['GET /orders/{id}']), '')).toBe(
      "import { type ClientOptions, type Key, segment, Transport } from './runtime';",
    );
  });
});
