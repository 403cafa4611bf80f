import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Exposed, totalOf } from '../support/exposition';
import { conflicts, HarbourApplication, type MeasuredHarbour, serveHarbour } from '../support/measured-harbour';
import { dialect } from '../support/test-database';

const isMysql = dialect === 'mysql';
const DURATION = 'http_server_request_duration_seconds';
const OPERATION = 'db_client_operation_duration_seconds';
const APPLICATION = { application: 'shop' };

let served: MeasuredHarbour;

beforeEach(async () => {
  served = await serveHarbour();
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => {
  await served.stop();
  jest.restoreAllMocks();
});

/** Creates a harbour. @returns its path */
async function created(): Promise<string> {
  const { body } = await served.request('POST', '/harbours', { name: 'Brest' });
  return `/harbours/${body.id}`;
}

/** The labels of all samples of a metric, each once. */
function seriesOf(exposed: ReadonlyMap<string, Exposed>, name: string): readonly string[] {
  const texts = exposed.get(name)!.samples.map(({ labels: { le, ...labels } }) => JSON.stringify(labels));
  return [...new Set(texts)].sort();
}

describe('The metrics of requests', () => {
  it('have the duration by method, route and status, and no value of a path', async () => {
    const path = await created();
    for (let count = 0; count < 3; count++) await served.request('GET', `${path}?include=name`);
    await served.request('GET', '/harbours/4711');
    const exposed = await served.scrape();

    const read = { ...APPLICATION, http_request_method: 'GET', http_route: '/harbours/{id}', url_scheme: 'http' };
    expect(exposed.get(DURATION)).toMatchObject({ type: 'histogram' });
    expect(totalOf(exposed, `${DURATION}_count`, { ...read, http_response_status_code: '200' })).toBe(3);
    expect(totalOf(exposed, `${DURATION}_count`, { ...read, http_response_status_code: '404' })).toBe(1);
    expect(totalOf(exposed, `${DURATION}_bucket`, { ...read, le: '10' })).toBe(4);
    expect(totalOf(exposed, `${DURATION}_sum`, read)).toBeGreaterThan(0);
    expect(seriesOf(exposed, DURATION).join()).not.toMatch(/4711|include|\berror_type/);
  });

  it('have the type of an error for a 500, and for a client that has gone', async () => {
    const path = await created();
    await served.request('PUT', `${path}/sink`);
    const { hostname, port } = new URL(served.address);
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${path}/wait HTTP/1.1\r\nHost: h\r\n\r\n`);
    await pause(100);
    socket.destroy();
    // The action goes on without the client.
    while ((totalOf(await served.scrape(), 'koaggregate_units_total') ?? 0) < 2) await pause(20);
    const series = seriesOf(await served.scrape(), DURATION).map((text) => JSON.parse(text));

    expect(series).toContainEqual(expect.objectContaining({ http_response_status_code: '500', error_type: '500' }));
    const gone = series.find(({ error_type: type }) => type === 'aborted');
    expect(gone).toMatchObject({ http_route: '/harbours/{id}/wait' });
    expect(gone).not.toHaveProperty('http_response_status_code');
  });

  it('have no further series, whatever a client sends', async () => {
    const path = await created();
    const probe = async (text: string) => {
      await served.request('GET', `/harbours/${text}`);
      await served.request('GET', `/${text}?${text}=${text}`);
      await served.request('GET', `${path}/berths?name=${text}&sort=name`);
      await served.request('PATCH', path, { name: `x' FROM \`${text}\` INTO ${text}` });
      await fetch(served.address + path, {
        method: 'PROPFIND',
        headers: { [`x-${text}`]: text, 'X-Request-Id': text },
      });
      await fetch(`${served.address}/${text}`, { method: 'PURGE' });
    };
    await probe('first');
    const before = await served.scrape();
    for (let count = 0; count < 10; count++) await probe(`probe${count}`);
    const after = await served.scrape();

    // A kind of garbage collection may occur for the first time.
    for (const [name, { samples }] of [...before].filter(([name]) => name !== 'nodejs_gc_duration_seconds'))
      expect([name, after.get(name)!.samples.length]).toEqual([name, samples.length]);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(seriesOf(after, DURATION).join()).toContain('"http_request_method":"_OTHER"');
    expect([...seriesOf(after, DURATION), ...seriesOf(after, OPERATION)].join()).not.toMatch(/probe|first/);
  });

  it('have the requests in flight at the time of the scrape', async () => {
    const path = await created();
    const waiting = served.request('PUT', `${path}/wait`);
    await pause(100);

    expect(totalOf(await served.scrape(), 'http_server_active_requests', APPLICATION)).toBe(1);
    await waiting;
    await pause(20);
    expect(totalOf(await served.scrape(), 'http_server_active_requests', APPLICATION)).toBe(0);
  });
});

