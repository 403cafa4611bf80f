import Joi from 'joi';
import { Column, DataType, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, EntityKey, type Exposure, Large, Searchable } from '../../../lib';
import { KINDS } from '../../../lib/cli/generated-tests/kinds';
import type { TestPlace } from '../../../lib/cli/generated-tests/test-place';
import { RequiredString, StringColumn } from '../../support/columns';
import { CLUB } from '../../support/domain/club';
import { FILING } from '../../support/domain/filing';
import { shop } from '../../support/domain/shop';
import { unusualModels } from '../../support/domain/unusual-models';
import { workbenches } from '../../support/domain/workbenches';
import { bodyOf, testPlaces, titlesOf } from '../../support/test-places';

/** An aggregate root with an action, and with these operations. */
function gauges(exposure: Partial<Exposure>) {
  @AggregateRoot(exposure)
  @Table({ tableName: 'gauges' })
  class Gauge extends BaseDomain {
    @Unique @RequiredString(20) declare code: string;
    @Searchable @StringColumn(20) declare label: string | null;

    @Action({ value: 'reset' })
    reset(): void {
      this.label = null;
    }
  }
  return [Gauge];
}

@AggregateRoot
@Table({ tableName: 'signals' })
class Signal extends BaseDomain {
  @EntityKey @Unique @RequiredString(8) declare code: string;
  @RequiredString(8) declare class: string;
  @Searchable @Column(DataType.FLOAT) declare level: number | null;
  @Column(DataType.JSON) declare data: unknown;
  @Column(DataType.UUID) declare token: string | null;
  @Large({ mediaType: 'audio/wav' }) @Column(DataType.BLOB('medium')) declare sound: Buffer | null;

  @Action({ value: 'send' })
  send(volume: number, receiver: string, isUrgent: boolean, at: Date): void {
    this.class = `${receiver} ${volume} ${isUrgent} ${at}`;
  }

  @Action({ value: 'route', schema: Joi.object({ stations: Joi.array().items(Joi.string()).min(2) }) })
  route(stations: string[]): void {
    this.class = stations.join();
  }

  /** Returns the signal itself. */
  @Action({ value: 'mute' })
  mute(): Signal {
    return this;
  }
}

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

const allTests = (place: TestPlace | undefined) => Object.values(KINDS).flatMap((kind) => kind(place!));

describe('The generated tests of a root without an operation', () => {
  it.each([
    ['create', 'POST', 'client.post('],
    ['read', 'GET', 'client.get('],
    ['delete', 'DELETE', 'client.delete('],
  ])('do not use it: %s', async (flag, method, call) => {
    const { '/gauges': place } = await testPlaces(gauges({ [flag]: false }));
    const tests = allTests(place);

    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter(({ title }) => title.startsWith(method))).toEqual([]);
    expect(tests.filter(({ body }) => body.includes(call))).toEqual([]);
  });

  it('do not use it: update', async () => {
    const { '/gauges': place } = await testPlaces(gauges({ update: false }));
    const puts = allTests(place).filter(({ title, body }) => title.startsWith('PUT') || body.includes('client.put('));

    expect(puts.map(({ title }) => title)).toEqual([
      'PUT …/reset acts on the entity in the path, or is rejected and changes nothing',
      'PUT …/reset with the key of a deleted entity returns 404',
      'PUT …/reset with an unknown argument returns 422 and changes nothing',
    ]);
  });

  it('have no suite if only actions remain', async () => {
    const none = { create: false, read: false, update: false, delete: false };

    expect(await testPlaces(gauges(none))).toEqual({});
  });

  it('check a write by its response if entities cannot be read', async () => {
    const { '/gauges': place } = await testPlaces(gauges({ read: false }));

    expect(titlesOf('crud', place)).toEqual([
      'POST creates an entity with the values of the payload',
      'PUT updates the entity with the given key',
      'DELETE removes the entity with the given key',
    ]);
    expect(bodyOf('crud', place, 'PUT updates the entity with the given key')).toContain(
      "expect(response.body).toMatchObject(app.representation('Gauge', changes));",
    );
    expect(titlesOf('model', place)).toEqual([]);
    expect(titlesOf('selection', place)).toEqual([]);
  });
});

