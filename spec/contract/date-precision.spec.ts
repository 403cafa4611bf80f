import { Column, DataType, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Searchable } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { Required } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

/** Instants as models declare them. The precision of each column depends on the table. */
@AggregateRoot({ name: 'stays' })
@Table({ tableName: 'stays' })
class Stay extends BaseDomain {
  @Searchable @Required(DataType.DATE) declare arrivedAt: Date;
  @Searchable @Column(DataType.DATE(0)) declare leftAt: Date | null;
  @Searchable @Column(DataType.TIME) declare wakeAt: string | null;
  @Column(DataType.DATEONLY) declare bornOn: string | null;

  @Action({ value: 'leave' })
  leave(at: Date): void {
    this.leftAt = at;
  }
}

const ARRIVED = '2026-03-01T12:00:00.123Z';
const DECIMALS = /\.\d{3}Z$/;
const SECONDS = /:\d\dZ$/;

let shop: Served;

afterEach(() => {
  jest.restoreAllMocks();
  return shop.stop();
});

describe('A DATE column without a precision in the model', () => {
  beforeEach(async () => {
    shop = await serve([Stay]);
  });

  it('stores the milliseconds of JavaScript clients, and a create returns what a later read returns', async () => {
    const created = await shop.request('POST', '/stays', { arrived_at: ARRIVED });
    const read = await shop.request('GET', `/stays/${created.body.id}`);

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ arrived_at: ARRIVED, created_at: expect.stringMatching(DECIMALS) });
    expect(read.body).toEqual(created.body);
  });

  it('rejects a value with more decimals', async () => {
    const { status, body } = await shop.request('POST', '/stays', { arrived_at: '2026-03-01T12:00:00.1234Z' });

    expect(status).toBe(422);
    expect(body.field_errors[0].message).toBe('must not have more than 3 decimals of a second');
  });

  it('is searched and sorted by its milliseconds', async () => {
    for (const ms of ['125', '123', '124']) {
      await shop.request('POST', '/stays', { arrived_at: `2026-03-01T12:00:00.${ms}Z` });
    }

    const found = await shop.request('GET', `/stays?arrived_at=${ARRIVED}`);
    const sorted = await shop.request('GET', '/stays?arrived_at[gt]=2026-03-01T12:00:00.123Z&sort=-arrived_at');

    expect(found.body.map(({ id }: { id: number }) => id)).toEqual([2]);
    expect(sorted.body.map(({ id }: { id: number }) => id)).toEqual([1, 3]);
  });

  it('has whole seconds as DATE(0)', async () => {
    const payload = { arrived_at: ARRIVED, left_at: '2026-03-02T08:00:00Z' };

    expect((await shop.request('POST', '/stays', payload)).body.left_at).toBe('2026-03-02T08:00:00Z');
    expect((await shop.request('POST', '/stays', { ...payload, left_at: ARRIVED })).status).toBe(422);
  });
});

const table = (type: string) => `CREATE TABLE stays (id BIGINT AUTO_INCREMENT PRIMARY KEY, version BIGINT NOT NULL,
  arrived_at ${type} NOT NULL, left_at ${type}, wake_at TIME(3), born_on DATETIME, created_at ${type} NOT NULL, updated_at ${type} NOT NULL)`;

(dialect === 'mysql' ? describe : describe.skip)('An existing table with DATE columns', () => {
  const logged: string[] = [];
  const adopt = async (type: string, mode = 'none') => {
    logged.length = 0;
    jest.spyOn(console, 'info').mockImplementation((line: string) => logged.push(line));
    shop = await serve([Stay], { schema: [table(type)], properties: { 'hbm2ddl.auto': mode } });
  };

  it.each(['none', 'validate', 'update'])(
    'keeps its seconds, including created_at (hbm2ddl.auto: %s)',
    async (mode) => {
      await adopt('DATETIME', mode);

      const created = await shop.request('POST', '/stays', { arrived_at: '2026-03-01T12:00:00Z' });
      const read = await shop.request('GET', '/stays/1');

      expect(created.body).toMatchObject({
        arrived_at: '2026-03-01T12:00:00Z',
        created_at: expect.stringMatching(SECONDS),
        updated_at: expect.stringMatching(SECONDS),
      });
      expect(read.body).toEqual(created.body);
      expect(logged).toContainEqual(
        expect.stringMatching(
          /fewer decimals of a second .*: stays\.created_at, stays\.updated_at, stays\.arrived_at\./,
        ),
      );
    },
  );

  it('rejects milliseconds that a column of seconds would cut, and cuts those of domain code', async () => {
    await adopt('DATETIME');
    await shop.request('POST', '/stays', { arrived_at: '2026-03-01T12:00:00Z' });

    const rejected = await shop.request('PATCH', '/stays/1', { arrived_at: ARRIVED });
    const acted = await shop.request('PUT', '/stays/1/leave', { at: ARRIVED });

    expect(rejected.body.field_errors[0].message).toBe('must not have fractions of a second');
    expect(acted.status).toBe(204);
    expect((await shop.request('GET', '/stays/1')).body.left_at).toBe('2026-03-01T12:00:00Z');
  });

  it('returns the milliseconds of a column with microseconds, and searches, sorts and pages by them', async () => {
    await adopt('DATETIME(6)');
    for (let count = 0; count < 5; count++) await shop.request('POST', '/stays', { arrived_at: ARRIVED });
    await Stay.sequelize!.query("UPDATE stays SET arrived_at = CONCAT('2026-03-01 12:00:00.1230', 60 - id)");

    const found = await shop.request('GET', `/stays?arrived_at=${ARRIVED}`);
    const first = await shop.request('GET', '/stays?sort=arrived_at&page=1&per_page=2');
    const second = await shop.request('GET', '/stays?sort=arrived_at&page=2&per_page=2');

    expect(logged).not.toContainEqual(expect.stringContaining('decimals of a second'));
    expect(found.body).toHaveLength(5);
    expect(first.body.data[0]).toMatchObject({ id: 1, arrived_at: ARRIVED });
    expect([...first.body.data, ...second.body.data].map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('returns times of day and dates as they can be sent, whatever the precision of the column', async () => {
    await adopt('DATETIME(3)');
    const sent = { arrived_at: ARRIVED, wake_at: '07:30:00', born_on: '2001-02-03' };

    const created = await shop.request('POST', '/stays', sent);
    const read = await shop.request('GET', '/stays/1');
    const found = await shop.request('GET', '/stays?wake_at=07:30:00');

    expect(created.body).toMatchObject(sent);
    expect(read.body).toEqual(created.body);
    expect(found.body).toHaveLength(1);
    expect((await shop.request('PATCH', '/stays/1', { wake_at: read.body.wake_at })).status).toBe(200);
  });

  it('is inspected once, at the start', async () => {
    await adopt('DATETIME');

    const statements = await statementsOf(Stay, () =>
      shop.request('POST', '/stays', { arrived_at: '2026-03-01T12:00:00Z' }),
    );

    expect(statements.filter((text) => /information_schema/i.test(text))).toEqual([]);
    expect(statements).toHaveLength(1);
  });
});
