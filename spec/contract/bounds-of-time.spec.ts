import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { ConnectionError } from 'sequelize';
import { AfterUpdate, Table } from 'sequelize-typescript';
import { type Gateway, startGateway } from '../../bench/faults/gateway';
import { DeadlineError, deadlines, runUnbounded } from '../../lib/foundation';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain, CommitOutcomeUnknownError } from '../../lib/persistence';
import { killQueryBy } from '../../lib/persistence/connection/kill-query';
import { SchemaConnection } from '../../lib/persistence/schema/execution/schema-connection';
import { StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

/** Called after each UPDATE of a lift, before COMMIT. */
let afterUpdate = () => {};

@AggregateRoot
@Table({ tableName: 'lifts' })
class Lift extends BaseDomain {
  @StringColumn(20) declare name: string | null;

  @AfterUpdate
  static noteUpdate(): void {
    afterUpdate();
  }

  @Action({ value: 'sleep' })
  async sleep(seconds: number, name: string): Promise<void> {
    await Lift.sequelize!.query(`UPDATE lifts SET name = '${name}' WHERE id = ${this.id}`);
    await Lift.sequelize!.query(`SELECT SLEEP(${seconds})`);
  }

  @Action({ value: 'sleep_often' })
  async sleepOften(times: number): Promise<void> {
    this.name = 'slept often';
    for (let time = 0; time < times; time++) await Lift.sequelize!.query('SELECT SLEEP(0.3)');
  }
}

const TRY_AGAIN = { 'retry-after': '1' };
const STATEMENT_MS = 600;
const LOCK_WAIT_MS = 1000;
const DEADLINE_MS = 3000;
/** Longer than the tolerance. */
const IDLE_MS = 3500;
/** What an answer may take longer than its bound, on a machine that has other work. */
const TOLERANCE_MS = 2000;

/** Only a server has connections that fall silent, and statements that wait for each other. */
const describeOnServer = dialect === 'mysql' ? describe : describe.skip;

let database: TestDatabase;
let gateway: Gateway;
let served: Served;
let other: Connection;
let logged: jest.SpyInstance;

async function start(db: object = {}): Promise<void> {
  database = await createTestDatabase();
  gateway = await startGateway(database.url);
  other = await createConnection(database.url);
  served = await serve([Lift], {
    database: { url: gateway.url, drop: async () => undefined },
    db: { statementTimeoutMs: STATEMENT_MS, lockWaitMs: LOCK_WAIT_MS, ...db },
    settings: { limits: { deadlineMs: DEADLINE_MS } },
  });
}

async function stop(): Promise<void> {
  await served.stop();
  await gateway.stop();
  await other.end();
  await database.drop();
}

async function lift(name = 'new'): Promise<number> {
  const { body } = await served.request('POST', '/lifts', { name });
  return body.id;
}

const nameOf = async (id: number) => (await served.request('GET', `/lifts/${id}`)).body.name;

/** The response, and the time that it took. */
async function timed(request: ReturnType<Served['request']>) {
  const begun = performance.now();
  const { status, headers, body } = await request;
  return { status, headers: Object.fromEntries(headers), body, ms: performance.now() - begun };
}

async function runningStatements(text: string): Promise<number> {
  const [rows] = await other.query('SELECT info FROM information_schema.processlist WHERE info LIKE ?', [`${text}%`]);
  return (rows as unknown[]).length;
}

beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => logged.mockRestore());

describeOnServer('A statement that takes longer than db.statementTimeoutMs', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('is ended on the server, and its request is 503 and changes nothing', async () => {
    const id = await lift();

    const response = await timed(served.request('PUT', `/lifts/${id}/sleep`, { seconds: 30, name: 'slept' }));

    expect(response).toMatchObject({ status: 503, headers: TRY_AGAIN });
    expect(response.ms).toBeLessThan(STATEMENT_MS + TOLERANCE_MS);
    expect(await nameOf(id)).toBe('new');
    expect(await runningStatements('SELECT SLEEP')).toBe(0);
  });

  it('is ended by the application where the server has no bound of its own', async () => {
    const [bounds] = await other.query('SELECT @@GLOBAL.max_statement_time AS bound');
    expect(bounds).toMatchObject([{ bound: 0 }]);
    const id = await lift();
    await Lift.sequelize!.query('SET SESSION max_statement_time = 0');

    const response = await timed(served.request('PUT', `/lifts/${id}/sleep`, { seconds: 30, name: 'slept' }));

    expect(response).toMatchObject({ status: 503, headers: TRY_AGAIN });
    expect(response.ms).toBeLessThan(STATEMENT_MS + TOLERANCE_MS);
    expect(await nameOf(id)).toBe('new');
  });
});