describe('The generated crud tests', () => {
  it.each([
    ['a child is deleted', 'DELETE also deletes the order_items of the entity, and no others', true],
    ['a child that is a root stays', 'DELETE also deletes the payments of the entity, and no others', false],
    [
      'a child that is a root prevents it',
      'DELETE returns 409 and deletes nothing while the entity has payments',
      true,
    ],
    ['a many-to-many child stays', 'DELETE also deletes the tags of the entity, and no others', false],
  ])('follow the deletes of the model: %s', async (_, title, isGenerated) => {
    const { '/orders': place } = await testPlaces(shop);

    expect(titlesOf('crud', place).includes(title)).toBe(isGenerated);
  });

  it('leave out cascades to the class itself, which have no fixed number of rows', async () => {
    const { '/people': people } = await testPlaces(unusualModels);

    expect(titlesOf('crud', people).filter((title) => title.startsWith('DELETE'))).toEqual([
      'DELETE removes the entity with the given key',
    ]);
  });

  it('delete no many-to-many child, since a DELETE only removes its link', async () => {
    const places = await testPlaces(shop);

    expect(titlesOf('crud', places['/orders/{order_id}/tags']).filter((title) => /DELETE/.test(title))).toEqual([]);
    expect(titlesOf('crud', places['/tags'])).toContain('DELETE removes the entity with the given key');
  });

  it('check hidden and write-only members in every response', async () => {
    const { '/orders': orders, '/tags': tags } = await testPlaces(shop);

    const body = bodyOf('crud', orders, 'no response contains internal_notes, gift_code');

    expect(body).toContain(
      "for (const hidden of ['internal_notes', 'gift_code']) expect(shown).not.toHaveProperty(hidden);",
    );
    expect(titlesOf('crud', tags).filter((title) => title.startsWith('no response'))).toEqual([]);
  });

  it('store a child of another parent too, which the list of this parent does not contain', async () => {
    const { '/orders/{order_id}/order_items': place } = await testPlaces(shop);

    expect(bodyOf('crud', place, 'GET lists only the children of this parent')).toContain(
      "await app.create('OrderItem');",
    );
  });

  it('create a child with a payload for the collection of its parent', async () => {
    const { '/orders/{order_id}/order_items': place } = await testPlaces(shop);

    expect(bodyOf('crud', place, 'POST creates an entity with the values of the payload')).toContain(
      "app.payloadIn(order, 'orderItems')",
    );
    expect(bodyOf('errors', place, 'POST without %s returns 422 and creates nothing')).toContain(
      "app.payloadIn(order, 'orderItems', { [name]: undefined })",
    );
  });
});

describe('The generated tests of a one-to-one child', () => {
  it('create it by PUT, and use its path without a key', async () => {
    const { '/workbenches/{id}/lamp': lamp } = await testPlaces(workbenches);

    expect(titlesOf('crud', lamp)).toEqual([
      'GET returns 404 before the entity exists',
      'PUT creates the entity, and GET returns it',
      'DELETE removes the entity',
    ]);
    expect(allTests(lamp).filter(({ body }) => body.includes('app.at(path'))).toEqual([]);
  });

  it.each(Object.keys(KINDS).filter((kind) => kind !== 'crud'))('have none of the kind %s', async (kind) => {
    const { '/workbenches/{id}/lamp': lamp } = await testPlaces(workbenches);

    expect(titlesOf(kind, lamp)).toEqual([]);
  });
});

