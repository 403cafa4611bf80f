import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from '../../bench/client';
import { wrkLoad } from '../../bench/load/wrk-load';
import type { Workload } from '../../bench/workloads';

const PATH = process.env.PATH;
const reads: Workload = {
  name: 'read one',
  kind: 'read',
  count: 1,
  status: 200,
  next: () => ({ method: 'GET', path: '/orders/1', headers: { Prefer: 'preview' } }),
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koaggregate-wrk-spec-'));
  process.env.PATH = `${folder}${delimiter}${PATH}`;
});

afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

describe('wrk', () => {
  it('ends when the server has ended, instead of connecting until its limit', async () => {
    installWrk('echo $$ > pid; echo connected; exec sleep 100');
    const server = new AbortController();
    const begin = async () => server.abort(new Error('The server "ours" ended.'));

    await expect(drive(begin, server.signal)).rejects.toThrow('The server "ours" ended.');

    expect(isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
  });

  it('ends when the counters of the server cannot be read', async () => {
    installWrk('echo $$ > pid; echo connected; exec sleep 100');
    const begin = () => Promise.reject(new Error('No counters.'));

    await expect(drive(begin, new AbortController().signal)).rejects.toThrow('No counters.');

    expect(isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
  });

  it('sends the headers of a request', async () => {
    const keep = 'for word; do case $word in */requests) cat $word > sent;; esac; done';
    // It writes its figures after the signal.
    installWrk(`trap "" INT; ${keep}; echo "finished "; echo "p99 2000"`);

    await expect(drive(async () => undefined, new AbortController().signal)).resolves.toBe(2);

    expect(readFileSync(join(folder, 'sent'), 'utf8')).toContain(
      'GET /orders/1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nPrefer: preview\r\n\r\n',
    );
  });
});

function drive(begin: () => Promise<void>, ended: AbortSignal): Promise<number> {
  return wrkLoad.drive(new Client('http://127.0.0.1:1'), reads, begin, ended);
}

/** A program of the same name that is found first, and leaves its files in its folder. */
function installWrk(script: string): void {
  writeFileSync(join(folder, 'wrk'), `#!/bin/sh\ncd ${folder}\n${script}\n`, { mode: 0o755 });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
