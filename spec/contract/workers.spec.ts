import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningProgram, runProgram } from '../support/core/run-program';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const ROOT = join(__dirname, '../..');

/** A league, run by two workers. */
const PROGRAM = (db: object, settings: object = {}) => `
  const { Application } = require(${JSON.stringify(join(ROOT, 'lib'))});
  const { league } = require(${JSON.stringify(join(ROOT, 'spec/support/domain/league'))});
  class League extends Application {}
  const configuration = ${JSON.stringify({ name: 'league', db, ...settings })};
  core.run(new core.Container({
    applications: [new League({ domain: league, configuration })],
    configuration: { name: 'league', server: { workers: 2, connectors: [{ port: 0 }], shutdownTimeoutMs: 2000 } },
  }));
`;

const UPDATE = { 'hbm2ddl.auto': 'update' };

let root: string;
let database: TestDatabase;
let program: RunningProgram;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'workers-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  program.child.kill('SIGTERM');
  await program.ended();
  await database.drop();
  rmSync(root, { recursive: true });
});

describe('An application with a domain model that is served by two workers', () => {
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

  it.each<[string, () => object, object, string]>([
    [
      'a mode that drops tables',
      () => ({ url: database.url, providerProperties: { 'hbm2ddl.auto': 'create-drop' } }),
      {},
      'db.providerProperties "hbm2ddl.auto" is "create-drop", and server.workers is 2, so that each worker would drop the tables of the others: use none, validate or update.',
    ],
    [
      'a database in memory',
      () => ({ url: 'sqlite::memory:' }),
      {},
      'The database of db.url (sqlite::memory:) is in the memory of its process, and server.workers is 2',
    ],
    [
      'sessions in memory',
      () => ({ url: database.url, providerProperties: UPDATE }),
      { security: { session: { store: 'memory' } } },
      'security.session.store is "memory", and server.workers is 2, so that each worker would know its own sessions only: set the store to database.',
    ],
  ])(
    'does not start with %s',
    async (_, db, settings, message) => {
      program = runProgram(root, PROGRAM(db(), settings));

      expect(await program.ended()).toBe(1);
      expect(program.output).toContain(message);
    },
    30_000,
  );

  it('says that rate limits in memory are counted by each', async () => {
    const security = { rateLimit: { requests: 100, windowS: 60 } };
    program = runProgram(root, PROGRAM({ url: database.url, providerProperties: UPDATE }, { security }));
    await program.printed('with 2 workers');

    expect(program.output).toContain('clients may send up to 2 times as many requests: set security.rateLimit.store.');
  }, 30_000);
});
