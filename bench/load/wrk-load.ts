import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type Call, CONNECTIONS } from '../client';
import type { Workload } from '../workloads';
import type { LoadGenerator } from './load-generator';
import { CONNECTED, FINISHED, WRK_SCRIPT } from './wrk-script';

const MICROSECONDS = 1000;
/** Far more than any workload takes. */
const LIMIT = '120s';
/** The server accepts a connection a little later than the client is connected. */
const ACCEPTED_AFTER_MS = 50;

/** wrk with one thread; it is interrupted as soon as it has all responses. */
export const wrkLoad: LoadGenerator = {
  name: 'wrk',
  drive: async ({ address }, workload, begin, ended) => {
    const folder = await mkdtemp(join(tmpdir(), 'koaggregate-wrk-'));
    try {
      return await driveFrom(folder, address, workload, (args) => run(args, begin, ended));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

export function hasWrk(): boolean {
  return spawnSync('wrk', ['-v']).error === undefined;
}

async function driveFrom(
  folder: string,
  address: string,
  workload: Workload,
  runWrk: (args: readonly string[]) => Promise<string[]>,
): Promise<number> {
  const [script, requests, bodies] = ['script.lua', 'requests', 'bodies'].map((name) => join(folder, name));
  const { host } = new URL(address);
  const texts = Array.from({ length: workload.count }, () => requestText(workload.next(), host));
  await writeFile(script!, WRK_SCRIPT);
  await writeFile(requests!, texts.map((text) => `${Buffer.byteLength(text)}\n${text}`).join(''));
  const given = [requests!, CONNECTIONS, workload.status, ...(workload.keep ? [bodies!] : [])].map(String);
  const lines = await runWrk(['-s', script!, address, '--', ...given]);
  const finished = lines.find((line) => line.startsWith(FINISHED));
  const p99 = lines.find((line) => line.startsWith('p99 '));
  if (finished?.trim() !== FINISHED || !p99)
    throw new Error(`wrk ended early in "${workload.name}", which expects ${workload.status}:\n${lines.join('\n')}`);
  if (workload.keep) for (const body of (await readFile(bodies!, 'utf8')).trimEnd().split('\n')) workload.keep(body);
  return Number(p99.slice('p99 '.length)) / MICROSECONDS;
}

/** @throws the reason why the server has ended */
async function run(args: readonly string[], begin: () => Promise<void>, ended: AbortSignal): Promise<string[]> {
  const connections = String(CONNECTIONS);
  const child = spawn('wrk', ['-t', '1', '-c', connections, '-d', LIMIT, '--timeout', LIMIT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Specs may have an environment of their own.
    env: process.env,
  });
  const closed = once(child, 'close');
  // Without its server, wrk would connect again and again until its limit.
  const kill = () => child.kill('SIGKILL');
  ended.addEventListener('abort', kill);
  try {
    const lines = await linesOf(child, begin);
    ended.throwIfAborted();
    return lines;
  } finally {
    ended.removeEventListener('abort', kill);
    kill();
    await closed;
  }
}

async function linesOf(
  child: ChildProcessByStdio<null, Readable, null>,
  begin: () => Promise<void>,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line === CONNECTED) {
      await setTimeout(ACCEPTED_AFTER_MS);
      await begin();
    }
    // It writes its figures then.
    if (line.startsWith(FINISHED)) child.kill('SIGINT');
  }
  return lines;
}

function requestText({ method, path, content, headers = {} }: Call, host: string): string {
  const body = content === undefined ? '' : JSON.stringify(content);
  const typed = content !== undefined && {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const fields = Object.entries({ Host: host, ...typed, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${body}`;
}
