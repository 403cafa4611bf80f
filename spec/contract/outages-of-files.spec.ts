import { Table } from 'sequelize-typescript';
import { Database, OPEN_READONLY } from 'sqlite3';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'notes' })
class Note extends BaseDomain {
  @StringColumn(100_000) declare text: string | null;

  /** Writes a row that fits and one that may not, and goes on if that fails. */
  @Action({ value: 'copy' })
  async copy(text: string): Promise<void> {
    await new Note({ text: 'small' }).persist();
    const values = `SELECT '${text}', created_at, updated_at FROM notes LIMIT 1`;
    await Note.sequelize!.query(`INSERT INTO notes (text, created_at, updated_at) ${values}`).catch(() => undefined);
  }
}

const LARGE = 'x'.repeat(100_000);

let database: TestDatabase;
let served: Served;
let logged: jest.SpyInstance;

async function start(times: { readonly lockWaitMs: number; readonly deadlineMs?: number }): Promise<void> {
  const { lockWaitMs, deadlineMs = 10_000 } = times;
  database = await createTestDatabase();
  served = await serve([Note], { database, db: { lockWaitMs }, settings: { limits: { deadlineMs } } });
}

beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => {
  await served.stop();
  await database.drop();
  logged.mockRestore();
});

interface Connection {
  run(sql: string, done: (error: Error | null) => void): void;
}

/** The parts of Sequelize that its types leave out. */
interface Internals {
  readonly options: { storage: string; dialectOptions?: object };
  readonly connectionManager: {
    readonly connections: Record<string, unknown>;
    getConnection(wanted: object): Promise<Connection>;
  };
}

const internals = () => Note.sequelize as unknown as Internals;
const post = (text: string) => served.request('POST', '/notes', { text });
const texts = async () => ((await served.request('GET', '/notes')).body as { text: string }[]).map(({ text }) => text);
const run = (connection: Connection, sql: string) =>
  new Promise<void>((resolve, reject) => {
    connection.run(sql, (error) => (error ? reject(error) : resolve()));
  });

const unavailable = (detail: string) => ({ status: 503, body: { detail } });

/** Locks the file as another process does. @returns ends the lock */
async function lock(): Promise<() => Promise<void>> {
  const other = new Database(internals().options.storage);
  await run(other, 'BEGIN IMMEDIATE');
  return async () => {
    await run(other, 'ROLLBACK');
    await new Promise((resolve) => other.close(resolve));
  };
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startMs = performance.now();
  const result = await work();
  return [result, performance.now() - startMs];
}

describe('A file of SQLite that another process has locked', () => {
  const LOCKED = unavailable('Another process has locked the database: try again.');

  it('makes writes 503 with Retry-After after db.lockWaitMs, in a unit of work and without; reads go on', async () => {
    await start({ lockWaitMs: 300 });
    const { id } = (await post('kept')).body;
    const unlock = await lock();

    const [alone, aloneMs] = await timed(() => post('lost'));
    const [inUnit, inUnitMs] = await timed(() => served.request('PUT', `/notes/${id}/copy`, { text: 'lost' }));

    expect([alone, inUnit]).toMatchObject([LOCKED, LOCKED]);
    expect(alone.headers.get('Retry-After')).toBe('1');
    expect(Math.min(aloneMs, inUnitMs)).toBeGreaterThan(250);
    expect(Math.max(aloneMs, inUnitMs)).toBeLessThan(1000);
    expect(await texts()).toEqual(['kept']);
    await unlock();
    expect((await post('again')).status).toBe(201);
  });

  it('lets a write wait until the lock ends', async () => {
    await start({ lockWaitMs: 5000 });
    const unlock = await lock();
    const writing = post('waited');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await unlock();

    expect((await writing).status).toBe(201);
  });

  it('makes no write wait longer than its deadline', async () => {
    await start({ lockWaitMs: 5000, deadlineMs: 500 });
    const { id } = (await post('kept')).body;
    const unlock = await lock();

    const [alone, aloneMs] = await timed(() => post('lost'));
    const [inUnit, inUnitMs] = await timed(() => served.request('PUT', `/notes/${id}/copy`, { text: 'lost' }));

    expect([alone.status, inUnit.status]).toEqual([503, 503]);
    expect(Math.max(aloneMs, inUnitMs)).toBeLessThan(1000);
    await unlock();
    expect(await texts()).toEqual(['kept']);
  });
});

