import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Searchable } from '../../lib';
import { Album, Artist, music, Track } from '../support/domain/music';
import { linksOf } from '../support/response-parts';
import { type ApiResponse, serve, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

/** 45 albums of three genres, ten of which have none. */
const served = useServed(music, { settings: { search: { maxPerPage: 30, unknownParameters: 'ignore' } } });

beforeAll(async () => {
  for (let number = 1; number <= 45; number++) {
    const genre = number > 35 ? null : (['rock', 'jazz', 'blues'][number % 3] as string);
    await new Album({ title: `T${number}`, genre, price: `${number % 7}.50` }).persist();
  }
});

const get = (path: string): Promise<ApiResponse> => served.request('GET', path);

const numbersOf = (albums: readonly { title: string }[]) => albums.map(({ title }) => Number(title.slice(1)));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('GET /<resource>?page=&per_page=', () => {
  it('responds with an envelope of page, per_page, total, count and data', async () => {
    const { status, body } = await get('/albums?page=2&per_page=10');

    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['page', 'per_page', 'total', 'count', 'data']);
    expect(body).toMatchObject({ page: 2, per_page: 10, total: 45, count: 10 });
    expect(numbersOf(body.data)).toEqual(range(11, 20));
    expect((await get(`/albums/${body.data[0].id}`)).body).toEqual(body.data[0]);
  });

  it('counts all matches, on a full page, the last page and after it', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => get(`/albums?genre[null]=false&page=${page}&per_page=15`)),
    );

    expect(pages.map(({ body }) => [body.total, body.count])).toEqual([
      [35, 15],
      [35, 15],
      [35, 5],
      [35, 0],
    ]);
    expect((await get('/albums?title=none&page=1')).body).toMatchObject({ total: 0, count: 0, data: [] });
    expect((await get('/albums?page=3&per_page=15')).body).toMatchObject({ total: 45, count: 15 });
  });

  it('defaults to the first page, and to per_page of the configuration', async () => {
    expect((await get('/albums?per_page=3')).body).toMatchObject({ page: 1, per_page: 3, count: 3 });
    expect((await get('/albums?page=2')).body).toMatchObject({ page: 2, per_page: 20, count: 20 });
  });

  it('does not mix pages when values are equal: the id is always the last sort key', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => get(`/albums?sort=genre,-price&page=${page}&per_page=9`)),
    );
    const whole = await get('/albums?sort=genre,-price');

    const paged = pages.flatMap(({ body }) => body.data);
    expect(paged).toEqual(whole.body);
    expect(numbersOf(paged).sort((one, other) => one - other)).toEqual(range(1, 45));
  });

  it('has no links when the query would make them longer than 4 KB', async () => {
    const titles = Array.from({ length: 100 }, (_, index) => `the title of album ${index}`).join(',');
    const short = await get(`/albums?title[nin]=${titles.slice(0, 500)}&page=1&per_page=5`);
    const long = await get(`/albums?title[nin]=${titles}&page=1&per_page=5`);

    expect([short.body.total, long.body.total]).toEqual([45, 45]);
    expect(Object.keys(linksOf(short))).toEqual(['first', 'next', 'last']);
    expect(long.headers.get('Link')).toBeNull();
  });

  it('links to the first, previous, next and last page, and keeps other parameters', async () => {
    const middle = linksOf(await get('/albums?sort=-title&genre[in]=rock,jazz&title[ne]=a%20%26b&page=2&per_page=5'));

    const kept = '/albums?sort=-title&genre%5Bin%5D=rock%2Cjazz&title%5Bne%5D=a%20%26b';
    expect(middle).toEqual({
      first: `${kept}&page=1&per_page=5`,
      prev: `${kept}&page=1&per_page=5`,
      next: `${kept}&page=3&per_page=5`,
      last: `${kept}&page=5&per_page=5`,
    });
    const { body } = await get(middle.last!);
    expect(body).toMatchObject({ page: 5, total: 23, count: 3 });
  });

  it('links only to existing pages', async () => {
    expect(Object.keys(linksOf(await get('/albums?page=1&per_page=30')))).toEqual(['first', 'next', 'last']);
    expect(Object.keys(linksOf(await get('/albums?page=2&per_page=30')))).toEqual(['first', 'prev', 'last']);
    expect(linksOf(await get('/albums?page=9&per_page=30')).prev).toBe('/albums?page=2&per_page=30');
    expect(linksOf(await get('/albums?title=none&page=1')).last).toBe('/albums?title=none&page=1&per_page=20');
    expect((await get('/albums')).headers.get('Link')).toBeNull();
  });

  it.each([
    ['page=0', 'page must be a whole number from 1 to'],
    ['page=-1', 'page must be'],
    ['page=1.5', 'page must be'],
    ['page=01', 'page must be'],
    ['page=', 'page must be'],
    ['page=9007199254740991', 'page must be a whole number from 1 to 450359962737049, and is "9007199254740991"'],
    ['per_page=0', 'per_page must be a whole number from 1 to 30, and is "0"'],
    ['per_page=31', 'per_page must be a whole number from 1 to 30'],
    ['per_page=ten', 'per_page must be'],
    ['page=1&page=2', 'page is given 2 times'],
  ])('responds 400 to %s', async (query, detail) => {
    const { status, body } = await get(`/albums?${query}`);

    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.stringContaining(detail) });
  });

  it('responds to the last page that is allowed', async () => {
    expect((await get('/albums?page=450359962737049')).body).toMatchObject({ total: 45, count: 0 });
  });
});

