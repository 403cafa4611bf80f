import { ForeignKey, HasMany, HasOne, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Application, BaseDomain, ConflictException, RenamedFrom, Searchable } from '../../lib';
import { IntegerColumn, RequiredInteger, RequiredString, StringColumn } from '../support/columns';
import { documentOf, sourceOf } from '../support/document-of';
import { tagOf } from '../support/entity-tags';
import { useServed } from '../support/serve-shop';

const UNTIL = { until: '2097-06-30', since: '2026-11-01' };
const SINCE = `@${Date.parse('2026-11-01T00:00:00Z') / 1000}`;
const BATCH = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };

/** Its collection has the name of its resource, and two of its fields have, or had, that of a parameter. */
@AggregateRoot
@Table({ tableName: 'renaming_halls' })
class Hall extends BaseDomain {
  @Searchable @RenamedFrom('page', UNTIL) @RequiredInteger declare number: number;
  @Searchable @RenamedFrom('leaf', UNTIL) @IntegerColumn declare count: number | null;
  @RenamedFrom('wings', UNTIL) @HasMany(() => Wing) declare halls: Wing[];
  @RenamedFrom('crest', UNTIL) @HasOne(() => Badge) declare badge: Badge | null;

  @Action({ value: 'close' })
  async close(): Promise<void> {
    throw new ConflictException('It never closes.');
  }
}

@Table({ tableName: 'renaming_wings' })
class Wing extends BaseDomain {
  @Searchable @RenamedFrom('label', UNTIL) @RequiredString(20) declare title: string;
  @ForeignKey(() => Hall) declare hallId: number;
  @RenamedFrom('cells', UNTIL) @HasMany(() => Room) declare rooms: Room[];
}

@Table({ tableName: 'renaming_rooms' })
class Room extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @ForeignKey(() => Wing) declare wingId: number;
}

@Table({ tableName: 'renaming_badges' })
class Badge extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @ForeignKey(() => Hall) declare hallId: number;
}

@AggregateRoot({ concurrency: 'required' })
@Table({ tableName: 'renaming_gates' })
class Gate extends BaseDomain {
  @RenamedFrom('size', UNTIL) @IntegerColumn declare width: number | null;
}

let id: number;
let wing: number;

const served = useServed([Hall, Wing, Room, Badge, Gate], { Class: Application });
const { request } = served;
beforeEach(async () => {
  await Hall.destroy({ where: {}, transaction: null });
  const created = await request('POST', '/halls', { number: 7, count: 3, halls: [{ title: 'east' }] });
  id = created.body.id;
  wing = created.body.halls[0].id;
});

const batch = (steps: readonly object[]) => request('PATCH', `/halls/${id}`, { steps }, BATCH);
const found = async (query: string) => (await request('GET', `/halls?${query}`)).body.length;

describe('An old name in a query', () => {
  it('is read in `or` also if it is percent-encoded twice, as the values are', async () => {
    expect(await found('or=(le%2561f:8,wings.l%2561bel:east)')).toBe(1);
    expect(await found('or=(wings.label%255Blike%255D:ea*)')).toBe(1);
    expect(await found('or=(wings.label%5Blike%5D:we*)')).toBe(0);
    const malformed = await request('GET', '/halls?or=(wings.label%25E4:x)');
    expect([malformed.status, malformed.body.detail]).toEqual([400, expect.stringContaining('not percent-encoded')]);
  });

  it('is read in lists of names, in the class that the names before it lead to', async () => {
    const { body } = await request('GET', `/halls/${id}?include=id,%20wings.label`);

    expect(body).toEqual({ id, halls: [{ title: 'east', label: 'east' }], wings: [{ title: 'east', label: 'east' }] });
    const same = await request('GET', `/halls/${id}?include=id,halls.label`);
    expect(same.body).toEqual(body);
    expect((await request('GET', '/halls?sort=-page,%20leaf')).status).toBe(200);
  });

  it('that is now the name of a parameter has the meaning of the parameter, and that of the field with the prefix', async () => {
    const page = await request('GET', '/halls?page=1');

    expect(page.body).toMatchObject({ page: 1, total: 1 });
    expect(await found('halls.page=7')).toBe(1);
    expect(await found('halls.page[gt]=7')).toBe(0);
  });

  it('needs no prefix if only the new name is that of a parameter', async () => {
    expect(await found('leaf=3')).toBe(1);
    expect(await found('leaf[gt]=3')).toBe(0);
    expect(await found('or=(leaf:4,leaf[lt]:4)')).toBe(1);
  });

  it('is in the documents with the prefix if it is the name of a parameter', () => {
    const { parameters = {} } = documentOf(sourceOf(served.application)).components;
    const names = Object.values(parameters).map(({ name, deprecated }) => (deprecated ? name : ''));

    expect(names.filter(Boolean)).toEqual(expect.arrayContaining(['halls.page', 'leaf', 'wings.label']));
    expect(names).not.toContain('page');
  });
});

