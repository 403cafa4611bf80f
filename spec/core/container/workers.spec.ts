import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type RunningProgram, runProgram } from '../../support/core/run-program';

/** Responds with the id of the process that serves a request. */
const PROGRAM = (settings = '', start = '', primary = '', limits = '') => `
  const cluster = require('node:cluster');
  const fs = require('node:fs');
  const generation = __filename + '.generation';
  const isBroken = () => fs.existsSync(generation);
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  class Pids {
    read() { return { pid: process.pid }; }
    end() { process.exit(7); }
    block() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }
    async slow() { await new Promise((resolve) => setTimeout(resolve, 500)); return { pid: process.pid }; }
  }
  class DemoApplication extends core.Application {
    defineResources() {
      const routes = this.resource(new Pids());
      routes.builder('/pid').action('GET', 'read').action('DELETE', 'end');
      routes.builder('/block').action('GET', 'block');
      routes.builder('/slow').action('GET', 'slow');
    }
    async addFilters() { if (cluster.isWorker) { ${start} } }
  }
  if (cluster.isPrimary) { ${primary} }
  const application = new DemoApplication({ configuration: { name: 'demo' } });
  core.run(new core.Container({
    applications: [application],
    configuration: {
      name: 'demo',
      limits: { ${limits} },
      server: { workers: 2, connectors: [{ port: 0 }], shutdownTimeoutMs: 2000, ${settings} },
    },
  }));
`;

let root: string;
let program: RunningProgram;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'workers-'));
});
afterEach(async () => {
  program.child.kill('SIGTERM');
  await program.ended();
  rmSync(root, { recursive: true });
});

async function begin(...parts: Parameters<typeof PROGRAM>): Promise<string> {
  program = runProgram(root, PROGRAM(...parts));
  await program.printed('with 2 workers');
  return /http:\/\/127\.0\.0\.1:\d+/.exec(program.output)![0];
}

const get = (url: string, method = 'GET') => fetch(url, { method, headers: { Connection: 'close' } });

/** The processes that serve requests on connections of their own. */
async function pids(address: string): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (let index = 0; index < 12; index++)
    found.add(((await (await get(`${address}/pid`)).json()) as { pid: number }).pid);
  return found;
}

interface ReplyOver {
  readonly pid: number;
  /** Whether it came over a connection that had served a request before. */
  readonly isReused: boolean;
  readonly connection: string | undefined;
}

