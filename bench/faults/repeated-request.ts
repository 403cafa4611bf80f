import type { ReceivedResponse } from '../client';
import { Client } from '../client';
import { ServerProcess } from '../server-process';
import { newOrder, post } from '../workloads';
import { type Fault, type FaultSetup, Findings } from './fault';

const AT_ONCE = 50;

/**
 * Fifty concurrent requests with one idempotency key, on a database server to two processes: one of them is executed, and
 * all get its response.
 */
export const repeatedRequest: Fault = {
  name: 'repeated-request',
  runs: 100,
  server: 'keyed',
  async run(setup) {
    const findings = new Findings();
    const other = setup.database.isServer ? await ServerProcess.start('keyed', setup.database.url) : undefined;
    const clients = [setup.client, ...(other ? [new Client(other.address)] : [])];
    try {
      for (let run = 0; run < setup.runs; run++) await repeat(setup, clients, run, findings);
    } finally {
      for (const client of clients.slice(1)) client.close();
      await other?.stop();
    }
    return findings;
  },
};

async function repeat({ inspector }: FaultSetup, clients: readonly Client[], run: number, findings: Findings) {
  const customer_email = `repeated-${run}@example.com`;
  const call = { ...post({ ...newOrder(run % 2), customer_email }), headers: { 'Idempotency-Key': `run-${run}` } };
  const sent = Array.from({ length: AT_ONCE }, (_, index) => clients[index % clients.length]!.send(call));
  const responses = await Promise.all(sent);
  for (const response of responses) findings.expect([201], response);
  const bodies = new Set(responses.map(({ body }) => body)).size;
  const executed = responses.filter((response) => !isReplayed(response)).length;
  const rows = await inspector.count(`SELECT COUNT(*) n FROM orders WHERE customer_email = '${customer_email}'`);
  findings.verify(
    bodies === 1 && executed === 1 && rows === 1,
    `Run ${run}: ${bodies} different responses, ${executed} executed requests and ${rows} rows.`,
  );
}

export function isReplayed({ headers }: ReceivedResponse): boolean {
  return headers['idempotency-replayed'] === 'true';
}
