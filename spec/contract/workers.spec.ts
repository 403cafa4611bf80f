import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application } from '../../lib';
import type { Logger } from '../../lib/core';
import { type RunningProgram, runProgram } from '../support/core/run-program';
import { league } from '../support/domain/league';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ROOT = join(__dirname, '../..');

/** A league, run by two workers. */
const PROGRAM = (db: object, server: object = {}) => `
  const { Application } = require(${JSON.stringify(join(ROOT, 'lib'))});
  const { league } = require(${JSON.stringify(join(ROOT, 'spec/support/domain/league'))});
  class League extends Application {}
  const configuration = ${JSON.stringify({ name: 'league', db })};
  core.run(new core.Container({
    applications: [new League({ domain: league, configuration })],
    configuration: ${JSON.stringify({
      name: 'league',
      server: { workers: 2, connectors: [{ port: 0 }], shutdownTimeoutMs: 2000, ...server },
    })},
  }));
`;

const UPDATE = { 'hbm2ddl.auto': 'update' };

class League extends Application {}

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

describe('An application with a domain model that is served by two workers', () => {
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

  it('has its tables created once, and the rows that any of them writes', async () => {
    program = runProgram(root, PROGRAM({ url: database.url, providerProperties: UPDATE }));
    await program.printed('with 2 workers');
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(program.output)![0];
    const send = (method: string, body?: object) =>
      fetch(`${address}/teams`, {
        method,
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
        ...(body && { body: JSON.stringify(body) }),
      });

    const created = await Promise.all(Array.from({ length: 8 }, (_, index) => send('POST', { name: `team ${index}` })));
    const lists = await Promise.all(
      Array.from({ length: 8 }, async () => (await (await send('GET')).json()) as object[]),
    );

    expect(created.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(lists.map(({ length }) => length)).toEqual(Array(8).fill(8));
  }, 40_000);
});

describe('The admin port of two workers', () => {
  it('says whether they are ready, and has the sums of their metrics', async () => {
    const root = mkdtempSync(join(tmpdir(), 'workers-'));
    const db = { url: database.url, providerProperties: UPDATE };
    const program = runProgram(root, PROGRAM(db, { admin: { port: 0 } }));
    try {
      await program.printed('its admin port is http');
      const [address, admin] = [...program.output.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url);
      const list = () =>
        fetch(`${address}/teams`, { headers: { Connection: 'close' } }).then((response) => response.text());

      await Promise.all(Array.from({ length: 10 }, list));
      const ready = await fetch(`${admin}/health/ready`);
      const metrics = await fetch(`${admin}/metrics`);

      expect(await ready.json()).toEqual({
        status: 'ready',
        applications: { league: { status: 'ready', writer: 'writable' } },
        workers: { ready: 2, configured: 2 },
      });
      expect(metrics.headers.get('content-type')).toContain('text/plain');
      expect(await metrics.text()).toMatch(
        /^http_server_request_duration_seconds_count\{.*http_route="\/teams".*\} 10$/m,
      );
      expect((await fetch(`${admin}/teams`)).status).toBe(404);
    } finally {
      program.child.kill('SIGTERM');
      await program.ended();
      rmSync(root, { recursive: true });
    }
  }, 40_000);
});

describe('An application of one of two workers', () => {
  /** Starts as in a worker, in this process. */
  async function start(db: object, settings: object = {}, logger?: Logger): Promise<void> {
    const application = new League({ domain: league, configuration: { name: 'league', db, ...settings }, logger });
    application.enterContainer({ mountPath: '', workers: 2, shutdownTimeoutMs: 1000 });
    await application.start();
    await application.stop();
  }

  it('does not start with a mode that drops tables', async () => {
    const db = { url: database.url, providerProperties: { 'hbm2ddl.auto': 'create-drop' } };

    await expect(start(db)).rejects.toThrow(
      'db.providerProperties "hbm2ddl.auto" is "create-drop", and server.workers is 2, so that each worker would drop the tables of the others: use none, validate or update.',
    );
  });

  it('does not start with a database in memory', async () => {
    await expect(start({ url: 'sqlite::memory:' })).rejects.toThrow(
      'The database of db.url (sqlite::memory:) is in the memory of its process, and server.workers is 2',
    );
  });

  it('does not start with sessions in memory', async () => {
    const security = { session: { store: 'memory' } };

    await expect(start({ url: database.url, providerProperties: UPDATE }, { security })).rejects.toThrow(
      'security.session.store is "memory", and server.workers is 2, so that each worker would know its own sessions only: set the store to database.',
    );
  });

  it('says that rate limits in memory are counted by each', async () => {
    const warn = jest.fn();
    const security = { rateLimit: { requests: 100, windowS: 60 } };
    await start({ url: database.url, providerProperties: UPDATE }, { security }, { ...console, info: jest.fn(), warn });

    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('clients may send up to 2 times as many requests: set security.rateLimit.store.'),
    );
  });
});
