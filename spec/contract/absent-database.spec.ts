import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Table } from 'sequelize-typescript';
import { type Gateway, startGateway } from '../../bench/faults/gateway';
import type { ResourceBuilder } from '../../lib/core';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { Application } from '../../lib/rest';
import { Authorizer } from '../../lib/security';
import { StringColumn } from '../support/columns';
import { freePort } from '../support/core/named-applications';
import { runProgram } from '../support/core/run-program';
import { type Served, type ServeOptions, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

const ROOT = join(__dirname, '../..');
const ABSENT = {
  status: 503,
  headers: { 'retry-after': '1' },
  body: { detail: 'The database cannot be reached right now: try again.' },
};
/** A try a second. */
const WITHIN_MS = 2000;

@AggregateRoot
@Table({ tableName: 'lifts' })
class Lift extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

class Desk {
  read() {
    return { isOpen: true };
  }
  async count() {
    return { count: await Lift.count() };
  }
}

class LiftApplication extends Application {
  override defineRoutes(): void {
    const desk: ResourceBuilder<Desk> = this.resource(Desk);
    desk.builder('/desk').action('GET', 'read');
    desk.builder('/desk/count').action('GET', 'count');
  }
}

class SafeApplication extends LiftApplication {
  override defineRoutes(): void {
    super.defineRoutes();
    const safe = this.resource(Desk).builder('/desk/safe').action('GET', 'read');
    safe.attribute(Authorizer.PERMISSIONS, Authorizer.AUTHENTICATED);
  }
}

/** Only a server can be absent. */
const describeOnServer = dialect === 'mysql' ? describe : describe.skip;

let database: TestDatabase;
let port: number;
let gateway: Gateway | undefined;
let served: Served | undefined;

function absentUrl(): string {
  const url = new URL(database.url);
  url.port = String(port);
  return url.href;
}

/** Serves before anything listens at the port of the database. */
async function serveWithout(options: ServeOptions = {}, domain: readonly unknown[] = [Lift]): Promise<Served> {
  return serve(domain, {
    Class: LiftApplication,
    database: { url: absentUrl(), drop: async () => undefined },
    ...options,
  });
}

/** The database can be reached from now on. */
async function appear(): Promise<void> {
  gateway = await startGateway(database.url, port);
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(served!.address + path, { headers });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.json() };
}

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation();
  jest.spyOn(console, 'error').mockImplementation();
  jest.spyOn(console, 'info').mockImplementation();
  database = await createTestDatabase();
  port = await freePort();
});
afterEach(async () => {
  await served?.stop();
  await gateway?.stop();
  [served, gateway] = [undefined, undefined];
  await database.drop();
  jest.restoreAllMocks();
});

describeOnServer('An application whose database is absent at the start', () => {
  it('serves the routes that need no database, and rejects the others with 503', async () => {
    served = await serveWithout();

    expect(await get('/desk')).toMatchObject({ status: 200, body: { is_open: true } });
    for (const path of ['/lifts', '/lifts/1', '/desk/count']) expect(await get(path)).toMatchObject(ABSENT);
  });

  it('creates its tables and serves everything once the database is there', async () => {
    served = await serveWithout();
    await appear();
    const begun = performance.now();
    await served.application.ready();

    expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
    expect((await served.request('POST', '/lifts', { name: 'first' })).status).toBe(201);
    expect(await get('/desk/count')).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('ends the process with exit code 1 if the tables are not as they should be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'absent-'));
    writeFileSync(join(folder, 'container.yml'), 'name: league\nserver: { connectors: [{ port: 0 }] }\n');
    const db = { url: absentUrl(), providerProperties: { 'hbm2ddl.auto': 'validate' } };
    const program = runProgram(
      folder,
      `const { Application } = require(${JSON.stringify(join(ROOT, 'lib'))});
       const { league } = require(${JSON.stringify(join(ROOT, 'spec/support/domain/league'))});
       class League extends Application {}
       const configuration = { name: 'league', db: ${JSON.stringify(db)} };
       core.run(new core.Container({ applications: [new League({ domain: league, configuration })] }));`,
    );
    await program.printed('listens at');
    await appear();

    expect(await program.ended()).toBe(1);
    expect(program.output).toContain('The table teams does not exist');
    rmSync(folder, { recursive: true });
  });

  it('lets nobody in by a session that it cannot read', async () => {
    const passwordHash = '$2b$10$8L0VkTifTvRGL.LH5XW73.An7B/pEYhQh56r9/IsGpDgYWdWrVZE.';
    const security = { users: { admin: { passwordHash, roles: [] } }, session: {}, basic: { realm: 'desk' } };
    served = await serveWithout({ Class: SafeApplication, settings: { security } });
    const Authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

    expect(await get('/desk/safe')).toMatchObject({ status: 401 });
    expect(await get('/desk/safe', { Cookie: `session=${'x'.repeat(43)}` })).toMatchObject(ABSENT);
    expect(await get('/desk/safe', { Authorization })).toMatchObject({ status: 200 });
    expect(await get('/session', { Authorization })).toMatchObject(ABSENT);
  });

  it('does not start with a mistake in its model', async () => {
    @AggregateRoot
    @Table({ tableName: 'lifts' })
    class Twin extends BaseDomain {
      @StringColumn(20) declare name: string | null;
    }

    await expect(serveWithout({}, [Lift, Twin])).rejects.toThrow('lifts');
  });

  it('does not start if the start requires the database', async () => {
    await expect(serveWithout({ db: { required: 'start' } })).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
  });
});
