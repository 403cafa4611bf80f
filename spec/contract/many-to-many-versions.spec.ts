import { BelongsToMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Collection, type EntityId, Invariant } from '../../lib';
import { IntegerColumn, KeyOf, StringColumn } from '../support/columns';
import { type ApiResponse, type Served, useServed } from '../support/serve-shop';

/** Two roots with the same links, each from its side. */

@AggregateRoot
@Table({ tableName: 'crews' })
class Crew extends BaseDomain {
  @IntegerColumn declare seats: number;
  @Collection({ replace: true }) @BelongsToMany(() => Sailor, { through: () => Berth }) declare sailors: Sailor[];

  @Invariant('has-seats', 'There are more sailors than seats.', { load: ['sailors'] })
  hasSeats(): boolean {
    return this.sailors.length <= this.seats;
  }

  @Invariant('is-manned', 'A ship with seats has a sailor.', { load: ['sailors'] })
  isManned(): boolean {
    return this.seats < 2 || this.sailors.length > 0;
  }
}

@AggregateRoot
@Table({ tableName: 'sailors' })
class Sailor extends BaseDomain {
  @StringColumn(20) declare name: string;
  @Collection({ replace: true }) @BelongsToMany(() => Crew, { through: () => Berth }) declare crews: Crew[];
}

@Table({ tableName: 'berths', timestamps: false })
class Berth extends Model {
  @KeyOf(() => Crew) declare crewId: EntityId;
  @KeyOf(() => Sailor) declare sailorId: EntityId;
  @IntegerColumn declare watch: number | null;
}

let crew: string;
let sailor: string;
let id: number;

const api = useServed([Crew, Sailor, Berth]);
beforeEach(async () => {
  id = (await api.request('POST', '/crews', { seats: 1 })).body.id;
  crew = `/crews/${id}`;
  sailor = `/sailors/${(await api.request('POST', '/sailors', { name: 'Ann' })).body.id}`;
});

const versionOf = async (path: string) =>
  Number(/^"(\d+)-/.exec((await api.request('GET', path)).headers.get('ETag')!)![1]);

/** @returns the numbers by which the versions of both roots rise */
async function incremented(...[method, path, body]: Parameters<Served['request']>): Promise<number[]> {
  const before = [await versionOf(crew), await versionOf(sailor)] as const;
  const { status } = await api.request(method, path, body);
  expect(status).toBeLessThan(300);
  return [(await versionOf(crew)) - before[0], (await versionOf(sailor)) - before[1]];
}

async function expectRejected(...[method, path, body]: Parameters<Served['request']>): Promise<ApiResponse> {
  const before = [await versionOf(crew), await Berth.count()];
  const response = await api.request(method, path, body);
  expect(response.status).toBe(422);
  expect([await versionOf(crew), await Berth.count()]).toEqual(before);
  return response;
}

describe('A link between two roots', () => {
  it('increments the versions of both once, from whichever side it is made, changed or removed', async () => {
    expect(await incremented('POST', `${sailor}/crews`, { id })).toEqual([1, 1]);
    expect(await incremented('POST', `${sailor}/crews`, { id })).toEqual([0, 0]);
    expect(await incremented('PUT', `${sailor}/crews/${id}`, { watch: 2 })).toEqual([1, 1]);
    expect(await incremented('PUT', sailor, { crews: [{ id, watch: 3 }] })).toEqual([1, 1]);
    expect(await incremented('PUT', sailor, { crews: [{ id, seats: 4 }] })).toEqual([1, 1]);
    expect(await incremented('PUT', sailor, { crews: [{ id, watch: 1, seats: 3 }] })).toEqual([1, 1]);
    expect(await incremented('PUT', crew, { seats: 1 })).toEqual([1, 1]);
    expect(await incremented('DELETE', `${sailor}/crews/${id}`)).toEqual([1, 1]);
    expect(await incremented('PUT', `${sailor}/crews`, [{ id }])).toEqual([1, 1]);
    expect(await incremented('PUT', sailor, { crews: [] })).toEqual([1, 1]);
    const one = { id: Number(sailor.split('/').at(-1)) };
    expect(await incremented('PUT', crew, { sailors: [one] })).toEqual([1, 1]);
    expect(await incremented('DELETE', `${crew}/sailors/${one.id}`)).toEqual([1, 1]);
  });

  it('makes a write of one root stale after it was linked from the other', async () => {
    const tag = (await api.request('GET', crew)).headers.get('ETag')!;
    await api.request('POST', `${sailor}/crews`, { id });

    const { status } = await api.request('PUT', crew, { seats: 3 }, { 'If-Match': tag });

    expect(status).toBe(412);
  });

  it('checks the invariants of the root on the other side', async () => {
    await api.request('POST', `${crew}/sailors`, { name: 'Bob' });

    const { body } = await expectRejected('POST', `${sailor}/crews`, { id });
    await expectRejected('POST', '/sailors', { name: 'Eve', crews: [{ id }] });
    await expectRejected('PUT', sailor, { crews: [{ id }] });
    await expectRejected('PUT', `${sailor}/crews`, [{ id }]);
    expect(body.invariants).toEqual([
      { invariant: 'has-seats', message: 'There are more sailors than seats.', type: 'Crew', id },
    ]);
    await api.request('PUT', crew, { seats: 2 });
    const [{ id: bob }] = (await api.request('GET', `${crew}/sailors`)).body;
    await expectRejected('DELETE', `/sailors/${bob}/crews/${id}`);
    await expectRejected('PUT', `/sailors/${bob}`, { crews: [] });
    await expectRejected('PUT', `/sailors/${bob}/crews`, []);
  });

  it('is made from both sides concurrently without an error', async () => {
    const more = (await api.request('POST', '/sailors', [{ name: 'B' }, { name: 'C' }, { name: 'D' }])).body;
    await api.request('PUT', crew, { seats: 1 });
    const sent = (more as { id: number }[]).flatMap((one) => [
      api.request('POST', `/sailors/${one.id}/crews`, { id }),
      api.request('POST', `${crew}/sailors`, { id: one.id }),
    ]);

    const statuses = (await Promise.all(sent)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    expect(await Berth.count({ where: { crewId: id } })).toBe(1);
  });
});