describeOnServer('A statement that is to be ended', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('is not mistaken for that of another connection with its number on another server', async () => {
    const { connectionManager } = Lift.sequelize!;
    const kill = killQueryBy(connectionManager as never);
    const sleeping = other.query('SELECT SLEEP(0.5) AS slept');
    await pause(100);
    await kill(other.threadId, 'SELECT SLEEP(30)');

    expect((await sleeping)[0]).toEqual([{ slept: 0 }]);
  });
});

describeOnServer('A statement on the first connection after a rest', () => {
  beforeAll(() => start({ pool: { max: 2, min: 0, idleMs: 100 } }));
  afterAll(stop);

  it('is bounded from its beginning', async () => {
    const id = await lift();
    // The pool closes its connections.
    await pause(IDLE_MS);

    afterUpdate = () => gateway.silence();
    const response = await timed(served.request('PUT', `/lifts/${id}`, { name: 'changed' }));
    afterUpdate = () => {};

    expect(response.status).toBe(503);
    expect(response.ms).toBeLessThan(STATEMENT_MS + TOLERANCE_MS);
  });
});

describeOnServer('A request that takes longer than limits.deadlineMs', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('is 503, and nothing of it is committed', async () => {
    const id = await lift();

    const response = await timed(served.request('PUT', `/lifts/${id}/sleep_often`, { times: 20 }));

    expect(response).toMatchObject({ status: 503, headers: TRY_AGAIN });
    expect(response.body.detail).toBe('The request could not be done in time, and was given up: try again.');
    expect(response.ms).toBeLessThan(DEADLINE_MS + TOLERANCE_MS);
    expect(await nameOf(id)).toBe('new');
  });
});

describeOnServer('A statement outside of a unit', () => {
  beforeAll(() => start({ statementTimeoutMs: 0 }));
  afterAll(stop);

  it('is not sent after the deadline', async () => {
    const deadline = { limitMs: 1, atMs: performance.now() - 1 };
    await lift();
    const names = async () => (await other.query("SELECT id FROM lifts WHERE name = 'too late'"))[0];

    const sent = deadlines.run(deadline, () => Lift.sequelize!.query("UPDATE lifts SET name = 'too late'"));

    await expect(sent).rejects.toThrow(DeadlineError);
    expect(await names()).toEqual([]);
  });
});

describeOnServer('A row that another client has locked', () => {
  beforeAll(() => start({ statementTimeoutMs: 0 }));
  afterAll(stop);

  it('is waited for as long as db.lockWaitMs, and the request is 503', async () => {
    const id = await lift();
    await other.query('START TRANSACTION');
    await other.query('SELECT * FROM lifts WHERE id = ? FOR UPDATE', [id]);

    const response = await timed(served.request('PUT', `/lifts/${id}`, { name: 'changed' }));
    await other.query('ROLLBACK');

    expect(response).toMatchObject({ status: 503, headers: TRY_AGAIN });
    expect(response.ms).toBeGreaterThan(LOCK_WAIT_MS - 100);
    expect(response.ms).toBeLessThan(DEADLINE_MS + TOLERANCE_MS);
    expect(await nameOf(id)).toBe('new');
  });
});

describeOnServer('Connections that fall silent', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('are replaced, and what has committed nothing is done on new ones', async () => {
    const ids = await Promise.all([lift(), lift(), lift(), lift(), lift()]);
    gateway.silence();

    const first = await timed(served.request('PUT', `/lifts/${ids[0]}`, { name: 'changed' }));
    const next = await timed(served.request('GET', `/lifts/${ids[0]}`));

    expect(first).toMatchObject({ status: 200, body: { name: 'changed' } });
    expect(first.ms).toBeLessThan(DEADLINE_MS + TOLERANCE_MS);
    // No other one is tried that was silent as long.
    expect(next).toMatchObject({ status: 200, body: { name: 'changed' } });
    expect(next.ms).toBeLessThan(STATEMENT_MS);
  });
});