describe('The generated bulk tests', () => {
  it.each([
    ['report', 'GET of several keys reports the missing ones'],
    ['reject', 'GET of several keys returns 404 when one is missing'],
  ])('follow the configuration of missing keys: %s', async (missing, title) => {
    const { '/gauges': place } = await testPlaces(gauges({}), { settings: { bulk: { missing } } });

    expect(titlesOf('bulk', place).filter((one) => /missing/.test(one))).toEqual([title]);
  });

  it('expect a missing key as the header has it, percent-encoded', async () => {
    const { '/signals': place } = await testPlaces([Signal]);

    expect(bodyOf('bulk', place, 'GET of several keys reports the missing ones')).toContain(
      "expect(response.headers.get('missing-ids')).toBe(encodeURIComponent(String(app.key(deleted))));",
    );
  });

  it('duplicate a unique field, unless it is a key that cannot be changed', async () => {
    const { '/gauges': gauge } = await testPlaces(gauges({}));
    const { '/signals': signal } = await testPlaces([Signal]);
    const duplicating = (place: TestPlace | undefined) =>
      titlesOf('bulk', place).filter((one) => /duplicate/.test(one));

    expect(duplicating(gauge)).toEqual([
      'POST of a list with a duplicate code creates nothing',
      'PUT of several keys changes nothing when it would duplicate code',
    ]);
    expect(duplicating(signal)).toEqual(['POST of a list with a duplicate code creates nothing']);
  });

  it('set no unique field to the same value on several entities', async () => {
    const { '/tags': tags } = await testPlaces(shop);

    expect(titlesOf('bulk', tags)).not.toContain('PUT of several keys updates those entities only');
  });

  it('expect the path of a violation in a list to start with its index', async () => {
    const { '/products': place } = await testPlaces(shop);

    expect(bodyOf('bulk', place, 'POST of a list with an invalid element creates nothing')).toContain(
      "toHaveFieldError('[1].name')",
    );
  });
});

describe('The generated search and selection tests', () => {
  it('search by searchable fields with exact values only, and not by floats', async () => {
    const { '/signals': signal } = await testPlaces([Signal]);
    const { '/gauges': gauge } = await testPlaces(gauges({}));

    expect(titlesOf('search', signal)).toEqual(['GET ?sort=-code is the reverse of ?sort=code']);
    expect(KINDS.search!(gauge!)[0]!.each).toEqual({ rows: ["'label'"], parameters: 'name' });
  });

  it('search for parents by fields of one-to-many children only', async () => {
    const { '/orders': orders } = await testPlaces(shop);
    const { '/clubs': clubs } = await testPlaces(CLUB);
    const below = (place: TestPlace | undefined) =>
      titlesOf('search', place).filter((title) => title.includes('child'));

    expect(below(orders)).toEqual(['GET ?order_items.sku=… returns only entities with a matching child']);
    expect(below(clubs)).toEqual(['GET ?teams.name=… returns only entities with a matching child']);
  });

  it('expand no one-to-one child and no class of the path', async () => {
    const bench = await testPlaces(workbenches);
    const { '/categories': category } = await testPlaces(shop);
    const expanding = (place: TestPlace | undefined) =>
      titlesOf('selection', place).filter((one) => /expand/.test(one));

    expect(expanding(bench['/workbenches'])).toEqual([
      'GET ?expand=tools shows the tools',
      'GET ?expand=carpenters shows the carpenters',
    ]);
    expect(expanding(category)).toEqual([]);
  });

  it('compare a field whose name is a word of the language', async () => {
    const { '/signals': place } = await testPlaces([Signal]);

    const body = bodyOf('selection', place, 'GET ?include=class returns only that field');

    expect(body).toContain("const { class: value } = app.representation('Signal', entity);");
    expect(body).toContain('expect(response.body).toEqual({ class: value });');
  });
});

