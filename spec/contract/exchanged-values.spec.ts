import 'reflect-metadata';
import { BeforeUpdate, HasMany, Index, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, Collection, Hidden } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { IntegerColumn, KeyOf, RequiredInteger, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

/** Its places are unique within a list, and may be null. */
@Table({ tableName: 'exchange_songs' })
class Song extends BaseDomain {
  @Index({ name: 'one_place', unique: true }) @KeyOf(() => List) declare listId: EntityId;
  @Index({ name: 'one_place', unique: true }) @IntegerColumn declare place: number | null;
  @StringColumn(20) declare title: string | null;
}

/** Its ranks are unique in the whole table, and must not be null. */
@Table({ tableName: 'exchange_prizes' })
class Prize extends BaseDomain {
  @KeyOf(() => List) declare listId: EntityId;
  @Unique @RequiredInteger declare rank: number;
}

/** A hook counts its updates, and keeps a place that is locked. */
@Table({ tableName: 'exchange_stops' })
class Stop extends BaseDomain {
  static updates: unknown[] = [];

  @KeyOf(() => List) declare listId: EntityId;
  @Unique @IntegerColumn declare place: number | null;
  @StringColumn(20) declare state: string | null;
  @Hidden @StringColumn(20) declare note: string | null;

  @BeforeUpdate
  static note(stop: Stop): void {
    Stop.updates.push([stop.previous('place'), stop.place]);
    if (stop.state === 'locked') stop.place = stop.previous('place') as number;
  }
}

@AggregateRoot
@Table({ tableName: 'exchange_lists' })
class List extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @HasMany(() => Song, 'listId') declare songs: Song[];
  @Collection({ replace: true }) @HasMany(() => Prize, 'listId') declare prizes: Prize[];
  @HasMany(() => Stop, 'listId') declare stops: Stop[];
}

const served = useServed([List, Song, Prize, Stop]);
const { create, request } = served;

let list: ApiResponse['body'];
let rank = 0;

beforeEach(async () => {
  Stop.updates = [];
  rank += 10;
  const places = [1, 2, 3];
  list = await create('/lists', {
    songs: places.map((place) => ({ place })),
    prizes: places.map((one) => ({ rank: rank + one })),
    stops: places.map((one) => ({ place: rank + one })),
  });
});

const places = async () =>
  (await Song.findAll({ where: { listId: list.id }, order: [['id', 'ASC']] })).map(({ place }) => place);
const placed = (...wanted: readonly (number | null)[]) =>
  wanted.map((place, index) => ({ id: list.songs[index].id, place }));
const put = (payload: object, headers?: Record<string, string>) =>
  request('PUT', `/lists/${list.id}`, payload, headers);

describe('Unique values that change places within one payload', () => {
  it.each([
    ['two rows', [2, 1, 3]],
    ['a cycle of three', [2, 3, 1]],
    ['a shift', [2, 3, 4]],
    ['a row that gives its value up', [2, null, 3]],
  ])('are written where a column of the index may be null: %s', async (_, wanted) => {
    const { status, body } = await put({ songs: placed(...wanted) });

    expect(status).toBe(200);
    expect(body.songs.map(({ place }: { place: number }) => place)).toEqual(wanted);
    expect(await places()).toEqual(wanted);
  });

  it('increment the version of each row and of the root once, as other changes do', async () => {
    const before = await List.findById(list.id);

    await put({ songs: placed(2, 1) });

    const songs = await Song.findAll({ where: { listId: list.id }, order: [['id', 'ASC']] });
    expect(songs.map(({ version }) => version)).toEqual([1, 1, 0]);
    expect((await List.findById(list.id))!.version).toBe(before!.version + 1);
  });

  it('cost one further statement, and others none', async () => {
    const exchanged = await statementsOf(List, () => put({ songs: placed(3, 2, 1) }));
    const moved = await statementsOf(List, () => put({ songs: placed(7, 2, 8) }));

    const updates = (statements: readonly string[]) => statements.filter((text) => text.startsWith('UPDATE'));
    expect(updates(moved)).toHaveLength(3);
    expect(updates(exchanged)).toHaveLength(4);
    expect(exchanged.length).toBe(moved.length + 1);
  });

  it('can be previewed, and are not changed by that', async () => {
    const { body } = await put({ songs: placed(2, 1) }, { Prefer: 'preview' });

    const changed = body.changes.map(({ path, before, after }: Record<string, unknown>) => [path, before, after]);
    expect(changed).toEqual(
      expect.arrayContaining([
        ['songs[0].place', 1, 2],
        ['songs[1].place', 2, 1],
      ]),
    );
    expect(await places()).toEqual([1, 2, 3]);
  });

  it('are seen by hooks once for each row, with the values before the request', async () => {
    const [one, two] = list.stops;

    const { status } = await put({
      stops: [
        { id: one.id, place: two.place },
        { id: two.id, place: one.place },
      ],
    });

    expect(status).toBe(200);
    expect(Stop.updates).toEqual([
      [rank + 1, rank + 2],
      [rank + 2, rank + 1],
    ]);
  });

  it('are not lost when a hook sets a row back to its former value', async () => {
    const [one, two, three] = list.stops;
    const payload = [
      { id: one.id, place: rank + 9 },
      { id: two.id, place: three.place },
      { id: three.id, place: rank + 1 },
    ];
    await put({ stops: [{ id: three.id, state: 'locked' }] });

    const { status } = await put({ stops: payload });

    expect(status).toBe(409);
    expect((await Stop.findById(three.id))!.place).toBe(rank + 3);
  });

  it('are 409 with the way out where no column of the index may be null', async () => {
    const [one, two] = list.prizes;
    const ranks = [
      { id: one.id, rank: two.rank },
      { id: two.id, rank: one.rank },
    ];

    const nested = await put({ prizes: [...ranks, { id: list.prizes[2].id }] });
    const replaced = await request('PUT', `/lists/${list.id}/prizes`, ranks);

    const detail =
      'Prize entities in the payload take the rank of each other, which the database does not allow in one write: send two requests, the first of which sets another value, or make a column of the unique index nullable.';
    expect(nested).toMatchObject({ status: 409, body: { detail } });
    expect(replaced).toMatchObject({ status: 409, body: { detail } });
  });

  it('are 409 as before if a row outside of the payload has the value', async () => {
    const { status, body } = await put({ songs: placed(2) });

    expect([status, body.detail]).toEqual([409, 'Another entity has the same list_id and place.']);
  });
});
