import { AllowNull, Column, Default, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, ReadOnly, Searchable } from '../../lib/metadata';
import { documentOf, sourceOf } from '../support/document-of';
import { serve, useServed } from '../support/serve-shop';
import { createTestDatabase } from '../support/test-database';

type Feature = 'Trailers' | 'Commentaries' | "Director's Cut";

@AggregateRoot
@Table({ tableName: 'films', timestamps: false })
class Film extends Model {
  @Column("SET('Trailers','Commentaries','Director''s Cut')")
  declare features: Feature[] | null;

  @AllowNull(false)
  @Default(['b', 'a'])
  @Column("SET('a','b')")
  declare marks: ('a' | 'b')[];

  @ReadOnly
  @Column("SET('x','y')")
  declare settled: ('x' | 'y')[] | null;
}

beforeAll(() => {
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation();
});
afterAll(() => jest.restoreAllMocks());

describe('A SET column', () => {
  const served = useServed([Film]);
  const { request, create, read } = served;

  it('is a list of texts in the order of its members, in every response', async () => {
    const { id, ...created } = await create('/films', { features: ["Director's Cut", 'Trailers'] });
    const changed = await request('PATCH', `/films/${id}`, { features: [], marks: ['b'] });
    const cleared = await request('PUT', `/films/${id}`, { features: null, settled: null });

    expect(created).toEqual({ features: ['Trailers', "Director's Cut"], marks: ['a', 'b'], settled: null });
    expect(changed.body).toEqual({ id, features: [], marks: ['b'], settled: null });
    expect(cleared.body).toEqual({ id, features: null, marks: ['b'], settled: null });
    expect(await read(`/films/${id}`)).toEqual(cleared.body);
    expect(await read('/films')).toContainEqual(cleared.body);
  });

  it.each([
    ['features', 'Trailers', "must be a list of Trailers, Commentaries, Director's Cut"],
    ['features', ['Bloopers'], "must contain no other values than Trailers, Commentaries, Director's Cut"],
    ['features', ['Trailers', 'Trailers'], 'must contain Trailers only once'],
    ['marks', null, 'must not be null'],
  ])('rejects %s: %p', async (field, value, message) => {
    const { status, body } = await request('POST', '/films', { [field]: value });

    expect(status).toBe(422);
    expect(body.field_errors).toContainEqual(expect.objectContaining({ field, message }));
  });

  it('has the same list when what was read is sent back, and another list is rejected if it is read-only', async () => {
    const film = await Film.create({ marks: ['a'], settled: ['y', 'x'] });
    const path = `/films/${film.id}`;
    const before = await read(path);
    const same = await request('PUT', path, before);
    const other = await request('PATCH', path, { settled: ['x'] });

    expect(before).toMatchObject({ marks: ['a'], settled: ['x', 'y'] });
    expect([same.status, same.body]).toEqual([200, before]);
    expect(other.status).toBe(422);
  });

  it('is a list for code', async () => {
    const { id } = await create('/films', { marks: ['a'] });
    const film = await Film.findByPk(id);
    const marks = [...film!.marks];
    film!.marks = [...marks, 'b'];
    await film!.save();
    await Film.update({ features: ['Commentaries'] }, { where: { id } });
    const [raw] = await Film.bulkCreate([{ marks: [] }]);

    expect(marks).toEqual(['a']);
    expect(await read(`/films/${id}`)).toMatchObject({ marks: ['a', 'b'], features: ['Commentaries'] });
    expect(await read(`/films/${raw!.id}`)).toMatchObject({ marks: [], features: null });
    await expect(Film.create({ marks: ['c'] } as never)).rejects.toThrow('must contain no other values than a, b');
  });

  it('is read from XML, forms and CSV', async () => {
    const bodies = {
      'application/xml': '<film><marks>a</marks><marks>b</marks></film>',
      'application/x-www-form-urlencoded': 'marks=a,b',
      'text/csv': 'marks\n"a,b"\n',
    };
    for (const [type, text] of Object.entries(bodies)) {
      const { status, body } = await request('POST', '/films', text, {
        'Content-Type': type,
        Accept: 'application/json',
      });
      expect([type, status, [body].flat()[0].marks]).toEqual([type, 201, ['a', 'b']]);
    }
  });

  it('is the same in a CSV that is sent back', async () => {
    await create('/films', { marks: ['b', 'a'], features: [] });
    const list = '/films?include=features,marks';
    const { body } = await request('GET', list, undefined, { Accept: 'text/csv' });
    const films = await read(list);
    const again = await request('POST', '/films', body, { 'Content-Type': 'text/csv', Accept: 'application/json' });

    expect(again.body.map(({ features, marks }: Film) => ({ features, marks }))).toEqual(films);
  });

  it('is a list of its members in the API documents', () => {
    const { components } = documentOf(sourceOf(served.application));

    expect(components.schemas?.Film.properties.marks).toMatchObject({
      ...{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true },
    });
  });
});

describe('The table of a class with a SET column', () => {
  it('has a SET, on SQLite a TEXT with commas, and equals the class', async () => {
    const notes = jest.spyOn(console, 'info').mockImplementation();
    const database = await createTestDatabase();
    const created = await serve([Film], { database, properties: { 'hbm2ddl.auto': 'create' } });
    await created.request('POST', '/films', { features: ['Commentaries', 'Trailers'] });
    const [rows] = await Film.sequelize!.query('SELECT features FROM films');
    await created.stop();
    const compared = await serve([Film], { database, properties: { 'hbm2ddl.auto': 'validate' } });
    await compared.stop();
    await database.drop();

    expect(rows).toEqual([{ features: 'Trailers,Commentaries' }]);
    expect(notes.mock.calls.flat().filter((line) => /found differences/.test(String(line)))).toEqual([]);
  });
});

it('A SET column cannot be searched', async () => {
  @AggregateRoot
  @Table({ tableName: 'songs', timestamps: false })
  class Song extends Model {
    @Searchable
    @Column("SET('a','b')")
    declare marks: string[];
  }

  await expect(serve([Song])).rejects.toThrow('Song.marks');
});
