import type { Client } from './client';
import { WAYS } from './handwritten/create-orders';
import type { ServerProcess } from './server-process';
import type { OrderPayload, Variant } from './variants/variant';
import { newOrder, post } from './workloads';

/**
 * Verifies that a server runs the lines of a variant: for one new order, for one with items and for several, and by hand for each
 * way to create them.
 *
 * @throws Error with the response
 */
export async function verifyEffect(server: ServerProcess, client: Client, variant: Variant): Promise<void> {
  if (server.name !== 'handwritten') return verifyCreates(client, variant);
  for (const way of WAYS) {
    await server.use(way);
    await verifyCreates(client, variant);
  }
}

async function verifyCreates(client: Client, { name, effect }: Variant): Promise<void> {
  if (!effect) return;
  const { changed, status } = effect;
  const send = async (orders: readonly OrderPayload[], content: unknown) => {
    const { body } = await client.expect(status, post(content));
    if (status === 201 && !showsAll(body, orders))
      throw new Error(`${client.address} does not run the lines of "${name}": ${body.slice(0, 300)}`);
  };
  const [one, parent, ...several] = Array.from({ length: 4 }, ordinaryOrder);
  await send([one!], changed(one!));
  await send([parent!], { ...changed(parent!), order_items: [{ sku: 'SKU-1', quantity: 1 }] });
  await send(several, several.map(changed));
}

function ordinaryOrder(): OrderPayload {
  return { ...(newOrder() as unknown as OrderPayload), status: 'created' };
}

/** Whether the response has the fields of all orders. */
function showsAll(body: string, orders: readonly OrderPayload[]): boolean {
  const shown = [JSON.parse(body)].flat() as readonly OrderPayload[];
  return orders.every((order, index) =>
    (['code', 'customer_email', 'status'] as const).every((field) => shown[index]?.[field] === order[field]),
  );
}
