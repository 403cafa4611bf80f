import { isDeepStrictEqual } from 'node:util';
import type { Client } from './client';
import { ITEMS_OF_SEED } from './workloads';

/**
 * Verifies that all servers return the same responses to the reads of the workloads.
 *
 * @throws Error with the different bodies
 */
export async function verifySameResponses(clients: readonly Client[], key: number): Promise<void> {
  await verifySame(clients, `/orders/${key}`);
  await verifySame(clients, `/orders/${key}?expand=order_items`);
  await verifySame(clients, '/orders?page=3&per_page=50');
  await verifySame(clients, '/orders?customer_email=customer-1%40example.com&status=shipped&page=1&per_page=20');
  const items = await verifySame(clients, `/orders/${key}/order_items`);
  if (!Array.isArray(items) || items.length !== ITEMS_OF_SEED) {
    throw new Error(`Order ${key} should have ${ITEMS_OF_SEED} items: ${JSON.stringify(items).slice(0, 300)}`);
  }
}

async function verifySame([first, ...others]: readonly Client[], path: string): Promise<unknown> {
  const expected = await contentOf(first!, path);
  for (const other of others) {
    const content = await contentOf(other, path);
    if (isDeepStrictEqual(content, expected)) continue;
    const bodies = [expected, content].map((body) => JSON.stringify(body).slice(0, 500)).join('\n');
    throw new Error(`The servers respond differently to ${path}:\n${bodies}`);
  }
  return expected;
}

async function contentOf(client: Client, path: string): Promise<unknown> {
  return JSON.parse((await client.expect(200, { method: 'GET', path })).body) as unknown;
}
