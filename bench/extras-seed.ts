import type { Client } from './client';
import { newOrder, post, seedCalls } from './workloads';

/** An order with 20 items, all shipped by one carrier. */
export interface SeededOrder {
  readonly id: number;
  readonly items: readonly number[];
  readonly carrier: string;
}

interface CreatedOrder {
  readonly id: number;
  readonly order_items: readonly { readonly id: number }[];
}

const CARRIERS = 20;
const ORDERS_OF_CARRIER = 20;
const ITEMS = 20;

/** Creates the orders of the workloads, and orders of which a search by carrier finds as many as a page has. */
export async function seedExtras(client: Client): Promise<{ plain: number[]; large: SeededOrder[] }> {
  const plain: number[] = [];
  for (const call of seedCalls()) {
    const { body } = await client.expect(201, call);
    plain.push(...(JSON.parse(body) as CreatedOrder[]).map(({ id }) => id));
  }
  const large: SeededOrder[] = [];
  for (let group = 0; group < ORDERS_OF_CARRIER; group++) {
    const carriers = Array.from({ length: CARRIERS }, (_, number) => `carrier-${number}`);
    const { body } = await client.expect(201, post(carriers.map(largeOrder)));
    for (const [index, { id, order_items }] of (JSON.parse(body) as CreatedOrder[]).entries())
      large.push({ id, items: order_items.map((item) => item.id), carrier: carriers[index]! });
  }
  return { plain, large };
}

function largeOrder(carrier: string): Record<string, unknown> {
  const order_items = Array.from({ length: ITEMS }, (_, index) => {
    return { sku: `SKU-${index}`, quantity: 1, shipments: [{ carrier }] };
  });
  return { ...newOrder(), order_items };
}
