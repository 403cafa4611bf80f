import { isDeepStrictEqual } from 'node:util';
import type { Client } from './client';
import { CHILDREN_OF_SEED } from './scenarios';

/**
 * Both servers must say the same of what both have to read.
 *
 * @throws Error with both bodies when they differ
 */
export async function verifySameAnswers(one: Client, other: Client, key: number): Promise<void> {
  await verifySame(one, other, `/orders/${key}`);
  const items = await verifySame(one, other, `/orders/${key}/order_items`);
  if (!Array.isArray(items) || items.length !== CHILDREN_OF_SEED) {
    throw new Error(`Order ${key} should have ${CHILDREN_OF_SEED} items: ${JSON.stringify(items).slice(0, 300)}`);
  }
}

async function verifySame(one: Client, other: Client, path: string): Promise<unknown> {
  const [first, second] = await Promise.all(
    [one, other].map(async (client) => {
      const { body } = await client.expect(200, { method: 'GET', path });
      return JSON.parse(body) as unknown;
    }),
  );
  if (!isDeepStrictEqual(first, second)) {
    const bodies = [first, second].map((body) => JSON.stringify(body).slice(0, 500)).join('\n');
    throw new Error(`The servers answer ${path} differently:\n${bodies}`);
  }
  return first;
}