/** The reply to a request over a kept-alive connection. */
async function over(agent: Agent, address: string): Promise<ReplyOver> {
  const sent = request(`${address}/pid`, { agent }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { pid } = (await json(response)) as { pid: number };
  return { pid, isReused: sent.reusedSocket, connection: response.headers.connection };
}

/** Waits until a condition holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`It did not happen: ${program.output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('A container with server.workers', () => {
  it('serves one port by several processes, says so once, and ends them on SIGTERM', async () => {
    const address = await begin();
    const serving = await pids(address);

    const slow = get(`${address}/slow`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    program.child.kill('SIGTERM');

    expect(serving.size).toBe(2);
    expect(serving).not.toContain(program.child.pid);
    expect((await slow).status).toBe(200);
    expect(await program.ended()).toBe(0);
    expect(program.output.match(/listens at/g)).toHaveLength(1);
    for (const pid of serving) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 30_000);

  it('replaces a worker that ends, and goes on serving meanwhile', async () => {
    const address = await begin();
    const before = await pids(address);

    await get(`${address}/pid`, 'DELETE').catch(() => undefined);
    await program.printed('ended (7): another one starts in 100 ms');

    expect((await get(`${address}/pid`)).status).toBe(200);
    await until(async () => (await pids(address)).size === 2);
    expect([...(await pids(address))].filter((pid) => !before.has(pid))).toHaveLength(1);
  }, 30_000);

  it('leaves the workers as they are if a new one does not start', async () => {
    const address = await begin('', "if (isBroken()) throw new Error('broken code');");
    const before = await pids(address);

    writeFileSync(join(root, 'main.js.generation'), '2');
    program.child.kill('SIGHUP');
    await program.printed('The restart ended, since a new worker did not start: the others go on');

    expect(program.output).toContain('broken code');
    expect(await pids(address)).toEqual(before);
  }, 30_000);

  it('exits with 1 if a worker does not start, with its reason', async () => {
    program = runProgram(root, PROGRAM('', "throw new Error('broken code');"));

    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('The start failed: Error: broken code');
    expect(program.output.match(/The start failed/g)).toHaveLength(1);
  }, 30_000);

  it('rejects zero workers', async () => {
    program = runProgram(root, PROGRAM('workers: 0,'));

    expect(await program.ended()).toBe(1);
    expect(program.output).toMatch(/server\.workers.*must be greater than or equal to 1/);
  }, 30_000);
});

describe('A container with server.workers whose workers are replaced', () => {
  it('replaces all workers on SIGHUP without losing a request', async () => {
    const address = await begin();
    const before = await pids(address);
    const failures: unknown[] = [];
    let isLoaded = true;
    // Kept-alive connections, as those of a proxy.
    const load = async () => {
      let sent = 0;
      for (; isLoaded; sent++) {
        const response = await fetch(`${address}/pid`).catch((error: unknown) => ({ status: error }));
        if (response.status !== 200) failures.push(response.status);
        if (response instanceof Response) await response.text();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return sent;
    };
    const loads = Array.from({ length: 4 }, load);

    program.child.kill('SIGHUP');
    await until(async () => [...(await pids(address))].every((pid) => !before.has(pid)));
    await until(async () => [...before].every(hasEnded));
    isLoaded = false;
    const sent = (await Promise.all(loads)).reduce((sum, one) => sum + one);

    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(50);
    expect((await pids(address)).size).toBe(2);
  }, 90_000);

  it('serves the next request of each connection that was idle while its worker was replaced', async () => {
    const address = await begin('', '', '', 'keepAliveTimeoutMs: 30_000');
    const before = await pids(address);
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    await Promise.all(Array.from({ length: 6 }, () => over(agent, address)));

    program.child.kill('SIGHUP');
    await until(async () => [...(await pids(address))].every((pid) => !before.has(pid)));
    // Longer than clients take to notice anything.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const replies = await Promise.all(Array.from({ length: 6 }, () => over(agent, address)));

    for (const { pid, isReused, connection } of replies) {
      expect(before).toContain(pid);
      expect(isReused).toBe(true);
      expect(connection).toBe('close');
    }
    await until(async () => [...before].every(hasEnded));
    agent.destroy();
  }, 90_000);

  it('ends on SIGTERM at once while a replaced worker waits for idle connections', async () => {
    const address = await begin('shutdownTimeoutMs: 100,', '', '', 'keepAliveTimeoutMs: 30_000');
    const before = await pids(address);
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    await Promise.all(Array.from({ length: 6 }, () => over(agent, address)));
    program.child.kill('SIGHUP');
    await until(async () => [...(await pids(address))].every((pid) => !before.has(pid)));

    const begunMs = performance.now();
    program.child.kill('SIGTERM');

    expect(await program.ended()).toBe(0);
    expect(performance.now() - begunMs).toBeLessThan(3000);
    agent.destroy();
  }, 90_000);

  it('hands a connection on that was on its way to a worker which has closed its ports', async () => {
    // A replaced worker closes its ports while the primary process is blocked, which then has connections for it.
    const address = await begin(
      '',
      `process.prependListener('message', ({ koaggregate }) => { if (koaggregate === 'retire') pause(500); });`,
      `let ready = 0;
       cluster.on('message', (worker, { koaggregate }) => {
         if (koaggregate === 'ready' && ++ready === 3) setImmediate(() => { console.log('blocked'); pause(1500); });
       });`,
    );

    program.child.kill('SIGHUP');
    await program.printed('blocked');
    const replies = await Promise.all(Array.from({ length: 12 }, () => get(`${address}/pid`)));

    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200));
  }, 30_000);

  it('has no more workers than before if another SIGHUP comes during a restart', async () => {
    const address = await begin('', "fs.appendFileSync(__filename + '.pids', process.pid + ' ');");
    const started = () => readFileSync(join(root, 'main.js.pids'), 'utf8').trim().split(' ').map(Number);

    program.child.kill('SIGHUP');
    await program.printed('The workers are replaced');
    program.child.kill('SIGHUP');

    await until(async () => started().length >= 6 && started().slice(0, 4).every(hasEnded));
    expect(started()).toHaveLength(6);
    expect((await pids(address)).size).toBe(2);
  }, 90_000);

  it('kills a replaced worker that does not end', async () => {
    const address = await begin('shutdownTimeoutMs: 100,');
    const before = await pids(address);

    const begunMs = performance.now();
    const blocked = get(`${address}/block`).catch(() => 'closed');
    program.child.kill('SIGHUP');

    await until(async () => [...before].every(hasEnded));
    expect(await blocked).toBe('closed');
    expect(performance.now() - begunMs).toBeGreaterThan(5000);
    expect((await get(`${address}/pid`)).status).toBe(200);
  }, 90_000);
});

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
