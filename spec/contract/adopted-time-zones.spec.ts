import { describeModel } from '../../lib/persistence';
import { type TicketOffice, ticketOffice, ZONE } from '../support/existing/ticket-office';
import { linksOf } from '../support/response-parts';
import { prepare, type Served, serve } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
let office: TicketOffice;
let served: Served;

const STARTS_AT = '2026-03-01T20:30:00.250Z';
/** In the zone of the database. */
const STORED = dialect === 'mysql' ? '2026-03-02 04:30:00.250' : '2026-03-01 20:30:00.250 +00:00';

beforeAll(async () => {
  database = await createTestDatabase();
  office = await ticketOffice(database);
  describeModel(office.Ticket, {
    root: true,
    searchable: ['code', 'startsAt', 'soldOn', 'createdAt'],
    collections: { guests: { embed: true } },
  });
  describeModel(office.Guest, { searchable: ['name', 'arrivedAt'], exclude: ['ticket'] });
  await prepare(database.url, [
    `INSERT INTO tickets (code, starts_at, sold_on, opens_at, created_at, updated_at)
      VALUES ('OLD', '${STORED}', '2026-03-02', '18:00:00', '${STORED}', '${STORED}')`,
    `INSERT INTO guests (name, ticket_id, arrived_at) SELECT 'Eve', id, '${STORED}' FROM tickets`,
  ]);
  served = await serve([office.Ticket, office.Guest], { database, properties: { 'hbm2ddl.auto': 'validate' } });
});
afterAll(async () => {
  await served.stop();
  await office.close();
  await database.drop();
});

const request = (...args: Parameters<Served['request']>) => served.request(...args);
const sold = (code: string, startsAt: string) =>
  request('POST', '/tickets', { code, starts_at: startsAt, sold_on: '2026-03-02', guests: [{ arrived_at: startsAt }] });

/** The text of a column, as it is stored. */
async function storedText(code: string, column = 'starts_at'): Promise<string> {
  const text = dialect === 'mysql' ? `CAST(${column} AS CHAR)` : column;
  const [rows] = await office.sequelize.query(`SELECT ${text} AS text FROM tickets WHERE code = '${code}'`);
  return (rows as [{ text: string }])[0].text;
}

describe(`A schema with times in the zone ${ZONE}, without foreign keys and with triggers`, () => {
  it('has rows whose times are the same in both applications', async () => {
    const { body } = await request('GET', '/tickets?code=OLD');
    const [old] = await office.tickets();

    expect(body[0]).toMatchObject({
      starts_at: STARTS_AT,
      created_at: STARTS_AT,
      sold_on: '2026-03-02',
      opens_at: '18:00:00',
      guests: [{ name: 'Eve', arrived_at: STARTS_AT }],
    });
    expect(old).toMatchObject({
      startsAt: STARTS_AT,
      createdAt: STARTS_AT,
      soldOn: '2026-03-02',
      opensAt: '18:00:00',
      guests: [{ name: 'Eve', arrivedAt: STARTS_AT }],
    });
  });

  it('stores new rows in that zone, whoever writes them', async () => {
    const before = Date.now();
    const { status, body } = await sold('NEW', STARTS_AT);
    await office.Ticket.create({ code: 'OWN', startsAt: new Date(STARTS_AT) });

    expect({ status, body }).toMatchObject({
      status: 201,
      body: { starts_at: STARTS_AT, sold_on: '2026-03-02', guests: [{ arrived_at: STARTS_AT }] },
    });
    expect(await Promise.all(['OLD', 'NEW', 'OWN'].map((code) => storedText(code)))).toEqual([STORED, STORED, STORED]);
    const createdAtMs = Date.parse(body.created_at);
    expect([createdAtMs >= before - 1, createdAtMs <= Date.now()]).toEqual([true, true]);
    const old = (await office.tickets()).find(({ code }) => code === 'NEW');
    expect(old).toMatchObject({ startsAt: STARTS_AT, createdAt: body.created_at });
    expect((await request('GET', `/tickets/${body.id}`)).body.created_at).toBe(body.created_at);
  });

  it('runs the triggers, whose times are in that zone too', async () => {
    const before = Date.now();
    const { body } = await sold('TRIGGERED', STARTS_AT);
    const log = await office.Log.findOne({ where: { note: 'sold TRIGGERED' }, rejectOnEmpty: true });

    expect((await request('GET', `/tickets/${body.id}`)).body.shelf).toBe('shelf TRIGGERED');
    const loggedAt = (log.get('loggedAt') as Date).getTime();
    expect([loggedAt >= before - 1, loggedAt <= Date.now()]).toEqual([true, true]);
  });

  it('is searched, sorted and paged by instants', async () => {
    for (const hour of ['21', '22', '23']) await sold(`PAGE${hour}`, `2026-04-01T${hour}:30:00.125Z`);
    const codes = async (query: string) => {
      const { status, body } = await request('GET', `/tickets?${query}`);
      return { status, codes: body.map(({ code }: { code: string }) => code) };
    };

    expect(await codes('starts_at=2026-04-01T22:30:00.125Z')).toEqual({ status: 200, codes: ['PAGE22'] });
    expect(await codes('starts_at=2026-04-02T06:30:00.125%2B08:00')).toEqual({ status: 200, codes: ['PAGE22'] });
    expect(await codes('starts_at[gt]=2026-04-01T21:30:00.125Z&sort=-starts_at')).toEqual({
      status: 200,
      codes: ['PAGE23', 'PAGE22'],
    });
    const all: string[] = [];
    const first = '/tickets?starts_at[gte]=2026-04-01T00:00:00Z&sort=starts_at&per_page=1&after=';
    for (let path: string | undefined = first; path; ) {
      const page = await request('GET', path);
      all.push(...page.body.map(({ code }: { code: string }) => code));
      path = linksOf(page).next;
    }
    expect(all).toEqual(['PAGE21', 'PAGE22', 'PAGE23']);
  });

  it('is updated and deleted', async () => {
    const { body } = await sold('CHANGED', STARTS_AT);
    const path = `/tickets/${body.id}`;
    const [{ id }] = body.guests;
    const changes = { starts_at: '2026-05-01T00:00:00.000Z', guests: [{ id, arrived_at: '2026-05-01T00:00:01.000Z' }] };
    const updated = await request('PUT', path, changes);

    expect(updated).toMatchObject({ status: 200, body: changes });
    expect((await request('GET', path)).body).toEqual(updated.body);
    expect(Date.parse(updated.body.updated_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at));
    expect(await request('PUT', path, (await request('GET', path)).body)).toMatchObject({ status: 200 });
    const before = Date.now();
    expect(await request('DELETE', path)).toMatchObject({ status: 204 });
    expect(await request('GET', path)).toMatchObject({ status: 404 });
    const deleted = await office.Ticket.findOne({ where: { code: 'CHANGED' }, paranoid: false, rejectOnEmpty: true });
    expect(Math.abs((deleted.get('deletedAt') as Date).getTime() - before)).toBeLessThan(5000);
  });
});
