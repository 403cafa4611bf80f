import type { Client } from './client';
import type { OrderPayload, Variant } from './variants/variant';
import { newOrder, post } from './workloads';

/**
 * Verifies that a server runs the lines of a variant, for one new order and for several.
 *
 * @throws Error with the response
 */
export async function verifyEffect(client: Client, { name, effect }: Variant): Promise<void> {
  if (!effect) return;
  const { changed, status } = effect;
  const send = async (orders: readonly OrderPayload[], content: unknown) => {
    const { body } = await client.expect(status, post(content));
    if (status === 201 && !showsAll(body, orders))
      throw new Error(`${client.address} does not run the lines of "${name}": ${body.slice(0, 300)}`);
  };
  const [one, ...several] = Array.from({ length: 3 }, ordinaryOrder);
  await send([one!], changed(one!));
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