describe('GET /<resource>/{id}/<sub_resource>?page=', () => {
  it('responds with a page of the children of that parent', async () => {
    const [first, second] = (await get('/albums?per_page=2')).body.data;
    for (const title of ['a', 'b', 'c']) await new Track({ title, albumId: first.id }).persist();
    await new Track({ title: 'd', albumId: second.id }).persist();
    const path = `/albums/${first.id}/tracks`;

    const response = await get(`${path}?sort=-title&per_page=2`);

    expect(response.body).toMatchObject({
      page: 1,
      per_page: 2,
      total: 3,
      count: 2,
      data: [{ title: 'c' }, { title: 'b' }],
    });
    expect(linksOf(response).next).toBe(`${path}?sort=-title&page=2&per_page=2`);
    expect((await get('/albums/999999/tracks?page=1')).status).toBe(404);
    expect((await get(`/albums/${second.id}/tracks?title=a&page=1`)).body).toMatchObject({ total: 0, data: [] });
  });
});

describe('A list without page', () => {
  it('is a bare array in the requested order, read in chunks', async () => {
    const names = Array.from({ length: 2300 }, (_, index) => `N${index % 700}`);
    await Artist.bulkCreate(names.map((name, index) => ({ name, page: index % 5 === 0 ? null : index % 3 })));

    for (const [sort, compare] of [
      ['page,-name', (a: Row, b: Row) => rank(a) - rank(b) || text(b, a) || a.id - b.id],
      ['-page,name,-id', (a: Row, b: Row) => rank(b) - rank(a) || text(a, b) || b.id - a.id],
      ['-id', (a: Row, b: Row) => b.id - a.id],
    ] as const) {
      const { body } = await get(`/artists?sort=${sort}`);

      expect(body).toHaveLength(2300);
      expect(body).toEqual([...body].sort(compare));
      expect(new Set(body.map(({ id }: Row) => id)).size).toBe(2300);
    }
  });

  interface Row {
    readonly id: number;
    readonly name: string;
    readonly page: number | null;
  }
  const rank = ({ page }: Row) => page ?? -1;
  const text = (one: Row, other: Row) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
});