describe('A database of SQLite that has no space left', () => {
  const FULL = unavailable('The database has no space left: try again later.');

  it('makes writes 503, rolls back whole units of work, and writes again when there is room', async () => {
    await start({ lockWaitMs: 300 });
    const { id } = (await post('kept')).body;
    const open = internals().connectionManager.getConnection;
    const [[{ page_count: pages }]] = (await Note.sequelize!.query('PRAGMA page_count')) as unknown as [
      [{ page_count: number }],
    ];
    const limit = (most: number) => {
      internals().connectionManager.getConnection = async (wanted) => {
        const connection = await open(wanted);
        await run(connection, `PRAGMA max_page_count = ${most}`);
        return connection;
      };
    };
    limit(pages + 1);

    const responses = [
      await post(LARGE),
      await served.request('PUT', `/notes/${id}/copy`, { text: LARGE }),
      await post(LARGE),
    ];

    expect(responses).toMatchObject([FULL, FULL, FULL]);
    expect(await texts()).toEqual(['kept']);
    limit(1_000_000);
    expect((await post(LARGE)).status).toBe(201);
    expect((await served.request('PUT', `/notes/${id}/copy`, { text: 'b' })).status).toBe(204);
    expect((await texts()).map((text) => text.length)).toEqual([4, LARGE.length, 5, 1]);
    expect(await Note.sequelize!.query('PRAGMA integrity_check')).toMatchObject([[{ integrity_check: 'ok' }], {}]);
  });
});

describe('A database of SQLite that is read-only', () => {
  it('makes writes 503 and serves reads; it writes again when the file is writable, without a restart', async () => {
    await start({ lockWaitMs: 300 });
    const { id } = (await post('kept')).body;
    const { options, connectionManager } = internals();
    delete connectionManager.connections.default;
    options.dialectOptions = { mode: OPEN_READONLY };

    const inUnit = await served.request('PUT', `/notes/${id}/copy`, { text: 'lost' });
    const read = await texts();
    const alone = await post('lost');
    options.dialectOptions = {};

    const READ_ONLY = unavailable('The database is read-only right now: try again.');
    expect([inUnit, alone, read]).toMatchObject([READ_ONLY, READ_ONLY, ['kept']]);
    expect((await post('again')).status).toBe(201);
    expect((await served.request('PUT', `/notes/${id}/copy`, { text: 'b' })).status).toBe(204);
  });
});

describe('A database of SQLite that cannot be opened', () => {
  it.each([
    ['it is a folder', (file: string) => file.slice(0, file.lastIndexOf('/'))],
    ['its folder is a file', (file: string) => `${file}/test.sqlite`],
  ])('makes requests 503, and serves them when it can be opened again: %s', async (_, broken) => {
    await start({ lockWaitMs: 300 });
    const { id } = (await post('kept')).body;
    const { options, connectionManager } = internals();
    const { storage } = options;
    options.storage = broken(storage);
    delete connectionManager.connections.default;

    const responses = [
      await post('lost'),
      await served.request('GET', '/notes'),
      await served.request('PUT', `/notes/${id}/copy`, { text: 'lost' }),
    ];
    options.storage = storage;

    expect(responses).toMatchObject(Array(3).fill(unavailable('The database cannot be opened right now: try again.')));
    expect((await post('again')).status).toBe(201);
    expect(await texts()).toEqual(['kept', 'again']);
  });
});
