import { ConnectionError, DatabaseError, Transaction } from 'sequelize';
import { Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';
import { dialect } from '../support/test-database';

let failure: Error | undefined;

@AggregateRoot
@Table({ tableName: 'gauges' })
class Gauge extends BaseDomain {
  @StringColumn(10) declare name: string | null;

  @Action({ value: 'rename' })
  async rename(name: string): Promise<void> {
    this.name = name;
    await this.persist();
    if (failure) throw failure;
  }
}

let served: Served;
let logged: jest.SpyInstance;
let id: number;

beforeEach(async () => {
  failure = undefined;
  logged = jest.spyOn(console, 'error').mockImplementation();
  served = await serve([Gauge]);
  id = (await served.request('POST', '/gauges', { name: 'old' })).body.id;
});
afterEach(async () => {
  await served.stop();
  logged.mockRestore();
});

const errorOf = (error: object) => new DatabaseError(Object.assign(new Error('Rejected'), { sql: '' }, error));
const rename = (name = 'new') => served.request('PUT', `/gauges/${id}/rename`, { name });
const lines = () => logged.mock.calls.map(([line]) => String(line).replace(/\[.*?\] /, ''));
const nameOf = async () => (await served.request('GET', `/gauges/${id}`)).body.name;

describe('A request that the database cannot do its work for', () => {
  it.each([
    ['has no space left: try again later.', { errno: 1114, code: 'ER_RECORD_FILE_FULL' }],
    ['has no space left: try again later.', { errno: 1021, code: 'ER_DISK_FULL' }],
    ['is read-only right now: try again.', { errno: 1290, code: 'ER_OPTION_PREVENTS_STATEMENT' }],
    ['is read-only right now: try again.', { errno: 3100, code: 'ER_RUN_HOOK_ERROR' }],
    ['is not part of its cluster right now: try again.', { errno: 1047, code: 'ER_UNKNOWN_COM_ERROR' }],
    ['cannot read or write its files right now: try again.', { errno: 10, code: 'SQLITE_IOERR' }],
  ])('is 503 with Retry-After, rolled back, and says that the database %s', async (sentence, error) => {
    failure = errorOf(error);

    const { status, headers, body } = await rename();
    const name = await nameOf();
    failure = undefined;

    expect([status, headers.get('Retry-After'), body.detail]).toEqual([503, '1', `The database ${sentence}`]);
    expect(name).toBe('old');
    expect((await rename()).status).toBe(204);
    expect(await nameOf()).toBe('new');
  });

  it.each([
    ['could not commit the changes: try again.', 'Got error 5 "Input/output error" during COMMIT'],
    ['has no space left: try again later.', 'Got error 28 "No space left on device" during COMMIT'],
  ])('knows that a COMMIT was rejected: the database %s', async (sentence, message) => {
    const commit = jest.spyOn(Transaction.prototype, 'commit').mockImplementationOnce(async function (
      this: Transaction,
    ) {
      await this.rollback();
      throw errorOf({ message, errno: 1180, code: 'ER_ERROR_DURING_COMMIT' });
    });

    const { status, body } = await rename();
    commit.mockRestore();

    expect([status, body.type, body.detail]).toEqual([503, 'about:blank', `The database ${sentence}`]);
    expect(await nameOf()).toBe('old');
    expect((await rename()).status).toBe(204);
  });

  if (dialect === 'mysql') {
    it('is 503 and wholly rolled back if a table is full', async () => {
      const query = (sql: string) => Gauge.sequelize!.query(sql);
      await query('CREATE TABLE log (text VARCHAR(10000)) ENGINE=MEMORY MAX_ROWS=1');
      const [[{ size }]] = (await query('SELECT @@max_heap_table_size AS size')) as unknown as [[{ size: number }]];
      const rows = Math.ceil(size / 10_000);
      await query(`CREATE TRIGGER fill_log AFTER UPDATE ON gauges FOR EACH ROW
        INSERT INTO log SELECT REPEAT('x', 10000) FROM seq_1_to_${rows}`);

      const { status, body } = await rename();

      expect([status, body.detail]).toEqual([503, 'The database has no space left: try again later.']);
      expect(await nameOf()).toBe('old');
      await query('DROP TRIGGER fill_log');
      expect((await rename()).status).toBe(204);
    });
  }
});

describe('The log of an outage', () => {
  const LOST = 'PUT /gauges/1/rename: 503';
  const second = () => new Promise((resolve) => setTimeout(resolve, 1100));

  it('has the first failure, then one line a second with the number of the others', async () => {
    failure = errorOf({ errno: 1114, code: 'ER_RECORD_FILE_FULL' });
    await Promise.all(Array.from({ length: 5 }, () => rename()));
    const atOnce = lines();
    await second();
    const [, afterwards] = [await rename(), lines()];
    await second();
    await second();
    await rename();

    expect(atOnce).toEqual([LOST]);
    expect(afterwards).toEqual([LOST, `${LOST}, as 3 more requests in this second (ER_RECORD_FILE_FULL)`]);
    expect(lines()).toEqual([...afterwards, LOST, LOST]);
    expect(logged.mock.calls.map(([, error]) => String(error.cause))).toEqual(
      Array(4).fill('SequelizeDatabaseError: Rejected'),
    );
  });

  it('counts each code on its own, and has each failure of another kind', async () => {
    failure = errorOf({ errno: 1114, code: 'ER_RECORD_FILE_FULL' });
    await rename();
    failure = new ConnectionError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await rename();
    failure = errorOf({ errno: 1146, code: 'ER_NO_SUCH_TABLE' });
    await rename();
    await rename();

    expect(lines()).toEqual([LOST, LOST, LOST.replace('503', '500'), LOST.replace('503', '500')]);
  });

  it('has the number that is left when the application stops', async () => {
    failure = errorOf({ errno: 1114, code: 'ER_RECORD_FILE_FULL' });
    for (let request = 0; request < 3; request++) await rename();
    await served.application.stop();

    expect(lines()).toEqual([LOST, `${LOST}, as 1 more requests in this second (ER_RECORD_FILE_FULL)`]);
  });
});
