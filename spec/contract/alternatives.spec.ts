import { BelongsTo, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, Hidden, type Ref, Searchable } from '../../lib';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { Scope, Secure } from '../../lib/security';
import { IntegerColumn, KeyOf, RequiredString, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@Table({ tableName: 'talks' })
class Talk extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;
  @Searchable @IntegerColumn declare minutes: number | null;
  @KeyOf(() => Event) declare eventId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'halls' })
@Scope((principal) => (principal?.name.includes('hall.all') ? undefined : { name: 'East' }))
class Hall extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'events' })
@Scope((principal) => (principal?.name.includes('draft.read') ? undefined : { is_draft: false }))
class Event extends BaseDomain {
  @Searchable @RequiredString(80) declare title: string;
  @Searchable @Column(DataType.ENUM('planned', 'open', 'over')) declare status: string | null;
  @Searchable @Column(DataType.DECIMAL(10, 2)) declare price: string | null;
  @Searchable @Column(DataType.DATE(3)) declare startsAt: Date | null;

  /** Fields named like query parameters. */
  @Searchable @IntegerColumn declare count: number | null;
  @Searchable @StringColumn(10) declare or: string | null;
  @Secure({ method: 'GET', permissions: ['cost.read'] }) @Searchable @IntegerColumn declare cost: number | null;
  @Hidden @StringColumn(10) declare vault: string | null;
  @Searchable @Column(DataType.BOOLEAN) declare isDraft: boolean;
  @KeyOf(() => Hall) declare hallId: EntityId | null;
  @BelongsTo(() => Hall) declare hall: Ref<Hall> | null;
  @HasMany(() => Talk) declare talks: Talk[];
}

const lines: string[] = [];

class EventsApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger: { info: (line) => lines.push(line), warn: () => undefined, error: () => undefined } });
  }
}

const served = useServed([Talk, Hall, Event], {
  Class: EventsApplication,
  authenticators: [namedByHeader],
  authorizer: permittedByName,
});

beforeAll(async () => {
  const [east, west] = [await new Hall({ name: 'East' }).persist(), await new Hall({ name: 'West' }).persist()];
  await Event.bulkCreate([
    {
      id: 1,
      title: 'A',
      status: 'planned',
      price: '10.00',
      count: 3,
      or: 'x',
      cost: 1,
      isDraft: false,
      hallId: east.id,
    },
    { id: 2, title: 'B, or (so): 100%', status: 'open', price: '99.50', cost: 2, isDraft: false, hallId: west.id },
    { id: 3, title: 'C', status: 'over', price: '200.00', startsAt: new Date('2026-01-31T10:00:00Z'), isDraft: false },
    { id: 4, title: 'D', isDraft: false, count: 7 },
    { id: 5, title: 'E', status: 'open', price: '200.00', isDraft: true, hallId: east.id },
  ]);
  await Talk.bulkCreate([
    { title: 'one', minutes: 60, eventId: 1 },
    { title: 'two', minutes: 20, eventId: 1 },
    { title: 'two', minutes: 90, eventId: 2 },
    { title: 'six', eventId: 5 },
  ]);
});

const get = (path: string, ...permissions: string[]): Promise<ApiResponse> =>
  served.request('GET', path, undefined, holding(...permissions));

/** @param or the value of the parameter, in which values are already encoded; it is encoded again as a whole */
async function ids(or: string, more = '', ...permissions: string[]): Promise<number[]> {
  const { status, body } = await get(`/events?or=${encodeURIComponent(or)}${more}`, ...permissions);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.map(({ id }: { id: number }) => id);
}

const value = encodeURIComponent;