describeOnServer('Connections whose server has been demoted', () => {
  beforeAll(() => start());
  afterAll(stop);

  const CONNECTIONS = 10;
  const onEach = (sql: string) => {
    return Promise.all(Array.from({ length: CONNECTIONS }, () => Lift.sequelize!.query(sql).then(([rows]) => rows)));
  };

  it('are all replaced by the first write, so that no read is out of date', async () => {
    const id = await lift();
    await onEach('SELECT SLEEP(0.1)');
    await onEach('SET SESSION TRANSACTION READ ONLY');
    await onEach('SET @isDemoted = 1');

    const { status } = await served.request('PUT', `/lifts/${id}`, { name: 'changed' });
    const connections = (await onEach('SELECT @isDemoted AS isDemoted, SLEEP(0.1)')).flat();

    expect(status).toBe(200);
    expect(connections).toMatchObject(Array(CONNECTIONS).fill({ isDemoted: null }));
  });
});

describeOnServer('A write whose connection falls silent', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('has an unknown outcome if COMMIT was sent, and is not repeated', async () => {
    const id = await lift();
    let updates = 0;
    afterUpdate = () => {
      updates += 1;
      gateway.silence();
    };

    const response = await timed(served.request('PUT', `/lifts/${id}`, { name: 'changed' }));
    afterUpdate = () => {};

    expect(response).toMatchObject({
      status: 503,
      body: { type: 'urn:problem-type:koaggregate:commit-outcome-unknown' },
    });
    expect(response.headers['retry-after']).toBeUndefined();
    expect(response.ms).toBeLessThan(DEADLINE_MS + TOLERANCE_MS);
    expect(updates).toBe(1);
    expect((await served.request('GET', `/lifts/${id}`)).status).toBe(200);
  });

  it('has an unknown outcome if it is its own transaction', async () => {
    await lift();
    gateway.silence();

    const written = Lift.sequelize!.query("UPDATE lifts SET name = 'changed'");

    await expect(written).rejects.toThrow(CommitOutcomeUnknownError);
  });
});

describeOnServer('Connections that fall silent as soon as they are accepted', () => {
  beforeAll(() => start());

  it('are given up, and keep no place in the pool', async () => {
    const id = await lift();
    gateway.silence();
    const end = gateway.silenceNew();
    const response = await timed(served.request('GET', `/lifts/${id}`));
    end();

    expect(response).toMatchObject({ status: 503, headers: TRY_AGAIN });
    expect(response.ms).toBeLessThan(DEADLINE_MS + TOLERANCE_MS);
    await pause(DEADLINE_MS);
    expect(await nameOf(id)).toBe('new');
    // The pool waits for all of its connections.
    await expect(stop()).resolves.toBeUndefined();
  });
});

describeOnServer('Changes of tables and migrations', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('take as long as they take', async () => {
    const connection = await SchemaConnection.open(Lift.sequelize as never);

    await expect(connection.query('SELECT SLEEP(1.5) AS slept')).resolves.toEqual([{ slept: 0 }]);
    await connection.close();
  });

  it('take as long on new connections of the pool', async () => {
    const sleep = () => runUnbounded(() => Lift.sequelize!.query('SELECT SLEEP(1.5) AS slept'));
    const results = await Promise.all([sleep(), sleep(), sleep()]);

    expect(results.map(([rows]) => rows)).toEqual(Array(3).fill([{ slept: 0 }]));
  });
});

describeOnServer('Connections that the server refuses', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('fail no request while the pool has others', async () => {
    const id = await lift();
    const refuse = async () => {
      throw new ConnectionError(Object.assign(new Error('Too many connections'), { errno: 1040 }));
    };
    const manager = Lift.sequelize!.connectionManager as unknown as { connect(): Promise<unknown> };
    const connect = jest.spyOn(manager, 'connect').mockImplementation(refuse);

    const responses = await Promise.all(Array.from({ length: 20 }, () => served.request('GET', `/lifts/${id}`)));

    expect(connect).toHaveBeenCalled();
    connect.mockRestore();

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});
