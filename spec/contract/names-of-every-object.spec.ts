import { Op } from 'sequelize';
import {
  AllowNull,
  AutoIncrement,
  BeforeValidate,
  BelongsTo,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, Searchable } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { type Served, serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** Columns with names that every object of JavaScript has. */
@AggregateRoot
@Table({ tableName: 'has_own_property', timestamps: false })
class Relic extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'valueOf' }) declare id: number;
  @Searchable @Column({ type: DataType.STRING(20), field: 'toString' }) declare text: string | null;
  @Searchable @Column({ type: DataType.INTEGER, field: 'constructor' }) declare maker: number | null;
  @Searchable @Column({ type: DataType.BOOLEAN, field: 'isPrototypeOf' }) declare old: boolean | null;
  @Searchable @Column({ type: DataType.DATE, field: 'hasOwnProperty' }) declare foundAt: Date | null;
  @Searchable
  @Column({ type: DataType.ENUM('toString', 'constructor', '__proto__'), field: '__defineGetter__' })
  declare kind: string | null;
  @Column({ type: DataType.JSON, field: 'toLocaleString' }) declare notes: object | null;
  @Collection @HasMany(() => Shard) declare shards: Shard[];

  @Action({ value: 'weigh' })
  // biome-ignore lint/suspicious/noShadowRestrictedNames: names of every object
  weigh(toString: string, valueOf: number = 1) {
    return { toString, valueOf, id: this.id };
  }
}

@Table({ tableName: 'is_prototype_of', timestamps: false })
class Shard extends Model {
  @PrimaryKey @AutoIncrement @Column({ type: DataType.INTEGER, field: 'valueOf' }) declare id: number;
  @ForeignKey(() => Relic) @Column({ type: DataType.INTEGER, field: 'constructor' }) declare relicId: number;
  @AllowNull(false) @Column({ type: DataType.STRING(20), field: 'toString' }) declare text: string;
  @Column({ type: DataType.INTEGER, field: 'propertyIsEnumerable' }) declare size: number | null;
}

/** The same with an instance for each row, a version and generated values. */
@AggregateRoot
@Table({ tableName: 'idols' })
class Idol extends BaseDomain {
  @Searchable @Column({ type: DataType.STRING(20), field: 'toString' }) declare text: string | null;
  @Default(7) @Column({ type: DataType.INTEGER, field: 'constructor' }) declare maker: number | null;
  @Column({ type: DataType.DECIMAL(8, 2), field: 'valueOf' }) declare worth: string | null;
  @ForeignKey(() => Idol) @Column({ type: DataType.BIGINT, field: 'hasOwnProperty' }) declare twinId: EntityId | null;
  @BelongsTo(() => Idol) declare twin: Ref<Idol> | null;

  @BeforeValidate
  static noted() {}
}

let database: TestDatabase;
let served: Served;

beforeAll(async () => {
  database = await createTestDatabase();
  served = await serve([Relic, Shard, Idol], { database });
});
afterAll(async () => {
  await served.stop();
  await database.drop();
});

async function send(method: string, path: string, payload?: unknown, expected = 200) {
  const { status, body } = await served.request(method, path, payload);
  expect({ path, status, body }).toMatchObject({ path, status: expected });
  return body;
}

const FULL = {
  text: 'one',
  maker: 4,
  old: true,
  found_at: '2026-01-31T08:30:00.000Z',
  kind: 'constructor',
  notes: { toString: 'a', valueOf: [1] },
};
const EMPTY = { text: null, maker: null, old: null, found_at: null, kind: null, notes: null };

