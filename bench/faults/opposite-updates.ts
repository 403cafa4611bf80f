import { type Client, CONNECTIONS } from '../client';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

const ORDERS = 8;

/**
 * Pairs of bulk updates of the same orders, with the ids in opposite order, over 32 connections. All of them succeed, and
 * a read shows all orders as one of the updates left them.
 */
export const oppositeUpdates: Fault = {
  name: 'opposite-updates',
  runs: 10_000,
  async run({ client, runs }) {
    const findings = new Findings();
    const ids: number[] = [];
    for (let order = 0; order < ORDERS; order++) ids.push(keyIn((await client.expect(201, post(newOrder()))).body));
    await client.expect(200, updating(ids, 0));
    let begun = 0;
    const work = async () => {
      while (begun < runs) await onePair(client, findings, ids, ++begun);
    };
    await Promise.all(Array.from({ length: CONNECTIONS / 2 }, work));
    return findings;
  },
};

async function onePair(client: Client, findings: Findings, ids: readonly number[], run: number): Promise<void> {
  const pair = [updating(ids, run), updating([...ids].reverse(), run)].map((call) => client.send(call));
  for (const response of await Promise.all(pair)) findings.expect([200], response);
  const { body } = await client.expect(200, { method: 'GET', path: `/orders/${ids.join(',')}?include=total` });
  const totals = new Set((JSON.parse(body) as { total: string }[]).map(({ total }) => total));
  findings.verify(totals.size === 1, `After pair ${run} the orders have the totals ${[...totals].join(', ')}.`);
}

function updating(ids: readonly number[], run: number) {
  return { method: 'PUT', path: `/orders/${ids.join(',')}`, content: { total: `${run}.00` } };
}
