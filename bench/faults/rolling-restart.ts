import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from '../client';
import { ServerProcess } from '../server-process';
import { createTemporaryDatabase } from '../temporary-database';
import { newOrder, post } from '../workloads';
import { type Fault, Findings } from './fault';
import { type Answer, answerTo, longestMs, SteadyLoad } from './steady-load';

const PER_SECOND = 100;
/** One request in so many writes. */
const WRITES_EVERY = 10;
const WITHIN_MS = 30_000;

/** Clients with a connection of their own, which rest between their requests; for less than the server keeps idle connections. */
const RESTING = 100;
const LONGEST_REST_MS = 3000;
/** A request that has no answer by then is lost. */
const LOST_AFTER_MS = 15_000;

/**
 * SIGHUP replaces both workers while clients with kept-alive connections send requests at a steady rate, and others rest
 * between theirs: none fails.
 */
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
  const resting = new RestingClients(address);
  for (let run = 0; run < runs; run++) {
    const before = workersOf(child.pid!);
    child.kill('SIGHUP');
    const isReplaced = await holds(() => {
      const now = workersOf(child.pid!);
      return now.length === before.length && now.every((pid) => !before.includes(pid));
    });
    findings.verify(isReplaced, `The workers ${before.join(' and ')} were not replaced within ${WITHIN_MS} ms.`);
  }
  const answers = [...(await load.end()), ...(await resting.end())];
  for (const { status, call } of answers) findings.expect([call.method === 'GET' ? 200 : 201], { status, body: '' });
  findings.note(`${answers.length} requests; the longest response took ${longestMs(answers)} ms.`);
}

class RestingClients {
  #isEnding = false;
  readonly #clients: Promise<readonly Answer[]>;

  constructor(address: string) {
    const clients = Array.from({ length: RESTING }, () => this.#run(address));
    this.#clients = Promise.all(clients).then((all) => all.flat());
  }

  /** Sends no more. @returns the answers to all requests */
  end(): Promise<readonly Answer[]> {
    this.#isEnding = true;
    return this.#clients;
  }

  async #run(address: string): Promise<readonly Answer[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers: Answer[] = [];
    while (!this.#isEnding) {
      const call = { method: 'GET', path: '/orders?per_page=1' };
      const lost = { call, status: 0, sentAtMs: performance.now(), tookMs: LOST_AFTER_MS };
      const late = setTimeout(LOST_AFTER_MS, lost, { ref: false });
      answers.push(await Promise.race([answerTo(call, address, agent), late]));
      await setTimeout(Math.random() * LONGEST_REST_MS);
    }
    agent.destroy();
    return answers;
  }
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
