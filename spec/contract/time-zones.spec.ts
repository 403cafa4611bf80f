import { literal } from 'sequelize';
import { Column, DataType, Default, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Searchable } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { linksOf } from '../support/response-parts';
import { type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'shows' })
class Show extends BaseDomain {
  @Searchable @Column(DataType.DATE) declare startsAt: Date | null;
  @Searchable @Column(DataType.DATE(6)) declare soldAt: Date | null;
  @Default(literal('CURRENT_TIMESTAMP')) @Column(DataType.DATE) declare openedAt: Date | null;

  @Action({ value: 'postpone' })
  postpone(to: Date): Show {
    this.startsAt = to;
    return this;
  }
}

let database: TestDatabase;
let served: Served;

/** The zone of db.timezone, with the local time of 2026-07-01T10:00:00.250Z. SQLite stores UTC. */
const ZONES: readonly (readonly [zone: string, local: string])[] =
  dialect === 'mysql'
    ? [
        ['+08:00', '2026-07-01 18:00:00.250'],
        ['-03:30', '2026-07-01 06:30:00.250'],
        ['Europe/Berlin', '2026-07-01 12:00:00.250'],
      ]
    : [['UTC', '2026-07-01 10:00:00.250 +00:00']];

describe.each(ZONES)('db.timezone: %s', (timezone, local) => {
  beforeAll(async () => {
    database = await createTestDatabase();
    served = await serve([Show], { database, db: { timezone } });
  });
  afterAll(async () => {
    await served.stop();
    await database.drop();
  });

  const request = (...args: Parameters<Served['request']>) => served.request(...args);
  const at = (ms: string, decimals = '') => `2026-07-01T10:00:00.${ms}${decimals}Z`;

  it('is the zone of stored times, and responses are in UTC', async () => {
    const { body } = await request('POST', '/shows', { starts_at: at('250'), sold_at: at('250') });
    const text = dialect === 'mysql' ? 'CAST(starts_at AS CHAR)' : 'starts_at';
    const [rows] = await Show.sequelize!.query(`SELECT ${text} AS text FROM shows WHERE id = ${body.id}`);
    const read = await request('GET', `/shows/${body.id}`);

    expect(rows).toEqual([{ text: local }]);
    expect(body).toMatchObject({ starts_at: at('250'), sold_at: at('250', '000') });
    expect(read.body).toEqual(body);
    expect(Math.abs(Date.parse(body.opened_at) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000);
    expect((await Show.findByPk(body.id))!.startsAt).toEqual(new Date(at('250')));
    const tag = read.headers.get('ETag')!;
    expect((await request('GET', `/shows/${body.id}`, undefined, { 'If-None-Match': tag })).status).toBe(304);
  });

  it('applies to actions, and to code that writes by the classes', async () => {
    const { id } = await Show.create({ startsAt: new Date(at('100')) });
    const postponed = await request('PUT', `/shows/${id}/postpone`, { to: '2026-12-24T18:00:00+01:00' });

    expect(postponed.body.starts_at).toBe('2026-12-24T17:00:00.000Z');
    expect((await Show.findOne({ where: { startsAt: new Date('2026-12-24T17:00:00Z') } }))!.id).toBe(id);
    expect(await Show.max('startsAt')).toEqual(new Date('2026-12-24T17:00:00Z'));
  });

  it('applies to searches and cursors, also of columns finer than milliseconds', async () => {
    await Show.destroy({ where: {} });
    for (const ms of ['125', '123', '124']) await request('POST', '/shows', { starts_at: at(ms), sold_at: at(ms) });
    for (const field of ['starts_at', 'sold_at']) {
      const found: string[] = [];
      for (let path: string | undefined = `/shows?${field}[gt]=${at('000')}&sort=${field}&per_page=1&after=`; path; ) {
        const page = await request('GET', path);
        found.push(...page.body.map((show: Record<string, string>) => show[field]!.slice(20, 23)));
        path = linksOf(page).next;
      }
      expect(found).toEqual(['123', '124', '125']);
    }
    expect((await request('GET', `/shows?sold_at=${at('124')}`)).body).toHaveLength(1);
  });

  it('rejects times that the column cannot hold in that zone', async () => {
    const { status } = await request('POST', '/shows', { starts_at: '9999-12-31T23:00:00Z' });

    expect(status).toBe(timezone.startsWith('+') || timezone.includes('/') ? 422 : 201);
  });
});

describe('Applications that share a database', () => {
  it('must have the same time zone', async () => {
    const shared = await createTestDatabase();
    const first = await serve([Show], { database: shared });
    const second = serve([Show], { database: shared, db: { timezone: dialect === 'mysql' ? '+08:00' : 'UTC' } });

    if (dialect === 'mysql') await expect(second).rejects.toThrow(/share the database .*db\.timezone differently/);
    else await (await second).stop();
    await first.stop();
    await shared.drop();
  });
});
