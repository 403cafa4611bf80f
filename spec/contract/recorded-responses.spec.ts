import { shop } from '../support/domain/shop';
import { type ApiResponse, useServed } from '../support/serve-shop';

/** Requests of every kind, including unusual and invalid ones. `:order` stands for the id of the first order. */
const REQUESTS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  [
    'POST',
    '/orders',
    { code: 'A', total: 1, order_items: [{ sku: 'pen', quantity: 1, shipments: [{ carrier: 'UPS' }] }] },
  ],
  ['POST', '/orders', { code: 'A' }],
  ['POST', '/orders', { code: 'a' }],
  ['POST', '/orders', { code: 'A ' }],
  ['POST', '/orders', { code: 'Ä 😀', customer_url: 'ß\u0301', status: 'shipped', due_on: '2024-02-29' }],
  ['POST', '/orders', { code: '', total: '-0.00', is_gift: false }],
  ['POST', '/orders', { code: 'x'.repeat(20), total: 99999999.99, ledger_no: '-9223372036854775808' }],
  ['POST', '/orders', { code: 'x'.repeat(21), total: 1e9, ledger_no: '9223372036854775808', is_gift: 1 }],
  ['POST', '/orders', { code: 'T', placed_at: '2026-03-29T02:30:00.123+01:00' }],
  ['POST', '/orders', { code: 'U', placed_at: '2026-03-29T02:30:00.1234Z' }],
  ['POST', '/orders', { code: 'U', placed_at: '2026-02-29T00:00:00Z', due_on: '2026-02-30', status: '' }],
  ['POST', '/orders', { code: 'U', order_items: [{ sku: 'pen', quantity: 1, product_id: 999999 }] }],
  ['POST', '/orders', { code: 'U', tags: [{ name: 'red' }, { name: 'blue' }] }],
  ['POST', '/orders', { code: 'V', tags: [{ name: 'red' }] }],
  ['POST', '/orders', { code: 'W', tags: [{ id: 999999 }] }],
  ['GET', '/orders'],
  ['GET', '/orders/:order'],
  ['GET', '/orders/:order/'],
  ['GET', '/Orders/:order'],
  ['GET', '/orders/1abc'],
  ['GET', '/orders/:order/order_items'],
  ['GET', '/orders/:order/order_items/999999'],
  ['PUT', '/orders/:order', { status: 'cancelled', total: null }],
  ['PUT', '/orders/:order', { status: null }],
  ['PUT', '/orders/:order', { code: 'a' }],
  ['PUT', '/orders/:order', {}],
  ['PUT', '/orders/:order', { order_items: [] }],
  ['PUT', '/orders/:order', 'status'],
  ['PATCH', '/orders/:order', { gift_code: 'hush', internal_notes: 'x' }],
  ['POST', '/orders/:order/payments', { amount: '5.5' }],
  ['POST', '/payments', { amount: '5.5' }],
  ['POST', '/payments', { amount: '5.5', order_id: 999999 }],
  ['DELETE', '/orders/:order'],
  ['POST', '/countries', { code: 'CHE', name: 'Schweiz' }],
  ['POST', '/countries', { code: 'CH', name: 'Schweiz' }],
  ['POST', '/countries', { code: 'ch', name: 'schweiz' }],
  ['GET', '/countries/CH'],
  ['GET', '/countries/Ch'],
  ['PUT', '/countries/CH', { code: 'ch' }],
  ['DELETE', '/countries/CH'],
  ['GET', '/countries'],
  ['POST', '/categories', { name: 'Books', children: [{ name: 'Novels', parent_id: 1 }] }],
  ['DELETE', '/categories/1'],
  ['GET', '/nowhere'],
];

describe('A recorded response', () => {
  const served = useServed(shop);

  it('has the same status and body on every database', async () => {
    const responses: unknown[] = [];
    let order = '';
    for (const [method, path, body] of REQUESTS) {
      const response = await served.request(method, path.replace(':order', order), body);
      if (order === '') order = String(response.body.id);
      responses.push({
        request: `${method} ${path} ${JSON.stringify(body) ?? ''}`.trim(),
        ...neutral(response, order),
      });
    }

    // The projects of both dialects share one snapshot.
    expect(responses).toMatchSnapshot();
  });
});

/** The response without ids, time stamps and request ids. */
function neutral({ status, body }: ApiResponse, order: string): object {
  const text = JSON.stringify(body, (name, value) => {
    if (value !== null && /(^|_)id$/.test(name) && Number.isInteger(value)) return '<id>';
    if (/^(created|updated)_at$/.test(name)) return '<time>';
    return name === 'request_id' ? '<request>' : value;
  });
  return { status, body: JSON.parse(text.replaceAll(`/orders/${order}`, '/orders/:order')) };
}
