/** Calls a client of the orders sample. It is compiled with the client, so that it checks its types. */
export const ROUND = `
import { type Client, type ClientOptions, createClient, ProblemError, StaleError } from './client';

export const make = (options: ClientOptions): Client => createClient(options);

export async function lifecycle(shop: Client) {
  const created = await shop.orders.create({
    code: 'ROUND-1',
    customer_email: 'round@example.com',
    total: '20.00',
    order_items: [{ sku: 'KIT-001', quantity: 2, price: '10.00' }],
  });
  const order = shop.order(created.id);
  const item = await order.orderItems.create({ sku: 'OFC-001', quantity: 1, price: '5.00' });
  const shipment = await order.orderItem(item.id).shipments.create({ carrier: 'Northpost' });
  const read = await order.read({ expand: ['order_items.shipments'] });
  const part = await order.read({ include: 'code' });
  const updated = await order.orderItem(item.id).update({ quantity: 3 });
  const cancelled = await order.orderItem(item.id).cancel({ reason: 'Ordered twice' });
  const status: 'created' | 'shipped' | 'cancelled' = cancelled.status;
  await order.delete();
  const gone = await order.read().catch((error: unknown) => error);
  return {
    code: created.code,
    carrier: shipment.carrier,
    items: (read.order_items ?? []).map(({ sku }) => sku),
    part: Object.keys(part),
    quantity: updated.quantity,
    status,
    gone: gone instanceof ProblemError ? gone.status : undefined,
  };
}

export async function several(shop: Client) {
  const rows = ['BULK-1', 'BULK-2', 'BULK-3'].map((code) => ({ code, customer_email: 'bulk@example.com', total: '7.50' }));
  const created = await shop.orders.create(rows);
  const keys = created.map(({ id }) => id);
  const updated = await shop.orders.update(keys, { total: '9.50' });
  const page = await shop.orders.list({ customer_email: 'bulk@example.com', page: 1, per_page: 2, sort: ['-code'] });
  const dear = await shop.orders.list({ customer_email: 'bulk@example.com', 'total[gte]': '9.50' });
  const codes: string[] = [];
  for await (const { code } of shop.orders.each({ customer_email: 'bulk@example.com', per_page: 2 })) codes.push(code);
  const read = await shop.orders.read(keys.slice(0, 1));
  await shop.orders.delete(keys);
  const left = await shop.orders.list({ customer_email: 'bulk@example.com' });
  return {
    totals: updated.map(({ total }) => total),
    page: page.data.map(({ code }) => code),
    total: page.total,
    dear: dear.length,
    codes,
    read: read.map(({ code }) => code),
    left: left.length,
  };
}

export async function stale(mine: Client, others: Client) {
  const { id } = await mine.orders.create({ code: 'STALE-1', customer_email: 'stale@example.com' });
  await mine.order(id).update({ total: '1.00' });
  await others.order(id).orderItems.create({ sku: 'KIT-001', quantity: 1, price: '1.00' });
  const refused = await mine.order(id).update({ total: '2.00' }).catch((error: unknown) => error);
  if (!(refused instanceof StaleError)) throw new Error('412 is expected.');
  await refused.refresh();
  const after = await mine.order(id).update({ total: '3.00' });
  await mine.order(id).delete();
  return { status: refused.status, name: refused.name, total: after.total };
}

export async function invalid(shop: Client) {
  const error = await shop.orders.create({ code: 'BAD', customer_email: 'nobody' }).catch((one: unknown) => one);
  return error instanceof ProblemError ? error.fieldErrors.map(({ field }) => field) : undefined;
}

export async function batch(shop: Client) {
  const { id } = await shop.orders.create({ code: 'BATCH-1', customer_email: 'batch@example.com' });
  await shop.order(id).batch({
    steps: [{ op: 'create', path: 'order_items', value: { sku: 'KIT-001', quantity: 1, price: '1.00' } }],
  });
  const items = await shop.order(id).orderItems.list();
  await shop.order(id).delete();
  return items.length;
}

// @ts-expect-error the code is required
export const withoutCode = (shop: Client) => shop.orders.create({ customer_email: 'round@example.com' });
// @ts-expect-error no such status
export const wrongStatus = (shop: Client) => shop.order(1).update({ status: 'lost' });
// @ts-expect-error no such parameter
export const wrongQuery = (shop: Client) => shop.orders.list({ colour: 'blue' });
// @ts-expect-error no such collection
export const wrongPath = (shop: Client) => shop.order(1).invoices;
`;