describe('GET /<resource>?or=(<name>:<value>,…)', () => {
  it.each([
    ['(status:open)', [2]],
    ['(status:open,price[gt]:100)', [2, 3]],
    ['(status[in]:open%2Cover,title:D)', [2, 3, 4]],
    ['(status[null]:true,price[lt]:50)', [1, 4]],
    ['(status[ne]:open,status[ne]:over)', [1, 2, 3, 4]],
    ['(title[like]:*or*,events.title:D)', [2, 4]],
    ['(hall.name:East,title:C)', [1, 3]],
    ['(title:)', []],
  ])('finds entities that meet one of the conditions: %s', async (or, expected) => {
    expect(await ids(or)).toEqual(expected);
  });

  it('is combined by AND with other parameters and further alternatives', async () => {
    expect(await ids('(status:open,price[gt]:100)', '&title=C')).toEqual([3]);
    expect(await ids('(status:open,price[gt]:100)', `&or=${value('(title:C,title:D)')}`)).toEqual([3]);
    expect(await ids('(status:open,price[gt]:100)', '&sort=-price')).toEqual([3, 2]);
    expect((await get(`/events?or=${value('(title:A,title:D)')}&page=2&per_page=1`)).body).toMatchObject({
      total: 2,
      count: 1,
    });
  });

  it('matches each condition separately: different children may meet them', async () => {
    expect(await ids('(talks.title:one,talks.minutes[gt]:80)')).toEqual([1, 2]);
    expect(await ids('(talks.title:one,title:D)', '&talks.minutes=60')).toEqual([1]);
    const { body } = await get(`/events/1/talks?or=${value('(title:one,talks.minutes:20)')}`);
    expect(body).toHaveLength(2);
  });

  it('decodes a value twice, so that it may contain the separators', async () => {
    expect(await ids(`(title:${value('B, or (so): 100%')},title:D)`)).toEqual([2, 4]);
    expect(await ids('(title:B%2C%20or%20%28so%29%3A%20100%25,title:D)')).toEqual([2, 4]);
    // A colon does not end a value.
    expect(await ids('(starts_at:2026-01-31T10:00:00Z,title:D)')).toEqual([3, 4]);
    expect(await ids(`(starts_at:${value('2026-01-31T11:00:00+01:00')},title:D)`)).toEqual([3, 4]);
    expect(
      (await get('/events?or=(title:D,title:C)&or=(starts_at:2026-01-31T11:00:00+01:00,title:A)')).body,
    ).toHaveLength(1);
  });

  it('filters the entity of a read by key', async () => {
    const open = value('(status:open,price[gt]:100)');

    expect((await get(`/events/2?or=${open}`)).status).toBe(200);
    expect((await get(`/events/1?or=${open}`)).status).toBe(404);
    const several = await get(`/events/1,2,3?or=${open}`);
    expect([several.body.length, several.headers.get('Missing-Ids')]).toEqual([2, '1']);
  });

  it('runs one query, with one subquery for all conditions on a collection', async () => {
    const or = '(talks.title:one,talks.title:two,talks.minutes:90,title:D)';
    const [statement, ...others] = await statementsOf(Event, () => ids(or, '', 'draft.read'));

    expect(others).toEqual([]);
    expect(statement!.match(/SELECT/g)).toHaveLength(2);
  });

  it.each([
    ['', 'or is "", which is not in parentheses'],
    ['status:open', 'is not in parentheses'],
    ['()', 'or has the condition ""'],
    ['(status:open,)', 'or has the condition ""'],
    ['(status)', 'or has the condition "status"'],
    ['(:open)', 'or has the condition ":open"'],
    ['((title:a,title:b))', 'or names "(title"'],
    ['(title:100%)', 'is not percent-encoded'],
    ['(title:%ff)', 'is not percent-encoded'],
    ['(colour:red)', 'or names "colour", which is not a searchable field'],
    ['(vault:x)', 'or names "vault"'],
    ['(or:x)', 'or names "or"'],
    ['(sort:x)', 'or names "sort"'],
    ['(status[is]:open)', 'Unknown operator "is" of status[is]'],
    ['(title[:x)', 'or names "title["'],
    ['(status:new)', 'In or, status has the value "new", which must be one of'],
    ['(price:x)', 'In or, price has the value "x", which must be a decimal number'],
    ['(is_draft[gt]:true)', 'true and false have no order'],
    [`(${Array.from({ length: 101 }, () => 'title:a').join()})`, 'at most 100 values'],
  ])('responds 400 that names the invalid part: or=%s', async (or, detail) => {
    const { status, body } = await get(`/events?or=${encodeURIComponent(or)}`);

    expect({ status, ...body }).toMatchObject({
      status: 400,
      parameter: 'or',
      detail: expect.stringContaining(detail),
    });
  });

  it('counts its values towards the limit of the whole query', async () => {
    const half = value(`(${Array.from({ length: 50 }, () => 'title:D').join()})`);

    expect((await get(`/events?or=${half}&or=${half}`)).status).toBe(200);
    expect((await get(`/events?or=${half}&or=${half}&title=D`)).status).toBe(400);
  });

  it('is rejected on writes', async () => {
    const { status, body } = await served.request('DELETE', `/events/1?or=${value('(title:x)')}`);

    expect({ status, ...body }).toMatchObject({ status: 400, parameter: 'or' });
  });

  it('searches no field that the request may not read', async () => {
    expect((await get(`/events?or=${value('(title:A,cost:2)')}`)).status).toBe(403);
    expect(await ids('(title:A,cost:2)', '', 'cost.read')).toEqual([1, 2]);
    expect((await get(`/events?or=${value('(title:A,vault:x)')}`, 'cost.read')).status).toBe(400);
  });

  it('finds no row out of scope, neither of its own class nor of associated classes', async () => {
    expect(await ids('(is_draft:true,is_draft:false)')).toEqual([1, 2, 3, 4]);
    expect(await ids('(title:E,talks.title:six)')).toEqual([]);
    expect(await ids('(title:E)', '', 'draft.read')).toEqual([5]);
    expect(await ids('(hall.name[like]:*)')).toEqual([1]);
    expect(await ids('(hall.name[like]:*)', '', 'hall.all')).toEqual([1, 2]);
    expect((await get(`/events/5?or=${value('(is_draft:true,title:E)')}`)).status).toBe(404);
  });
});

describe('A field named like a query parameter', () => {
  it('is searched with the prefix, also in alternatives, and the start logs so', async () => {
    expect((await get('/events?events.count=3')).body).toMatchObject([{ id: 1 }]);
    expect((await get('/events?events.or=x&events.count[gt]=2')).body).toMatchObject([{ id: 1 }]);
    expect(await ids('(events.or:x,events.count[gte]:7)')).toEqual([1, 4]);
    expect((await get('/events?count=3&page=1')).body.detail).toBe(
      'count must be none, and is "3". The field is searched by events.count.',
    );
    expect(lines.filter((line) => /prefix/.test(line))).toEqual([
      'These fields are searched with a prefix, because their names alone are other query parameters: events.count, events.or.',
    ]);
  });
});
