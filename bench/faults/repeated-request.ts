import type { ReceivedResponse } from '../client';
import { Client } from '../client';
import { ServerProcess } from '../server-process';
import { newOrder, post } from '../workloads';
import { type Fault, Findings, type Scene } from './fault';

const AT_ONCE = 50;

/**
 * Fifty requests with one idempotency key at once, on a database server from two processes: one of them is carried out,
 * and all get its response.
 */
export const repeatedRequest: Fault = {
  name: 'repeated-request',
  runs: 100,
  server: 'keyed',
  async run(scene) {
    const findings = new Findings();
    const other = scene.database.isServer ? await ServerProcess.start('keyed', scene.database.url) : undefined;
    const clients = [scene.client, ...(other ? [new Client(other.address)] : [])];
    try {
      for (let run = 0; run < scene.runs; run++) await repeat(scene, clients, run, findings);
    } finally {
      for (const client of clients.slice(1)) client.close();
      await other?.stop();
    }
    return findings;
  },
};

async function repeat({ inspector }: Scene, clients: readonly Client[], run: number, findings: Findings) {
  const customer_email = `repeated-${run}@example.com`;
  const call = { ...post({ ...newOrder(run % 2), customer_email }), headers: { 'Idempotency-Key': `run-${run}` } };
  const sent = Array.from({ length: AT_ONCE }, (_, index) => clients[index % clients.length]!.send(call));
  const responses = await Promise.all(sent);
  for (const response of responses) findings.expect([201], response);
  const bodies = new Set(responses.map(({ body }) => body)).size;
  const carriedOut = responses.filter((response) => !isReplayed(response)).length;
  const rows = await inspector.count(`SELECT COUNT(*) n FROM orders WHERE customer_email = '${customer_email}'`);
  findings.verify(
    bodies === 1 && carriedOut === 1 && rows === 1,
    `Run ${run}: ${bodies} different responses, ${carriedOut} were carried out, and ${rows} rows are there.`,
  );
}

export function isReplayed({ headers }: ReceivedResponse): boolean {
  return headers['idempotency-replayed'] === 'true';
}
