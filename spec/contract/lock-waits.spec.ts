import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { AfterUpdate, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

const names: (string | null)[] = [];

@AggregateRoot
@Table({ tableName: 'lifts' })
class Lift extends BaseDomain {
  @StringColumn(20) declare name: string | null;

  @AfterUpdate
  static note({ name }: Lift): void {
    names.push(name);
  }
}

const POOL = { max: 4, min: 0, acquireMs: 1000, idleMs: 10_000 };
const WRITES = 12;
/** Longer than a statement may run before it counts as waiting. */
const SETTLED_MS = 600;

/** SQLite has one writer at a time. */
const describeOnServer = dialect === 'mysql' ? describe : describe.skip;

let database: TestDatabase;
let served: Served;
let other: Connection;

async function start(pool: object = {}): Promise<void> {
  database = await createTestDatabase();
  other = await createConnection(database.url);
  served = await serve([Lift], { database, db: { pool: { ...POOL, ...pool }, lockWaitMs: 5000 } });
  names.length = 0;
}

async function stop(): Promise<void> {
  await served.stop();
  await other.end();
  await database.drop();
}

async function lift(): Promise<number> {
  return (await served.request('POST', '/lifts', { name: 'new' })).body.id;
}

/** Locks a row, and sends writes of it one after the other. */
async function writeLocked(id: number, count = WRITES): Promise<Promise<ApiResponse>[]> {
  await other.query('START TRANSACTION');
  await other.query('SELECT * FROM lifts WHERE id = ? FOR UPDATE', [id]);
  const writes: Promise<ApiResponse>[] = [];
  for (let index = 0; index < count; index++) {
    writes.push(served.request('PUT', `/lifts/${id}`, { name: `write ${index}` }));
    await pause(20);
  }
  await pause(SETTLED_MS);
  return writes;
}

/** Of this database alone: specs that run at the same time have locks on the same server. */
async function waitingConnections(): Promise<number> {
  const [rows] = await other.query(
    `SELECT COUNT(*) AS count FROM information_schema.innodb_trx
     JOIN information_schema.processlist ON processlist.id = innodb_trx.trx_mysql_thread_id
     WHERE trx_state = 'LOCK WAIT' AND db = DATABASE()`,
  );
  return (rows as { count: number }[])[0]!.count;
}

const statusesOf = async (writes: readonly Promise<ApiResponse>[]) =>
  (await Promise.all(writes)).map(({ status }) => status);

describeOnServer('Writes of a row that another client has locked', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('wait on half of the connections, so that other requests are served', async () => {
    const [locked, free] = [await lift(), await lift()];
    const writes = await writeLocked(locked);

    expect(await waitingConnections()).toBe(POOL.max / 2);
    const begun = performance.now();
    const responses = await Promise.all([
      served.request('GET', `/lifts/${locked}`),
      served.request('PUT', `/lifts/${free}`, { name: 'free' }),
      served.request('POST', '/lifts', { name: 'other' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 201]);
    expect(performance.now() - begun).toBeLessThan(SETTLED_MS);

    await other.query('ROLLBACK');
    expect(await statusesOf(writes)).toEqual(Array(WRITES).fill(200));
  });
});

describeOnServer('The setting db.pool.maxLockWaits', () => {
  beforeEach(() => start({ maxLockWaits: 1 }));
  afterEach(stop);

  it('is the number of connections that wait for locks', async () => {
    const writes = await writeLocked(await lift(), 3);

    expect(await waitingConnections()).toBe(1);
    await other.query('ROLLBACK');
    expect(await statusesOf(writes)).toEqual([200, 200, 200]);
  });

  it('ends no transaction of domain code, which could not be repeated', async () => {
    const id = await lift();
    await other.query('START TRANSACTION');
    await other.query('SELECT * FROM lifts WHERE id = ? FOR UPDATE', [id]);
    const rename = () =>
      Lift.sequelize!.transaction((transaction) => Lift.update({ name: 'own' }, { where: { id }, transaction }));
    const transactions = Promise.all([rename(), rename(), rename()]);
    await pause(SETTLED_MS);
    await other.query('ROLLBACK');

    await expect(transactions).resolves.toHaveLength(3);
  });

  it('keeps the order of arrival', async () => {
    const id = await lift();
    const writes = await writeLocked(id);
    await other.query('ROLLBACK');
    await statusesOf(writes);

    expect(names).toEqual(Array.from({ length: WRITES }, (_, index) => `write ${index}`));
  });
});
