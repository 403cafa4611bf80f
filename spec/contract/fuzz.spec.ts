import { ComparedServer } from '../../bench/fuzz/compared-server';
import { describeDomain } from '../../bench/fuzz/domain';
import { describeFinding } from '../../bench/fuzz/print-outcome';
import { type Outcome, runRequests } from '../../bench/fuzz/run-requests';
import type { ServedDomain } from '../../bench/fuzz/serve-domain';
import { repeatable, seedOr } from '../support/seed';
import { createTestDatabase, dialect } from '../support/test-database';

/** A seed whose requests lead to every status. `npm run fuzz` runs others. */
const SEED = seedOr(20261124);
const REQUESTS = 1000;
const TIMEOUT_MS = 180_000;

const undo: (() => Promise<void>)[] = [];

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(async () => {
  for (const step of undo.reverse()) await step();
  jest.restoreAllMocks();
});

describe('A run of 1,000 generated requests', () => {
  it(
    'has the same responses on SQLite and MariaDB, and none with a 5xx status',
    async () => {
      const aggregates = await describeDomain();
      const servers = await startServers();

      await repeatable(SEED, async (seed) => {
        const outcome = await runRequests(servers, aggregates, { seed, requests: REQUESTS, maxFindings: 3 });

        expect(outcome.findings.map((finding) => describeFinding(servers, finding))).toEqual([]);
        expect(statusesOf(outcome)).toEqual(
          expect.arrayContaining([200, 201, 204, 304, 400, 404, 405, 406, 409, 412, 413, 415, 422]),
        );
      });
    },
    TIMEOUT_MS,
  );
});

/** The project of SQLite runs SQLite only, and that of MariaDB runs both. */
async function startServers(): Promise<ComparedServer[]> {
  const sqlite = await createTestDatabase('a file');
  undo.push(sqlite.drop);
  const servers = [await startServer('SQLite', sqlite.url)];
  if (dialect === 'sqlite') return servers;
  const { url, drop } = await createTestDatabase();
  undo.push(drop);
  return [...servers, await startServer('MariaDB', url)];
}

/** Loads its own copy of the modules, since a domain class belongs to one data source. */
async function startServer(name: string, url: string): Promise<ComparedServer> {
  let served: ServedDomain | undefined;
  await jest.isolateModulesAsync(async () => {
    const { serveDomain } = require('../../bench/fuzz/serve-domain') as typeof import('../../bench/fuzz/serve-domain');
    served = await serveDomain(url, () => undefined);
  });
  undo.push(served!.stop);
  return new ComparedServer(name, served!.address);
}

function statusesOf({ tally }: Outcome): number[] {
  return [...new Set([...tally.values()].flatMap((statuses) => [...statuses.keys()]))];
}