describe('The headers Deprecation and Sunset on responses to errors', () => {
  const deprecated = { deprecation: SINCE, sunset: 'Sun, 30 Jun 2097 23:59:59 GMT' };

  it.each([
    ['404 of an old path', 'GET', '/halls/7777/wings', undefined, 404],
    ['400 of a malformed body at an old path', 'POST', '/halls/1/wings', '{', 400],
    ['415 at an old path', 'PUT', '/halls/1/crest', 'x', 415],
    ['422 of a payload with an old name', 'POST', '/halls', { page: 'x' }, 422],
    ['400 of a query with an old name', 'GET', '/halls?halls.page=x', undefined, 400],
    ['422 with both names', 'POST', '/halls', { page: 1, number: 2 }, 422],
  ])('are on a %s', async (_, method, path, body, status) => {
    const type = body === 'x' ? 'text/html' : 'application/json';
    const response = await request(method, path, body, body === undefined ? {} : { 'Content-Type': type });

    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(deprecated);
  });

  it('are not on errors of requests that use no old name', async () => {
    const responses = [
      await request('GET', '/halls/7777'),
      await request('POST', '/halls', { number: 'x' }),
      await request('PUT', `/halls/${id}/close`),
      await request('GET', '/halls/1/halls/2/nothing'),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 422, 409, 404]);
    expect(responses.filter(({ headers }) => headers.has('deprecation'))).toEqual([]);
  });
});

describe('A batch', () => {
  it('names its steps by old paths too, and has the headers', async () => {
    const { status, body, headers } = await batch([
      { op: 'create', path: 'wings', local_id: 'w', value: { title: 'west' } },
      { op: 'create', path: 'halls/{w}/cells', value: { name: 'a' } },
      { op: 'create', path: `wings/${wing}/rooms`, value: { name: 'b' } },
      { op: 'update', path: 'crest', value: { text: 'c' } },
    ]);

    expect([status, body.steps.map((step: { status: number }) => step.status)]).toEqual([200, [201, 201, 201, 201]]);
    expect([headers.get('deprecation'), headers.has('sunset')]).toEqual([SINCE, true]);
    const { body: hall } = await request('GET', `/halls/${id}?include=halls.title,halls.rooms.name,badge.text`);
    expect(hall.halls).toMatchObject([{ rooms: [{ name: 'b' }] }, { title: 'west', rooms: [{ name: 'a' }] }]);
    expect(hall.badge).toMatchObject({ text: 'c' });
  });

  it('has the headers if a payload or a result has an old name, and on errors of such a step', async () => {
    const shown = await batch([{ op: 'update', path: '', value: { number: 8 } }]);
    const rejected = await batch([{ op: 'update', path: `halls/${wing}`, value: { label: 7 } }]);
    const unused = await batch([{ op: 'delete', path: `halls/${wing}` }]);

    expect([shown.status, shown.headers.get('deprecation')]).toEqual([200, SINCE]);
    expect([rejected.status, rejected.headers.get('deprecation')]).toEqual([422, SINCE]);
    expect([unused.status, unused.headers.has('deprecation')]).toEqual([200, false]);
  });

  it('reads a key that looks like an old name as a key', async () => {
    const { status, body } = await batch([{ op: 'delete', path: 'halls/wings' }]);

    expect([status, body.detail]).toEqual([404, expect.stringContaining('"wings"')]);
  });

  it('rejects malformed steps as without old names', async () => {
    expect((await batch([{ op: 'create', path: 7 }])).body.detail).toContain('"path" is a string');
    expect((await request('PATCH', `/halls/${id}`, { steps: 1 }, BATCH)).status).toBe(400);
  });

  it('needs one If-Match for all steps where it is required', async () => {
    const created = await request('POST', '/gates', { size: 1 });
    const place = `/gates/${created.body.id}`;
    const steps = [{ op: 'update', path: '', value: { size: 2 } }];

    const { status } = await request('PATCH', place, { steps }, { ...BATCH, 'If-Match': tagOf(created) });

    expect([status, (await request('GET', place)).body.width]).toEqual([200, 2]);
    expect((await request('PATCH', place, { steps }, BATCH)).status).toBe(428);
  });
});
