import { api } from './api';
import { cancelOrder, createOrder, deleteOrder, listOrders, readOrder, updateOrder } from './client';
import { line, many, type Seen, single } from './lines';

const AUTHORIZED = { headers: { Authorization: `Basic ${btoa('admin:admin')}` } };
const customer_email = 'client@example.com';
const order_items = [{ sku: 'KIT-001', quantity: 2, price: '10.00' }];

/** With the functions that orval makes. */
export async function round(address: string): Promise<string[]> {
  api.address = address;
  const created = await createOrder({ code: 'CLIENT-1', customer_email, total: '20.00', order_items }, AUTHORIZED);
  if (created.status !== 201) throw new TypeError(`${created.status}`);
  const { id } = single(created.data);
  const read = await readOrder(id, { expand: ['order_items'] });
  if (read.status !== 200) throw new TypeError(`${read.status}`);
  const searched = await listOrders({ customer_email: [customer_email], page: 1, per_page: 5 });
  if (searched.status !== 200 || Array.isArray(searched.data)) throw new TypeError('A page is expected.');
  const listed = await listOrders({ code: ['CLIENT-1'] });
  if (listed.status !== 200 || !Array.isArray(listed.data)) throw new TypeError('An array is expected.');
  const updated = await updateOrder(id, { status: 'confirmed' }, AUTHORIZED);
  if (updated.status !== 200) throw new TypeError(`${updated.status}`);
  const refused = await updateOrder(id, { customer_email: 'nobody' }, AUTHORIZED);
  if (refused.status !== 422) throw new TypeError('Field errors are expected.');

  const several = await createOrder(
    ['CLIENT-2', 'CLIENT-3'].map((code) => ({ code, customer_email })),
    AUTHORIZED,
  );
  if (several.status !== 201) throw new TypeError(`${several.status}`);
  const ids = many(several.data).map((order) => order.id);
  const changed = await updateOrder(ids.join(','), { total: '1.50' }, AUTHORIZED);

  const cancelled = await cancelOrder(id, { reason: 'Ordered twice' }, AUTHORIZED);
  if (cancelled.status !== 200) throw new TypeError(`${cancelled.status}`);
  const deleted = await deleteOrder(id, AUTHORIZED);
  const gone = await readOrder(id);
  if (gone.status !== 404) throw new TypeError(`${gone.status}`);
  const cleared = await deleteOrder(ids.join(','), AUTHORIZED);

  return [
    line('create', created.status, single(created.data)),
    line('read', read.status, ...(single(read.data).order_items ?? []).map(({ sku }) => `${sku}`)),
    line('search', searched.status, `${searched.data.total} in all`, ...searched.data.data),
    line('list', listed.status, ...listed.data),
    line('update', updated.status, single(updated.data)),
    line('refused', refused.status, ...refused.data.field_errors.map(({ field, message }) => `${field} ${message}`)),
    line('create several', several.status, ...many(several.data)),
    line('update several', changed.status, ...(changed.data as unknown as Seen[])),
    line('action', cancelled.status, single(cancelled.data)),
    line('delete', deleted.status),
    line('not found', gone.status, gone.data.title),
    line('delete several', cleared.status),
  ];
}
