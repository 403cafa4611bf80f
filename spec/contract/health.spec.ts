import 'reflect-metadata';
import { Table } from 'sequelize-typescript';
import { type Gateway, startGateway } from '../../bench/faults/gateway';
import type { ReadinessReport } from '../../lib/core/http/readiness';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { POOL } from '../support/open-store';
import { type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

let held: Promise<void>;

@AggregateRoot
@Table({ tableName: 'docks' })
class Dock extends BaseDomain {
  @StringColumn(10) declare name: string | null;

  /** Holds its connection until it is released. */
  @Action({ value: 'hold' })
  async hold(): Promise<void> {
    await held;
  }
}

let database: TestDatabase;
let gateway: Gateway | undefined;
let served: Served;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation();
  jest.spyOn(console, 'warn').mockImplementation();
  database = await createTestDatabase();
  gateway = dialect === 'mysql' ? await startGateway(database.url) : undefined;
  const given = { url: gateway?.url ?? database.url, drop: async () => undefined };
  served = await serve([Dock], { database: given, settings: { security: { basic: {}, authenticate: 'always' } } });
});
afterEach(async () => {
  await served.stop();
  await gateway?.stop();
  await database.drop();
  jest.restoreAllMocks();
});

async function readiness() {
  const response = await fetch(`${served.address}/health/ready`);
  const { status, applications } = (await response.json()) as ReadinessReport;
  return [response.status, status, applications.shop];
}

const READY = [200, 'ready', { status: 'ready', writer: 'writable' }];
const UNREACHABLE = [503, 'not ready', { status: 'not ready', writer: 'unreachable' }];

describe('The readiness of an application with a database', () => {
  it('names the state of the writer, and needs no credentials', async () => {
    expect(await readiness()).toEqual(READY);
    expect((await fetch(`${served.address}/docks`)).status).toBe(401);
  });
});

/** Only a server can fall silent, and only its pool can be exhausted. */
const describeOnServer = dialect === 'mysql' ? describe : describe.skip;

describeOnServer('The readiness of an application with a server', () => {
  beforeEach(async () => {
    await served.stop();
    served = await serve([Dock], { database: { url: gateway!.url, drop: async () => undefined } });
  });

  it('is not lost while all connections of the pool are in use', async () => {
    let letGo = () => undefined as void;
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    const { body: docks } = await served.request('POST', '/docks', Array(POOL.max).fill({ name: 'd' }));
    const holding = (docks as { id: number }[]).map(({ id }) => served.request('PUT', `/docks/${id}/hold`));
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(await readiness()).toEqual(READY);
    letGo();
    await Promise.all(holding);
  });

  it('is lost within a second while the server is silent, and comes back with it', async () => {
    expect(await readiness()).toEqual(READY);
    gateway!.silence();
    const speak = gateway!.silenceNew();
    await new Promise((resolve) => setTimeout(resolve, 1010));
    const begun = performance.now();
    expect(await readiness()).toEqual(UNREACHABLE);
    expect(performance.now() - begun).toBeLessThan(1500);

    speak();
    await new Promise((resolve) => setTimeout(resolve, 1010));
    expect(await readiness()).toEqual(READY);
  });

  it('is lost while the server refuses connections', async () => {
    await gateway!.stop();
    gateway = undefined;

    expect(await readiness()).toEqual(UNREACHABLE);
  });
});
