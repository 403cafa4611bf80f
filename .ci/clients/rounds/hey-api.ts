import { cancelOrder, createOrder, deleteOrder, listOrders, readOrder, updateOrder } from './client';
import { client } from './client/client.gen';
import { line, many, type Seen, single } from './lines';

const customer_email = 'client@example.com';
const order_items = [{ sku: 'KIT-001', quantity: 2, price: '10.00' }];

/** With the functions that @hey-api/openapi-ts makes. */
export async function round(baseUrl: string): Promise<string[]> {
  client.setConfig({ baseUrl, auth: 'admin:admin' });

  const created = await createOrder({ body: { code: 'CLIENT-1', customer_email, total: '20.00', order_items } });
  const path = { id: single(created.data).id };
  const read = await readOrder({ path, query: { expand: ['order_items'] } });
  const query = { customer_email: [customer_email], comparisons: { 'total[gte]': '20' }, page: 1, per_page: 5 };
  const searched = await listOrders({ query });
  if (!searched.data || !('data' in searched.data)) throw new TypeError('A page is expected.');
  const listed = await listOrders({ query: { code: ['CLIENT-1'] } });
  if (!Array.isArray(listed.data)) throw new TypeError('An array is expected.');
  const updated = await updateOrder({ path, body: { status: 'confirmed' } });
  const refused = await updateOrder({ path, body: { customer_email: 'nobody' } });
  if (!refused.error || !('field_errors' in refused.error)) throw new TypeError('Field errors are expected.');

  const several = await createOrder({ body: ['CLIENT-2', 'CLIENT-3'].map((code) => ({ code, customer_email })) });
  const ids = many(several.data).map(({ id }) => id);
  // In the address: as a parameter the comma is encoded, and then it is part of a key.
  const both = { url: `/orders/${ids}`, security: [{ scheme: 'basic', type: 'http' }] } as const;
  const changed = await client.put<{ 200: Seen[] }>({ ...both, body: { total: '1.50' } });

  const cancelled = await cancelOrder({ path, body: { reason: 'Ordered twice' } });
  const deleted = await deleteOrder({ path });
  const gone = await readOrder({ path });
  const cleared = await client.delete(both);

  return [
    line('create', statusOf(created), single(created.data)),
    line('read', statusOf(read), ...(single(read.data).order_items ?? []).map(({ sku }) => `${sku}`)),
    line('search', statusOf(searched), `${searched.data.total} in all`, ...searched.data.data),
    line('list', statusOf(listed), ...listed.data),
    line('update', statusOf(updated), single(updated.data)),
    line(
      'refused',
      statusOf(refused),
      ...refused.error.field_errors.map(({ field, message }) => `${field} ${message}`),
    ),
    line('create several', statusOf(several), ...many(several.data)),
    line('update several', statusOf(changed), ...(changed.data ?? [])),
    line('action', statusOf(cancelled), single(cancelled.data)),
    line('delete', statusOf(deleted)),
    line('not found', statusOf(gone), `${gone.error?.title}`),
    line('delete several', statusOf(cleared)),
  ];
}

function statusOf({ response }: { readonly response?: Response }): number {
  return response?.status ?? 0;
}
