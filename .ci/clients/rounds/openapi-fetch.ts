import createClient from 'openapi-fetch';
import { line, many, type Seen, single } from './lines';
import type { paths } from './schema';

const customer_email = 'client@example.com';
const order_items = [{ sku: 'KIT-001', quantity: 2, price: '10.00' }];

/** With the types that openapi-typescript makes. */
export async function round(baseUrl: string): Promise<string[]> {
  const client = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Basic ${btoa('admin:admin')}` },
    // The style of `comparisons`, which types cannot tell.
    querySerializer: { object: { style: 'form', explode: true } },
  });

  const created = await client.POST('/orders', {
    body: { code: 'CLIENT-1', customer_email, total: '20.00', order_items },
  });
  const path = { id: single(created.data).id };
  const read = await client.GET('/orders/{id}', { params: { path, query: { expand: ['order_items'] } } });
  const query = { customer_email: [customer_email], comparisons: { 'total[gte]': '20' }, page: 1, per_page: 5 };
  const searched = await client.GET('/orders', { params: { query } });
  if (!searched.data || !('data' in searched.data)) throw new TypeError('A page is expected.');
  const listed = await client.GET('/orders', { params: { query: { code: ['CLIENT-1'] } } });
  if (!Array.isArray(listed.data)) throw new TypeError('An array is expected.');
  const updated = await client.PUT('/orders/{id}', { params: { path }, body: { status: 'confirmed' } });
  const refused = await client.PUT('/orders/{id}', { params: { path }, body: { customer_email: 'nobody' } });
  if (!refused.error || !('field_errors' in refused.error)) throw new TypeError('Field errors are expected.');

  const body = ['CLIENT-2', 'CLIENT-3'].map((code) => ({ code, customer_email }));
  const several = many((await client.POST('/orders', { body })).data);
  const ids = several.map(({ id }) => id).join(',');
  // Otherwise the comma is encoded, and then it is part of a key.
  const pathSerializer = (address: string) => address.replace('{id}', ids);
  const both = { params: { path: { id: ids } }, pathSerializer };
  const changed = await client.PUT('/orders/{id}', { ...both, body: { total: '1.50' } });

  const cancelled = await client.PUT('/orders/{id}/cancel', { params: { path }, body: { reason: 'Ordered twice' } });
  const deleted = await client.DELETE('/orders/{id}', { params: { path } });
  const gone = await client.GET('/orders/{id}', { params: { path } });
  const cleared = await client.DELETE('/orders/{id}', both);

  return [
    line('create', created.response.status, single(created.data)),
    line('read', read.response.status, ...(single(read.data).order_items ?? []).map(({ sku }) => `${sku}`)),
    line('search', searched.response.status, `${searched.data.total} in all`, ...searched.data.data),
    line('list', listed.response.status, ...listed.data),
    line('update', updated.response.status, single(updated.data)),
    line(
      'refused',
      refused.response.status,
      ...refused.error.field_errors.map(({ field, message }) => `${field} ${message}`),
    ),
    line('create several', 201, ...several),
    line('update several', changed.response.status, ...(changed.data as unknown as Seen[])),
    line('action', cancelled.response.status, single(cancelled.data)),
    line('delete', deleted.response.status),
    line('not found', gone.response.status, `${gone.error?.title}`),
    line('delete several', cleared.response.status),
  ];
}