describe('Columns with names that every object has', () => {
  beforeEach(async () => {
    await Shard.destroy({ where: {} });
    await Relic.destroy({ where: {} });
    await Idol.update({ twinId: null }, { where: {} });
    await Idol.destroy({ where: {} });
  });

  it('are created, read, updated and deleted, with their values and without', async () => {
    const created = await send('POST', '/relics', FULL, 201);
    const empty = await send('POST', '/relics', {}, 201);
    expect([created, empty]).toMatchObject([FULL, EMPTY]);

    expect(await send('PUT', `/relics/${empty.id}`, { text: 'two' })).toMatchObject({ ...EMPTY, text: 'two' });
    expect(await send('PUT', `/relics/${created.id}`, { maker: 5, old: false })).toMatchObject({
      ...FULL,
      maker: 5,
      old: false,
    });
    expect(await send('GET', `/relics/${created.id}`)).toMatchObject({ ...FULL, maker: 5, old: false });
    await send('DELETE', `/relics/${created.id},${empty.id}`, undefined, 204);
    expect(await send('GET', '/relics')).toEqual([]);
  });

  it('are searched, sorted, paged and selected', async () => {
    await send('POST', '/relics', [FULL, { text: 'two', old: false, found_at: '2026-02-01T00:00:00Z' }, {}], 201);
    const textsOf = async (query: string) =>
      (await send('GET', `/relics?${query}`)).map(({ text }: { text: string }) => text);

    expect(await textsOf('text=one&maker[gte]=4&old=true&kind=constructor')).toEqual(['one']);
    expect(await textsOf('found_at[gt]=2026-01-31T08:30:00Z')).toEqual(['two']);
    expect(await textsOf('sort=-text,maker')).toEqual(['two', 'one', null]);
    expect(await textsOf('kind=__proto__')).toEqual([]);
    expect(await send('GET', '/relics?include=maker,kind&sort=-maker&per_page=1')).toMatchObject({
      data: [{ maker: 4, kind: 'constructor' }],
    });
    expect(await send('GET', '/relics?exclude=notes,found_at,id,shards&text=two')).toEqual([
      { ...EMPTY, text: 'two', old: false, notes: undefined, found_at: undefined },
    ]);
  });

  it('are those of nested children', async () => {
    const relic = await send('POST', '/relics', { shards: [{ text: 'a' }, { text: 'b', size: 2 }] }, 201);
    const [first, second] = (await send('GET', `/relics/${relic.id}?expand=shards`)).shards;
    expect([first, second]).toMatchObject([
      { text: 'a', size: null, relic_id: relic.id },
      { text: 'b', size: 2 },
    ]);

    await send('PUT', `/relics/${relic.id}`, { shards: [{ id: first.id, size: 1 }, { text: 'c' }] });

    const shards = await send('GET', `/relics/${relic.id}/shards`);
    expect(shards.map(({ text, size }: Shard) => [text, size])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', null],
    ]);
    const { status, body } = await served.request('POST', `/relics/${relic.id}/shards`, { size: 1 });
    expect({ status, body }).toMatchObject({ status: 422, body: { field_errors: [{ field: 'text' }] } });
  });

  it('are read and written as CSV', async () => {
    const csv = { 'Content-Type': 'text/csv' };
    const { status } = await served.request('POST', '/relics', 'text,maker,kind\r\none,4,toString\r\n', csv);
    expect(status).toBe(201);

    const { body } = await served.request('GET', '/relics?include=text,maker,kind&exclude=id,shards', undefined, {
      Accept: 'text/csv',
    });
    expect(String(body)).toContain('one,4,toString');
  });

  it('are those of instances with hooks, versions, defaults and references', async () => {
    const one = await send('POST', '/idols', {}, 201);
    expect(one).toMatchObject({ text: null, maker: 7, worth: null, twin_id: null });
    const two = await send('POST', '/idols', { text: 'two', worth: '1.50', twin_id: one.id, maker: null }, 201);

    await send('PUT', `/idols/${one.id}`, { text: 'one' });
    expect(await send('GET', `/idols/${two.id}?expand=twin`)).toMatchObject({
      worth: '1.50',
      maker: null,
      twin: { text: 'one', maker: 7 },
    });
    await send('PUT', `/idols/${two.id}`, await send('GET', `/idols/${two.id}`));
  });

  it('are those of statements of domain code', async () => {
    await Idol.bulkCreate([{ text: 'a' }, { text: 'b', worth: '2.00' }]);
    await Idol.update({ worth: '3.00' }, { where: { text: 'a' } });
    await Idol.increment('maker', { where: { text: { [Op.ne]: 'a' } } });
    await Relic.bulkCreate([{ text: 'a', old: true }, { text: 'b' }]);
    await Relic.update({ maker: 1 }, { where: { old: true } });
    await Relic.increment({ maker: 2 }, { where: { text: 'a' } });

    const idols = await Idol.findAll({ order: ['text'] });
    expect(idols.map(({ text, maker, worth }) => [text, maker, worth])).toEqual([
      ['a', 7, '3.00'],
      ['b', 8, '2.00'],
    ]);
    expect(await Relic.findOne({ where: { text: 'a' }, raw: true })).toMatchObject({ maker: 3 });
  });
});

describe('Other names that every object has', () => {
  it('are parameters of actions', async () => {
    const { id } = await send('POST', '/relics', {}, 201);

    expect(await send('PUT', `/relics/${id}/weigh`, { to_string: 'x' })).toEqual({ to_string: 'x', value_of: 1, id });
    await send('PUT', `/relics/${id}/weigh`, { value_of: 2 }, 422);
    await send('PUT', `/relics/${id}/weigh`, { to_string: 'x', has_own_property: 1 }, 422);
  });

  it.each(['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'constructor', '__proto__'])(
    'are unknown as parameters and fields: %s',
    async (name) => {
      for (const query of [name, `${name}[gt]`, `${name}.${name}`, `text[${name}]`, `shards.${name}`]) {
        await send('GET', `/relics?${encodeURIComponent(query)}=1`, undefined, 400);
      }
      for (const list of ['sort', 'include', 'exclude', 'expand']) {
        await send('GET', `/relics?${list}=${name}`, undefined, 400);
      }
      const content = { 'Content-Type': 'application/json' };
      const { status } = await served.request('POST', '/relics', `{ "${name}": 1 }`, content);
      expect([400, 422]).toContain(status);
      await send('GET', `/relics/${name}`, undefined, 404);
      await send('GET', `/${name}`, undefined, 404);
      expect((await served.request('GET', '/relics', undefined, { [`x-${name}`]: '1', [name]: '1' })).status).toBe(200);
    },
  );
});