describe('The generated action tests', () => {
  it('send an argument of each declared type', async () => {
    const { '/signals': place } = await testPlaces([Signal]);
    const title = 'PUT …/send acts on the entity in the path, or is rejected and changes nothing';

    expect(bodyOf('actions', place, title)).toContain(
      "/send`, { volume: 1, receiver: 'sample', is_urgent: true, at: '2026-01-31T08:30:00Z' });",
    );
  });

  it('only reject unknown arguments when no valid argument is known', async () => {
    const { '/signals': place } = await testPlaces([Signal]);

    expect(titlesOf('actions', place).filter((title) => title.includes('/route'))).toEqual([
      'PUT …/route with an unknown argument returns 422 and changes nothing',
    ]);
  });

  it('reject an action on a child with the key of another root in the path', async () => {
    const places = await testPlaces(CLUB);
    const isOfOther = (title: string) => title.includes('the key of another');

    expect(titlesOf('actions', places['/clubs/{club_id}/teams']).filter(isOfOther)).toEqual([
      'PUT …/promote with the key of another Club in the path returns 404 and changes nothing',
    ]);
    expect(titlesOf('actions', places['/clubs']).filter(isOfOther)).toEqual([]);
  });

  it.each([
    ['/clubs', 'rename', 'club.put'],
    ['/clubs', 'close', 'club.close'],
    ['/clubs/{club_id}/teams', 'promote', 'club.get, teams.get, team.promote, club.vote'],
  ])('require the permissions of the action: %s %s', async (title, action, permissions) => {
    const places = await testPlaces(CLUB);

    expect(titlesOf('actions', places[title])).toContain(`PUT …/${action} requires ${permissions}`);
  });
});

describe('The generated error tests', () => {
  it('send a wrong type for each field, except where every value is accepted', async () => {
    const { '/signals': place } = await testPlaces([Signal]);
    const wrong = KINDS.errors!(place!).find(({ title }) => title.startsWith('POST with %s'))!;

    expect(wrong.each?.rows).toEqual(["['code', 5]", "['class', 5]", "['level', 'no such value']", "['token', 5]"]);
  });

  it('omit each required field, but no field with a default', async () => {
    const { '/orders': place } = await testPlaces(shop);
    const { '/clubs': club } = await testPlaces(CLUB);
    const without = (one: TestPlace | undefined) => KINDS.errors!(one!).find(({ title }) => /without/.test(title));

    expect(without(place)?.each?.rows).toEqual(["'code'"]);
    expect(without(club)).toBeUndefined();
  });

  it.each([
    [
      '/orders/{order_id}/order_items',
      'requests with the key of another Order in the path return 404 and change nothing',
    ],
    [
      '/categories/{category_id}/children',
      'requests with the key of another Category in the path return 404 and change nothing',
    ],
  ])('use the path of another parent: %s', async (path, title) => {
    const places = await testPlaces(shop);

    expect(titlesOf('errors', places[path])).toContain(title);
  });

  it('replace only the root in the path of a grandchild', async () => {
    const { '/orders/{order_id}/order_items/{order_item_id}/shipments': place } = await testPlaces(shop);
    const title = 'requests with the key of another Order in the path return 404 and change nothing';

    expect(bodyOf('errors', place, title)).toContain(
      "app.at(path, entity).replace(app.at('/orders', order), app.at('/orders', otherRoot))",
    );
  });
});

