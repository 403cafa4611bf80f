import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from '../client';
import { ServerProcess } from '../server-process';
import { createTemporaryDatabase } from '../temporary-database';
import { newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { longestMs, SteadyLoad } from './steady-load';

const PER_SECOND = 100;
/** One request in so many writes. */
const WRITES_EVERY = 10;
const WITHIN_MS = 30_000;

/** SIGHUP replaces both workers while clients with kept-alive connections send requests at a steady rate: none fails. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  runs: 20,
  database: 'SQLite',
  async runAlone(runs) {
    const findings = new Findings();
    const database = await createTemporaryDatabase();
    const server = await ServerProcess.start('workers', database.url, { argument: await freePort(), isSilent: true });
    try {
      await restart(server, runs, findings);
    } finally {
      await server.stop();
      await database.drop();
    }
    return findings;
  },
};

async function restart({ address, child }: ServerProcess, runs: number, findings: Findings): Promise<void> {
  const client = new Client(address);
  await client.expect(201, post(newOrder()));
  client.close();
  const load = new SteadyLoad(address, PER_SECOND, (index) =>
    index % WRITES_EVERY === 0 ? post(newOrder()) : { method: 'GET', path: '/orders?per_page=5' },
  );
  for (let run = 0; run < runs; run++) {
    const before = workersOf(child.pid!);
    child.kill('SIGHUP');
    const isReplaced = await holds(() => {
      const now = workersOf(child.pid!);
      return now.length === before.length && now.every((pid) => !before.includes(pid));
    });
    findings.verify(isReplaced, `The workers ${before.join(' and ')} were not replaced within ${WITHIN_MS} ms.`);
  }
  const answers = await load.end();
  for (const { status, call } of answers) findings.expect([call.method === 'GET' ? 200 : 201], { status, body: '' });
  findings.note(`The longest response took ${longestMs(answers)} ms.`);
}

/** The child processes of one, on Linux. */
function workersOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
}

async function holds(condition: () => boolean): Promise<boolean> {
  const endMs = performance.now() + WITHIN_MS;
  while (!condition()) {
    if (performance.now() > endMs) return false;
    await setTimeout(50);
  }
  return true;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