describe('search.unknownParameters: ignore', () => {
  it('ignores unknown parameters, and rejects known ones with invalid values', async () => {
    expect((await get('/albums?utm=x&title=T1')).body).toHaveLength(1);
    expect((await served.request('POST', '/labels?utm=x', { name: 'B' })).status).toBe(201);
    expect((await get('/albums?price=x')).status).toBe(400);
    expect((await get('/albums?price[is]=1')).status).toBe(400);
    expect((await served.request('POST', '/labels?name=B', { name: 'B' })).status).toBe(400);
    expect((await served.request('POST', '/labels?page=1', { name: 'B' })).status).toBe(400);
  });
});

describe('GET /<resource>?page=&count=none', () => {
  it('responds with an envelope without total, and runs no count', async () => {
    const statements = await statementsOf(Album, async () => {
      const { body } = await get('/albums?page=2&per_page=10&count=none');

      expect(Object.keys(body)).toEqual(['page', 'per_page', 'count', 'data']);
      expect(body).toMatchObject({ page: 2, per_page: 10, count: 10 });
      expect(numbersOf(body.data)).toEqual(range(11, 20));
    });

    expect(statements).toHaveLength(1);
    expect(statements.join()).not.toContain('COUNT');
  });

  it('links to the next page while entities follow, and never to the last page', async () => {
    const linksTo = async (query: string) => linksOf(await get(`/albums?${query}&count=none`));

    expect(Object.keys(await linksTo('page=1&per_page=15'))).toEqual(['first', 'next']);
    expect(await linksTo('page=2&per_page=15')).toEqual({
      first: '/albums?count=none&page=1&per_page=15',
      prev: '/albums?count=none&page=1&per_page=15',
      next: '/albums?count=none&page=3&per_page=15',
    });
    expect(Object.keys(await linksTo('page=3&per_page=15'))).toEqual(['first', 'prev']);
    expect(Object.keys(await linksTo('page=9&per_page=15'))).toEqual(['first', 'prev']);
    expect((await get('/albums?page=9&per_page=15&count=none')).body).toMatchObject({ count: 0, data: [] });
  });

  it('distinguishes an empty page of children from a missing parent', async () => {
    const [{ id }] = (await get('/albums?title=T9')).body;

    expect((await get(`/albums/${id}/tracks?page=1&count=none`)).body).toEqual({
      page: 1,
      per_page: 20,
      count: 0,
      data: [],
    });
    expect((await get('/albums/999999/tracks?page=1&count=none')).status).toBe(404);
  });

  it.each([
    ['count=none', 'count=none is for pages'],
    ['page=1&count=all', 'count must be none, and is "all"'],
    ['page=1&count=', 'count must be none, and is ""'],
    ['page=1&count=none&count=none', 'count is given 2 times'],
  ])('responds 400 to %s', async (query, detail) => {
    const { status, body } = await get(`/albums?${query}`);

    expect({ status, ...body }).toMatchObject({
      status: 400,
      parameter: 'count',
      detail: expect.stringContaining(detail),
    });
  });
});

@AggregateRoot
@Table({ tableName: 'shouts' })
class Shout extends BaseDomain {
  @Searchable
  @Column({
    type: DataType.STRING(20),
    get(this: Shout) {
      return String(this.getDataValue('word')).slice(0, 1);
    },
  })
  declare word: string;
}

describe('A list without page, sorted by a field with a getter', () => {
  it('continues by the value of the column, not by that of the getter', async () => {
    const shouts = await serve([Shout]);
    const words = Array.from({ length: 1500 }, (_, index) => `a${String((index * 7) % 1500).padStart(4, '0')}`);
    await Shout.bulkCreate(words.map((word) => ({ word })));

    const { body } = await shouts.request('GET', '/shouts?sort=word');

    const ids = body.map(({ id }: { id: number }) => id);
    const inOrder = [...words.keys()].sort((one, other) => (words[one]! < words[other]! ? -1 : 1));
    expect(ids).toEqual(inOrder.map((index) => index + 1));
    await shouts.stop();
  });
});