describe('The generated permission tests', () => {
  it('require each permission of the path and of the operation', async () => {
    const { '/clubs/{club_id}/teams/{team_id}/players': players } = await testPlaces(CLUB);

    expect(titlesOf('permissions', players)).toEqual([
      'POST (create) requires club.get, teams.get, players.post',
      'GET (list) requires club.get, teams.get, players.get',
      'GET (read) requires club.get, teams.get, players.get',
      'PUT (update) requires club.get, teams.get, players.put',
      'DELETE (delete) requires club.get, teams.get, players.delete',
      'A client that may only read is refused POST (create), PUT (update), PATCH (update), DELETE (delete)',
    ]);
  });

  it('send every protected write of children with the permissions to read them', async () => {
    const { '/folders/{folder_id}/pages': pages } = await testPlaces(FILING);
    const writes = 'POST (create), PUT (update), PATCH (update), DELETE (delete), PUT (restore)';

    expect(titlesOf('permissions', pages)).toContain('POST (create) requires folder.get, folder.put');
    expect(bodyOf('permissions', pages, `A client that may only read is refused ${writes}`).trim()).toBe(
      `
const entity = await add();
const reader = clientWith(['folder.get']);
const before = await app.rows();

expect(await reader.send('POST', path, { body: {} })).toBeProblem(403);
expect(await reader.send('PUT', app.at(path, entity), { body: {} })).toBeProblem(403);
expect(await reader.send('PATCH', app.at(path, entity), { body: {} })).toBeProblem(403);
expect(await reader.send('DELETE', app.at(path, entity))).toBeProblem(403);
expect(await reader.send('PUT', app.at(path, entity) + '/restore')).toBeProblem(403);
expect(await app.rows()).toEqual(before);`.trim(),
    );
  });

  it.each([
    ['POST (create) requires club.post', 'const target = path;'],
    ['GET (list) requires club.get', 'const target = path;'],
    ['PUT (update) requires club.put', 'const target = app.at(path, await add());'],
    ['GET (read) requires club.get', 'const body = undefined;'],
    ['PUT (update) requires club.put', "const body = app.changes('Club');"],
    ['POST (create) requires club.post', "const body = await app.payload('Club');"],
  ])('send a request that only the permissions can reject: %s, %s', async (title, line) => {
    const { '/clubs': place } = await testPlaces(CLUB);

    expect(bodyOf('permissions', place, title)).toContain(line);
  });

  it('have none for a model without permissions', async () => {
    const { '/orders': place } = await testPlaces(shop);

    expect(titlesOf('permissions', place)).toEqual([]);
  });
});

describe('The generated tests of conditional and repeated requests', () => {
  it.each([
    ['off', []],
    ['optional', ['PUT with an outdated ETag returns 412 and changes nothing', 'PUT with the current ETag succeeds']],
  ])('follow the configuration of If-Match: %s', async (ifMatch, titles) => {
    const { '/gauges': place } = await testPlaces(gauges({ delete: false }), {
      settings: { concurrency: { ifMatch } },
    });

    expect(titlesOf('concurrency', place)).toEqual(titles);
  });

  it('use the ETag of each path of a root without a version', async () => {
    const { '/tickets': place, '/tickets/{ticket_id}/notes': notes } = await testPlaces(unusualModels);
    const titles = [
      'PUT with an outdated ETag returns 412 and changes nothing',
      'PUT with the current ETag succeeds',
      'DELETE with an outdated ETag returns 412 and deletes nothing',
    ];

    expect([titlesOf('concurrency', place), titlesOf('concurrency', notes)]).toEqual([titles, titles]);
  });

  it('compare the ETag of the root after a write of a child', async () => {
    const { '/orders/{order_id}/order_items/{order_item_id}/shipments': place } = await testPlaces(shop);

    expect(titlesOf('concurrency', place)).toEqual([
      'POST changes the ETag of the Order',
      'PUT changes the ETag of the Order',
      'DELETE changes the ETag of the Order',
    ]);
  });

  it.each([
    ['off', 0],
    ['optional', 2],
  ])('follow the configuration of Idempotency-Key: %s', async (key, count) => {
    const settings = { idempotency: { key } };
    const { '/gauges': place } = await testPlaces(gauges({}), { settings });
    const { '/gauges': uncreated } = await testPlaces(gauges({ create: false }), { settings });

    expect(titlesOf('idempotency', place)).toHaveLength(count);
    expect(titlesOf('idempotency', uncreated)).toEqual([]);
  });
});

describe('The generated random walk', () => {
  it('is generated for roots that can be created and listed, and not for their collections', async () => {
    const places = await testPlaces(shop);
    const { '/gauges': uncreated } = await testPlaces(gauges({ create: false }));
    const walking = Object.values(places).filter((place) => titlesOf('model', place).length > 0);

    expect(walking.map(({ title }) => title)).toEqual([
      '/products',
      '/payments',
      '/orders',
      '/tags',
      '/categories',
      '/countries',
    ]);
    expect(titlesOf('model', uncreated)).toEqual([]);
  });
});