describe('The metrics of the database', () => {
  const system = { ...APPLICATION, db_system_name: isMysql ? 'mariadb' : 'sqlite' };

  it('have the duration of statements by operation and table', async () => {
    const path = await created();
    await served.request('POST', `${path}/berths`, { name: 'A' });
    const before = await served.scrape();
    await served.request('GET', path);
    await served.request('GET', `${path}/berths`);
    await served.request('DELETE', path);
    const after = await served.scrape();
    const count = (name: string, table: string) => {
      const labels = { ...system, db_operation_name: name, db_collection_name: table };
      return (totalOf(after, `${OPERATION}_count`, labels) ?? 0) - (totalOf(before, `${OPERATION}_count`, labels) ?? 0);
    };

    expect(totalOf(after, `${OPERATION}_count`, { db_operation_name: 'INSERT', db_collection_name: 'harbours' })).toBe(
      1,
    );
    expect(totalOf(after, `${OPERATION}_count`, { db_operation_name: 'INSERT', db_collection_name: 'berths' })).toBe(1);
    expect(count('SELECT', 'harbours') + count('SELECT', 'berths')).toBeGreaterThanOrEqual(2);
    expect(count('DELETE', 'harbours')).toBeGreaterThan(0);
    expect(totalOf(after, `${OPERATION}_count`, { db_operation_name: 'COMMIT' })).toBeGreaterThan(0);
  });

  it('name no table that is not of the model, and mark failed statements', async () => {
    await served.request('PUT', `${await created()}/sink`);
    const failed = seriesOf(await served.scrape(), OPERATION).filter((text) => text.includes('error_type'));

    expect(failed.map((text) => JSON.parse(text))).toEqual([
      { ...system, db_operation_name: 'SELECT', error_type: '_OTHER' },
    ]);
  });

  it('have the connections of the pool, if there is one', async () => {
    await created();
    const exposed = await served.scrape();

    const idle = { ...APPLICATION, db_client_connection_state: 'idle' };
    expect(totalOf(exposed, 'db_client_connection_count', idle)).toBe(isMysql ? 1 : undefined);
    expect(totalOf(exposed, 'db_client_connection_max', APPLICATION)).toBe(isMysql ? 5 : undefined);
    expect(totalOf(exposed, 'db_client_connection_pending_requests', APPLICATION)).toBe(isMysql ? 0 : undefined);
  });
});

describe('The metrics of writes', () => {
  it('have units of work, their conflicts and repetitions', async () => {
    const path = await created();
    const before = await served.scrape();
    conflicts.left = 2;
    expect((await served.request('PUT', `${path}/dock`)).status).toBe(204);
    await served.request('PUT', `${path}/sink`);
    const after = await served.scrape();
    const increase = (name: string, labels = {}) => totalOf(after, name, labels)! - totalOf(before, name, labels)!;

    expect(increase('koaggregate_units_total', { outcome: 'committed' })).toBe(1);
    expect(increase('koaggregate_units_total', { outcome: 'rolled_back' })).toBe(3);
    expect(increase('koaggregate_unit_conflicts_total')).toBe(2);
    expect(increase('koaggregate_unit_retries_total')).toBe(2);
  });

  it('have failed preconditions', async () => {
    await served.request('PATCH', await created(), { name: 'Lorient' }, { 'If-Match': '"7"' });

    expect(totalOf(await served.scrape(), 'koaggregate_failed_preconditions_total', APPLICATION)).toBe(1);
  });

  it('have replays of responses, also of one that another request waits for', async () => {
    const post = () => served.request('POST', '/harbours', { name: 'Brest' }, { 'Idempotency-Key': 'key-1' });
    const [first, second] = await Promise.all([post(), post()]);
    const third = await post();

    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect(totalOf(await served.scrape(), 'koaggregate_idempotent_replays_total', APPLICATION)).toBe(2);
  });

  it('begin at 0', async () => {
    const exposed = await served.scrape();

    const counters = [...exposed].filter(([name, { type }]) => name.startsWith('koaggregate_') && type === 'counter');
    const samples = counters.flatMap(([, one]) => one.samples);
    // Units by outcome, four others, and refusals by reason.
    expect(samples.length).toBe(9);
    expect(samples.every(({ value }) => value === 0)).toBe(true);
  });
});

describe('An application that bounds its load', () => {
  it('has its queue, its limit and what it has refused', async () => {
    class BoundedApplication extends HarbourApplication {
      override get load() {
        const refused = { queueFull: 2, waitedTooLong: 0, clientGone: 0 };
        return { limit: 16, inFlight: 16, waiting: 0, queued: 3, admitted: 40, refused };
      }
    }
    await served.stop();
    served = await serveHarbour({ Class: BoundedApplication });
    const exposed = await served.scrape();

    expect(totalOf(exposed, 'koaggregate_requests_queued', APPLICATION)).toBe(3);
    expect(totalOf(exposed, 'koaggregate_requests_limit', APPLICATION)).toBe(16);
    expect(totalOf(exposed, 'koaggregate_requests_refused_total', { ...APPLICATION, reason: 'queueFull' })).toBe(2);
    expect(totalOf(await served.scrape(), 'koaggregate_requests_refused_total')).toBe(2);
  });
});
