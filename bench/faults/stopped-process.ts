import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Call } from '../client';
import { ServerProcess } from '../server-process';
import { createTemporaryDatabase } from '../temporary-database';
import { newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';

/** Clients come for so long before SIGTERM, and for so long after it. */
const BEFORE_MS = 2000;
const AFTER_MS = 1000;
/** One request in so many writes. */
const WRITES_EVERY = 20;
const EXIT_WITHIN_MS = 20_000;

/**
 * SIGTERM ends the process while as many clients as there are runs come and go, each with a connection and a request, the
 * last one a second after it. The server has a drain delay of 1.5 s, and no request stays without its response.
 */
export const stoppedProcess: Fault = {
  name: 'stopped-process',
  runs: 2000,
  database: 'SQLite',
  async runAlone(runs) {
    const findings = new Findings();
    const database = await createTemporaryDatabase();
    const server = await ServerProcess.start('drained', database.url, { isSilent: true });
    try {
      await stop(server, runs, findings);
    } finally {
      server.child.kill('SIGKILL');
      await database.drop();
    }
    return findings;
  },
};

async function stop({ address, child }: ServerProcess, runs: number, findings: Findings): Promise<void> {
  const signalAtMs = performance.now() + BEFORE_MS;
  let later = 0;
  const come = async (index: number) => {
    await setTimeout(Math.random() * (BEFORE_MS + AFTER_MS));
    const sentAtMs = performance.now() - signalAtMs;
    // This process may be late itself.
    if (sentAtMs > AFTER_MS) return;
    if (sentAtMs > 0) later++;
    const isWrite = index % WRITES_EVERY === 0;
    const call = isWrite ? post(newOrder()) : { method: 'GET', path: '/orders?per_page=5' };
    // Every second client would use its connection again.
    const headers = { Connection: index % 2 === 0 ? 'close' : 'keep-alive' };
    findings.expect([isWrite ? 201 : 200], await responseTo(address, { ...call, headers }));
  };
  const clients = Array.from({ length: runs }, (_, index) => come(index));
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(BEFORE_MS + EXIT_WITHIN_MS) });
  await setTimeout(BEFORE_MS);
  child.kill('SIGTERM');
  const [code] = await ended;
  await Promise.all(clients);
  findings.verify(code === 0, `The process ended with exit code ${code}.`);
  findings.verify(later > runs / 10, `Only ${later} requests were sent after SIGTERM.`);
}

/** The complete response on a connection of its own; the status is 0 if there was none. */
function responseTo(address: string, { method, path, content, headers }: Call) {
  return new Promise<{ status: number; body: string }>((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, body: error.message });
    const body = content === undefined ? undefined : JSON.stringify(content);
    const typed = { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
    request(address + path, { method, agent: false, headers: typed }, (response) => {
      text(response).then((received) => resolve({ status: response.statusCode!, body: received }), fail);
    })
      .once('error', fail)
      .end(body);
  });
}
