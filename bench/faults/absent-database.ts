import { setTimeout } from 'node:timers/promises';
import { Client } from '../client';
import { ServerProcess } from '../server-process';
import { newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { startGateway } from './gateway';

const WITHIN_MS = 2000;
const PAUSE_MS = 100;

/**
 * The database is absent for `runs` seconds when the server starts. It responds with 503 as long, and with 2xx within two seconds after
 * the database is there.
 */
export const absentDatabase: Fault = {
  name: 'absent-database',
  runs: 20,
  needsServer: true,
  async run({ database, runs }) {
    const findings = new Findings();
    await startWithout(database.url, runs, findings);
    return findings;
  },
};

async function startWithout(url: string, seconds: number, findings: Findings): Promise<void> {
  // Its port is free once it has stopped.
  const former = await startGateway(url);
  await former.stop();
  const server = await ServerProcess.start('defaults', former.url, { isSilent: true });
  const client = new Client(server.address);
  const send = () => client.send(post(newOrder(1)));
  try {
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      findings.expect([503], await send());
      await setTimeout(PAUSE_MS);
    }
    const gateway = await startGateway(url, Number(new URL(former.url).port));
    try {
      const tookMs = await timeUntilServed(send, findings);
      findings.verify(tookMs <= WITHIN_MS, `The first 2xx came ${Math.round(tookMs)} ms after the database was there.`);
    } finally {
      client.close();
      await server.stop();
      await gateway.stop();
    }
  } finally {
    client.close();
    await server.stop();
  }
}

async function timeUntilServed(
  send: () => Promise<{ status: number; body: string }>,
  findings: Findings,
): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const response = await send();
    findings.expect([201, 503], response);
    const tookMs = performance.now() - begun;
    if (response.status === 201 || tookMs > 2 * WITHIN_MS) return tookMs;
    await setTimeout(PAUSE_MS);
  }
}
