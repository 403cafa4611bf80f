import { setTimeout } from 'node:timers/promises';
import type { Client } from '../client';
import { keyIn, newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { startGateway } from './gateway';
import { loadWhile, verifyStored, verifySuccess, WITHIN_MS } from './order-load';
import { startReplicated } from './replicated-mariadb';

const WARM_MS = 3000;
const WATCHED_MS = 5000;
/** Requests that are sent at once, so that all connections of the pool are used. */
const AT_ONCE = 20;
/** Most requests read, and would go on reading from the old primary. */
const WRITES_EVERY = 20;

/**
 * The primary becomes read-only with its connections kept, and new ones reach its replica, which is the primary now. Reads
 * and writes succeed again within two seconds, and what was written before and after is there.
 */
export const failOver: Fault = {
  name: 'fail-over',
  runs: 5,
  database: 'MariaDB',
  async runAlone(runs) {
    const findings = new Findings();
    for (let run = 0; run < runs; run++) await failOverOnce(findings);
    return findings;
  },
};

async function failOverOnce(findings: Findings): Promise<void> {
  const { old, replica, promote, stop } = await startReplicated();
  const gateway = await startGateway(old);
  try {
    let movedAtMs = 0;
    const answers = await loadWhile(gateway.url, WRITES_EVERY, async (client) => {
      await fillPool(client);
      await setTimeout(WARM_MS);
      await promote();
      gateway.move(replica);
      movedAtMs = performance.now();
      await setTimeout(WITHIN_MS);
      await verifyReads(client, findings);
      await setTimeout(WATCHED_MS - WITHIN_MS);
    });
    for (const { status } of answers) findings.expect([200, 201, 503], { status, body: '' });
    const later = answers.filter(({ sentAtMs }) => sentAtMs > movedAtMs + WITHIN_MS);
    for (const { status } of later) findings.verify(status !== 503, 'A request failed after two seconds.');
    findings.note(`reads and writes succeeded again after ${verifySuccess(answers, movedAtMs, findings)} ms`);
    await verifyStored(answers, [old, replica], findings);
    await verifyStored(answers, [replica], findings, movedAtMs);
  } finally {
    await gateway.stop();
    await stop();
  }
}

async function fillPool(client: Client): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, () => client.expect(201, post(newOrder()))));
}

/** A new order can be read on all connections: none of them leads to the old primary any more. */
async function verifyReads(client: Client, findings: Findings): Promise<void> {
  const key = keyIn((await client.expect(201, post(newOrder()))).body);
  const read = async () => findings.expect([200], await client.send({ method: 'GET', path: `/orders/${key}` }));
  await Promise.all(Array.from({ length: AT_ONCE }, read));
}
