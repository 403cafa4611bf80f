import { type Call, Client } from './client';
import { DatabaseMeter } from './database-meter';
import { type SeededOrder, seedExtras } from './extras-seed';
import { type Measured, measure } from './measure';
import { ServerProcess } from './server-process';
import type { Settings } from './settings';
import type { TemporaryDatabase } from './temporary-database';
import { newOrder, type Workload, workloadsOf } from './workloads';

/** The requests beside the workloads, and the workload that each resembles. */
export const RESEMBLED: Readonly<Record<string, string>> = {
  'an action': 'update one',
  'a search over two levels': 'filtered page of 20',
  'a create with an idempotency key': 'create one',
  'a preview of a create': 'create one',
  'a batch of 20 updates': 'update one',
  'a nested PUT of 20': 'update one',
};

/** Measures requests that the servers to compare with do not have, and the workloads that they resemble, on ours. */
export async function measureExtras(
  { url, isServer }: TemporaryDatabase,
  settings: Settings,
): Promise<{ readonly node: string; readonly extras: Measured }> {
  const server = await ServerProcess.start('extras', url, settings);
  const client = new Client(server.address);
  const meter = isServer ? await DatabaseMeter.open(url) : undefined;
  try {
    const { plain, large } = await seedExtras(client);
    const only = [...new Set(Object.values(RESEMBLED))];
    const workloads = [...workloadsOf(plain, { ...settings, only }), ...extraWorkloads(large, settings.scale)];
    for (const { name, next, status, check } of extraWorkloads(large, settings.scale))
      verify(name, (await client.expect(status, next())).body, check);
    return { node: server.node, extras: await measure([{ server, client, workloads }], settings, meter) };
  } finally {
    await meter?.close();
    client.close();
    await server.stop();
  }
}

interface Extra extends Workload {
  /** Whether the body of a response shows the effect of the request. */
  readonly check: (body: string) => boolean;
}

function extraWorkloads(large: readonly SeededOrder[], scale: number): readonly Extra[] {
  let index = 0;
  let counter = 0;
  const order = () => large[index++ % large.length]!;
  const number = () => ++counter;
  const extra = (
    name: string,
    given: Omit<Extra, 'name' | 'count' | 'next'>,
    count: number,
    next: () => Call,
  ): Extra => ({ ...given, name, count: Math.ceil(count * scale), next });
  return [
    extra('an action', { kind: 'change', status: 200, check: has('"total"') }, 1000, () => {
      return { method: 'PUT', path: `/orders/${order().id}/reprice`, content: { total: `${number()}.25` } };
    }),
    extra('a search over two levels', { kind: 'read', status: 200, check: has('"count":20') }, 1000, () => {
      const query = `order_items.shipments.carrier=${order().carrier}&page=1&per_page=20`;
      return { method: 'GET', path: `/orders?${query}` };
    }),
    extra('a create with an idempotency key', { kind: 'create', status: 201, check: has('"id"') }, 1000, () => {
      const headers = { 'Idempotency-Key': `"${process.pid}-${performance.now()}-${number()}"` };
      return { method: 'POST', path: '/orders', content: newOrder(), headers };
    }),
    extra('a preview of a create', { kind: 'create', status: 200, check: has('"status":201') }, 1000, () => {
      return { method: 'POST', path: '/orders', content: newOrder(), headers: { Prefer: 'preview' } };
    }),
    extra('a batch of 20 updates', { kind: 'change', status: 200, check: has('"steps"') }, 200, () => {
      const { id, items } = order();
      const headers = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };
      const steps = items.map((item) => ({ op: 'update', path: `order_items/${item}`, value: { quantity: number() } }));
      return { method: 'PATCH', path: `/orders/${id}`, content: { steps }, headers };
    }),
    extra('a nested PUT of 20', { kind: 'change', status: 200, check: has('"total"') }, 200, () => {
      const { id, items } = order();
      const order_items = items.map((item) => ({ id: item, quantity: number() }));
      return { method: 'PUT', path: `/orders/${id}`, content: { order_items } };
    }),
  ];
}

function has(text: string): (body: string) => boolean {
  return (body) => body.includes(text);
}

function verify(name: string, body: string, check: (body: string) => boolean): void {
  if (!check(body)) throw new Error(`The response to "${name}" does not show its effect: ${body.slice(0, 300)}`);
}
