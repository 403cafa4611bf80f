import type { Measured } from './cpu-growth';

const BODY_BYTES = 256 * 1024;
/** The limits of path and query, and of all headers. */
const HEAD_CHARACTERS = 15_000;

type Sent = readonly [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const keys = (n: number, value: (index: number) => unknown = (index) => index) =>
  Object.fromEntries(Array.from({ length: n }, (_, index) => [`key${index}`, value(index)]));
const list = (n: number, element: (index: number) => unknown) =>
  Array.from({ length: n }, (_, index) => element(index));
const order = (fields: object) => ({ code: 'a', ...fields });

const BODIES: Record<string, (n: number) => Sent> = {
  'unknown fields': (n) => ['POST', '/orders', keys(n / 20)],
  'a long number': (n) => ['POST', '/orders', `{"code":"a","total":1${'0'.repeat(n)}.5}`, JSON_TYPE],
  'a long text of zeros': (n) => ['POST', '/orders', order({ total: `1.${'0'.repeat(n)}1` })],
  'a long date': (n) => ['POST', '/orders', order({ placed_at: `2026-01-31T08:30:00.${'0'.repeat(n)}1Z` })],
  'a wide JSON value': (n) => ['POST', '/orders', order({ code: 7, labels: keys(n / 20) })],
  'wrong nested elements': (n) => ['POST', '/orders', order({ order_items: list(Math.min(n / 20, 1000), () => 1) })],
  'repeated keys of elements': (n) => [
    'PUT',
    '/orders/1',
    { order_items: list(Math.min(n / 20, 1000), (id) => ({ id: id % 9 })) },
  ],
  'unknown arguments': (n) => ['PUT', '/carts/1/label', keys(n / 20)],
  'unknown keys of an argument': (n) => ['PUT', '/carts/1/label', { count: 1, label_texts: [keys(n / 20)] }],
  'many wrong elements of an argument': (n) => [
    'PUT',
    '/carts/1/label',
    { label_texts: list(n / 20, () => ({ b: 1 })) },
  ],
  'capital keys of an argument': (n) => ['PUT', '/carts/1/label', { ['A'.repeat(n)]: 1 }],
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

const HEADS: Record<string, (n: number) => Sent> = {
  'many parameters': (n) => ['GET', `/orders?${list(n / 10, (index) => `p${index}=1`).join('&')}`],
  'one parameter many times': (n) => ['GET', `/orders?${'status=x&'.repeat(n / 9)}`],
  'a list of an operator': (n) => ['GET', `/orders?status[in]=${'created,'.repeat(n / 8)}created`],
  'a pattern': (n) => ['GET', `/orders?status[like]=${'*'.repeat(n)}`],
  'a long name': (n) => ['GET', `/orders?${'order_items.'.repeat(n / 12)}sku=1`],
  'open brackets': (n) => ['GET', `/orders?status${'['.repeat(n)}=1`],
  sort: (n) => ['GET', `/orders?sort=${'-id,'.repeat(n / 4)}id`],
  include: (n) => ['GET', `/orders?include=${'order_items.sku,'.repeat(n / 16)}id`],
  page: (n) => ['GET', `/orders?page=${'0'.repeat(n)}1`],
  ids: (n) => ['GET', `/orders/${list(Math.min(n / 8, 1000), (index) => 100_000 + Number(index)).join(',')}`],
  'a long id': (n) => ['GET', `/orders/${'0'.repeat(n)}1`],
  'a deep path': (n) => ['GET', `/orders${'/1'.repeat(n / 2)}`],
  Prefer: (n) => ['GET', '/orders', undefined, { Prefer: `a${' '.repeat(n)}!` }],
  'Prefer to a write': (n) => ['POST', '/orders', '{}', { ...JSON_TYPE, Prefer: `a${' '.repeat(n)}!` }],
  Accept: (n) => ['GET', '/orders', undefined, { Accept: 'a/b;q=0.1,'.repeat(n / 10) }],
  Cookie: (n) => ['GET', '/orders', undefined, { Cookie: list(n / 10, (index) => `c${index}=1`).join('; ') }],
  'Content-Type': (n) => ['POST', '/orders', '{}', { 'Content-Type': `application/json;${' '.repeat(n)}x` }],
  'Content-Encoding': (n) => ['POST', '/orders', '{}', { ...JSON_TYPE, 'Content-Encoding': 'identity,'.repeat(n / 9) }],
  Authorization: (n) => ['GET', '/orders', undefined, { Authorization: `Basic ${'a'.repeat(n)}!` }],
  'If-None-Match': (n) => ['GET', '/orders', undefined, { 'If-None-Match': `W/"a"${' '.repeat(n)}!` }],
  Origin: (n) => ['GET', '/orders', undefined, { Origin: `http://${'a.'.repeat(n / 2)}` }],
  Forwarded: (n) => [
    'GET',
    '/orders',
    undefined,
    { 'X-Forwarded-For': `a${' '.repeat(n)},`, Forwarded: ','.repeat(n / 2) },
  ],
  'many headers': (n) => [
    'GET',
    '/orders',
    undefined,
    Object.fromEntries(list(n / 16, (index) => [`x-header-${index}`, '1']) as [string, string][]),
  ],
};

/** Complete requests over a socket, with their responses. */
export function sentRequests(address: () => string): readonly Measured[] {
  const measured = (requests: typeof BODIES, most: number): Measured[] =>
    Object.entries(requests).map(([name, request]) => ({
      name: `a request: ${name}`,
      most,
      input: request,
      read: (sent: Sent) => send(address(), sent),
    }));
  return [...measured(BODIES, BODY_BYTES), ...measured(HEADS, HEAD_CHARACTERS)];
}

async function send(address: string, [method, path, body, headers = JSON_TYPE]: Sent): Promise<void> {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const response = await fetch(address + path, { method, headers, body: text });
  await response.arrayBuffer();
}
