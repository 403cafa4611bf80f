import { Album, AlbumLabel, Artist, Credit, Label, music, Review, Track } from '../support/domain/music';
import { type ApiResponse, useServed } from '../support/serve-shop';

const served = useServed(music);

beforeAll(async () => {
  await addAlbums();
});

const get = (path: string): Promise<ApiResponse> => served.request('GET', path);

/** Sends `query` unchanged, with brackets that are not encoded. */
async function titles(query: string, path = '/albums'): Promise<string[]> {
  const { status, body } = await get(`${path}?${query}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.map(({ title }: { title: string }) => title);
}

/** Four albums: A and B have all fields, C has capitals and accents, D has only a title. */
async function addAlbums(): Promise<void> {
  const [ann, bob] = [
    await new Artist({ name: 'Ann', page: 3 }).persist(),
    await new Artist({ name: 'Bob', page: 4 }).persist(),
  ];
  const [a, b, c] = [
    await new Album({
      title: 'A',
      genre: 'rock',
      price: '10.00',
      loudness: 0.1,
      pitch: 440.25,
      copies: '9007199254740993',
      isLive: true,
      releasedOn: '2026-01-31',
      recordedAt: new Date('2026-01-31T10:00:00.250Z'),
      pressedAt: new Date('2026-01-31T10:00:00.250Z'),
      barcode: '0a0a0a0a-0000-4000-8000-000000000001',
      motto: 'Été 100%_sure',
      artistId: ann.id,
    }).persist(),
    await new Album({
      title: 'B',
      genre: 'blues',
      price: '9.50',
      loudness: 12.5,
      pitch: 1e3,
      copies: '9007199254740992',
      isLive: false,
      releasedOn: '2026-02-01',
      recordedAt: new Date('2026-01-31T10:00:00.251Z'),
      motto: 'été 100 sure',
      artistId: bob.id,
    }).persist(),
    await new Album({ title: 'C [*] \\x', genre: 'jazz', price: '100.00', motto: 'STRASSE', copies: 5 }).persist(),
    await new Album({ title: 'D' }).persist(),
  ];
  const track = await new Track({ title: 'one', seconds: 60, albumId: a.id }).persist();
  await new Track({ title: 'two', seconds: 120, albumId: a.id }).persist();
  await new Track({ title: 'one', seconds: 120, albumId: b.id }).persist();
  await new Credit({ role: 'drums', trackId: track.id }).persist();
  await new Credit({ role: 'bass', trackId: track.id }).persist();
  const label = await new Label({ name: 'Blue' }).persist();
  for (const album of [a, c]) await new AlbumLabel({ albumId: album.id, labelId: label.id }).save();
  await new Review({ stars: 5, albumId: a.id }).persist();
}

const C = 'C [*] \\x';

describe('GET /<resource>?<search_param>=<value>', () => {
  it.each([
    ['title=A', ['A']],
    ['title=a', []],
    ['title=A%20', []],
    ['title=', []],
    ['genre=jazz', [C]],
    ['price=10', ['A']],
    ['price=10.00', ['A']],
    ['price[gte]=9', ['A', 'B', C]],
    ['price[gt]=9.50', ['A', C]],
    ['price[lt]=10', ['B']],
    ['price[gte]=9.5&price[lte]=10', ['A', 'B']],
    ['loudness=0.1', ['A']],
    ['loudness[gt]=1e-1', ['B']],
    ['loudness=12', []],
    ['loudness[gt]=0', ['A', 'B']],
    ['pitch=440.25', ['A']],
    ['copies=9007199254740993', ['A']],
    ['copies[lt]=9007199254740993', ['B', C]],
    ['is_live=true', ['A']],
    ['is_live=false', ['B']],
    ['released_on[gt]=2026-01-31', ['B']],
    ['recorded_at=2026-01-31T10:00:00.250Z', ['A']],
    ['recorded_at=2026-01-31T12:00:00.250+02:00', ['A']],
    ['recorded_at[gt]=2026-01-31T10:00:00.25Z', ['B']],
    ['pressed_at=2026-01-31T10:00:00.25Z', ['A']],
    ['barcode=0A0A0A0A-0000-4000-8000-000000000001', ['A']],
  ])('finds entities by typed values: %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ['title=A&genre=rock', ['A']],
    ['title=A&genre=blues', []],
    ['title=A&title=D', ['A', 'D']],
    ['title=A&title=D&genre=rock', ['A']],
    ['albums.title=A&title=D', ['A', 'D']],
    ['price[gt]=50&price[gt]=9.99', ['A', C]],
  ])('combines parameters by AND, and the values of a repeated parameter by OR: %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ['genre[ne]=rock', ['B', C, 'D']],
    ['title[ne]=A', ['B', C, 'D']],
    ['genre[ne]=rock&genre[ne]=jazz', ['B', 'D']],
    ['genre[in]=rock,jazz', ['A', C]],
    ['genre[nin]=rock,jazz', ['B', 'D']],
    ['price[in]=9.5,100', ['B', C]],
    ['genre[gt]=rock', ['B', C]],
    ['genre[lte]=jazz', ['A', C]],
    ['genre[null]=true', ['D']],
    ['genre[null]=false', ['A', 'B', C]],
    ['motto[ne]=strasse', ['A', 'B', 'D']],
  ])(
    'supports operators in brackets; ne and nin are the opposite of equality (our choice): %s',
    async (query, expected) => {
      expect(await titles(query)).toEqual(expected);
    },
  );

  it.each([
    ['title[like]=C*', [C]],
    ['title[like]=c*', []],
    ['title[like]=*', ['A', 'B', C, 'D']],
    ['title[like]=_', []],
    ['title[like]=%25', []],
    ['title[like]=?', []],
    ['title[like]=*[*]*', [C]],
    ['title[like]=*\\x', [C]],
    ['title[like]=*|*', []],
    ['genre[like]=*u*', ['B']],
    ['motto[like]=*%25_sure', ['A']],
  ])('supports * as the only wildcard: %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ['motto=%C3%89T%C3%89%20100%20SURE', ['B']],
    ['motto[like]=%C3%89t%C3%A9*', ['A', 'B']],
    ['motto[in]=strasse,x', [C]],
    ['motto=ete%20100%20sure', []],
  ])('ignores case on request, and never accents: %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('accepts many values, although SQLite limits the depth of an expression', async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `w${index}`).join(',');

    expect(await titles(`motto[in]=${words},strasse`)).toEqual([C]);
  });

  it('treats SQL in a value as text', async () => {
    for (const text of ["A' OR '1'='1", 'A\\', "A\\' OR 1=1 -- ", '$1', ':title', '?']) {
      expect(await titles(`title=${encodeURIComponent(text)}`)).toEqual([]);
      expect(await titles(`title[like]=${encodeURIComponent(text)}`)).toEqual([]);
    }
  });
});

describe('Nested search: <root_resource>.<sub_resource>.<field>=<value>', () => {
  it.each([
    ['albums.tracks.title=one', ['A', 'B']],
    ['tracks.title=one', ['A', 'B']],
    ['tracks.seconds[gte]=60', ['A', 'B']],
    ['tracks.credits.role=drums', ['A']],
    ['albums.tracks.credits.role[in]=drums,bass', ['A']],
    ['labels.name=Blue', ['A', C]],
    ['artist.name=Ann', ['A']],
    ['albums.artist.page=4', ['B']],
    ['tracks.title=one&artist.name=Bob', ['B']],
  ])('filters parents by their children and references, and counts each parent once: %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
    const { body } = await get(`/albums?${query}&per_page=50`);
    expect(body.total).toBe(expected.length);
  });

  it('matches several conditions on the same child (our choice)', async () => {
    expect(await titles('tracks.title=one&tracks.seconds=120')).toEqual(['B']);
    expect(await titles('tracks.title=two&tracks.credits.role=drums')).toEqual([]);
  });

  it('accepts the name of the collection as the prefix on its own list', async () => {
    const [album] = (await get('/albums?title=A')).body;
    const path = `/albums/${album.id}/tracks`;

    expect(await titles('title=one', path)).toEqual(['one']);
    expect(await titles('tracks.title=two', path)).toEqual(['two']);
    expect(await titles('tracks.credits.role=drums&album.genre=rock', path)).toEqual(['one']);
    expect((await get('/albums/999999/tracks?title=one')).status).toBe(404);
    expect((await get('/albums/999999/tracks?title=one&page=1')).status).toBe(404);
  });

  it('finds a field named like a query parameter by the prefix', async () => {
    expect((await get('/artists?artists.page=3')).body).toMatchObject([{ name: 'Ann' }]);
    expect((await get('/artists?page=3')).body).toMatchObject({ page: 3, total: 2, data: [] });
  });
});

describe('GET /<resource>?sort=', () => {
  it.each([
    ['-title', ['D', C, 'B', 'A']],
    ['genre', ['D', 'A', C, 'B']],
    ['-genre', ['B', C, 'A', 'D']],
    ['price', ['D', 'B', 'A', C]],
    ['-is_live,title', ['A', 'B', C, 'D']],
    ['is_live,-title', ['D', C, 'B', 'A']],
    ['-id', ['D', C, 'B', 'A']],
    ['motto', ['D', C, 'A', 'B']],
    ['copies', ['D', C, 'B', 'A']],
    ['created_at,-id', ['A', 'B', C, 'D']],
  ])('orders by %s, with null first in ascending order (our choice)', async (sort, expected) => {
    const found = await titles(`sort=${sort}`);

    expect(sort === 'created_at,-id' ? found.sort() : found).toEqual(expected);
  });

  it('ignores blanks around names, as every list of names does', async () => {
    expect(await titles('sort=%20is_live,%20-title%20')).toEqual(await titles('sort=is_live,-title'));
  });

  it('may be repeated: `sort=a&sort=-b` orders as `sort=a,-b` does', async () => {
    const repeated = await titles('sort=is_live&sort=-title');

    expect(repeated).toEqual(await titles('sort=is_live,-title'));
    expect(repeated).not.toEqual(await titles('sort=is_live,title'));
    expect((await get('/albums?sort=title&sort=-title')).body.detail).toContain('sort names "title" twice');
  });

  it.each([
    ['vault', 'sort names "vault", which is not a sortable field. Sortable fields: id, created_at, updated_at, title'],
    ['', 'sort names "", which is not a sortable field'],
    ['title,-title', 'sort names "title" twice'],
    ['tracks.title', 'sort names "tracks.title", which is not a sortable field'],
  ])('responds 400 to sort=%s', async (sort, detail) => {
    const { status, body } = await get(`/albums?sort=${sort}`);

    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.stringContaining(detail) });
  });
});

describe('An invalid query', () => {
  it.each([
    ['price[gte]=abc', 'price[gte] has the value "abc", which must be a decimal number'],
    ['price=1.005', 'price has the value "1.005", which must be'],
    ['copies=1e3', 'copies has the value "1e3", which must be a whole number'],
    ['copies=99999999999999999999', 'copies has the value "99999999999999999999", which must be a whole number'],
    ['loudness=0x1', 'loudness has the value "0x1", which must be a number'],
    ['is_live=1', 'is_live has the value "1", which must be true or false'],
    ['is_live[gt]=false', 'is_live[gt] is not supported: true and false have no order'],
    ['released_on=2026-02-30', 'released_on has the value "2026-02-30", which must be a date'],
    ['recorded_at=2026-01-31', 'recorded_at has the value "2026-01-31", which must be a date and time'],
    ['genre=polka', 'genre has the value "polka", which must be one of rock, jazz, blues'],
    ['genre[null]=yes', 'genre[null] takes true or false'],
    ['price[like]=1*', 'price[like] is not supported: like is for text, and the type of the field is decimal'],
    [
      'title[is]=A',
      'Unknown operator "is" of title[is]. Known operators: ne, in, nin, gt, gte, lt, lte, like, match, null',
    ],
    ['price[in]=1,,2', 'price[in] has the value "", which must be'],
    ['tracks.seconds=x', 'tracks.seconds has the value "x", which must be a whole number'],
    ['title=%00', 'must not contain the character U+0000'],
  ])('responds 400 with parameter, value and type: %s', async (query, detail) => {
    const { status, body } = await get(`/albums?${query}`);

    expect({ status, detail: body.detail }).toEqual({ status: 400, detail: expect.stringContaining(detail) });
    expect(body.parameter).toBe(query.split('=')[0]);
  });

  it.each([
    ['vault=x', 'Unknown parameter "vault"'],
    ['id=1', 'The field "id" cannot be searched'],
    ['artist_id[gt]=1', 'The field "artist_id[gt]" cannot be searched'],
    ['albums.artist_id=1', 'The field "albums.artist_id" cannot be searched'],
    ['tracks=x', 'A search names fields, but "tracks" is a collection'],
    ['artist=1', 'A search names fields, but "artist" is a reference'],
    ['tracks.album=1', 'A search names fields, but "tracks.album" is a reference'],
    ['tracks.album_id=1', 'The field "tracks.album_id" cannot be searched'],
    ['tracks.colour=1', 'Unknown parameter "tracks.colour"'],
    ['reviews=x', 'Unknown parameter "reviews"'],
    ['reviews.stars=5', 'Unknown parameter "reviews.stars"'],
    ['title[]=A', 'Unknown parameter "title[]"'],
    ['title[ne][ne]=A', 'Unknown parameter "title[ne][ne]"'],
    ['orders.title=A', 'Unknown parameter "orders.title"'],
    ['constructor=x', 'Unknown parameter "constructor"'],
    ['__proto__=x', 'Unknown parameter "__proto__"'],
    [`tracks.${'album.tracks.'.repeat(8)}title=one`, 'Unknown parameter "tracks.album'],
  ])('responds 400 with the known parameters: %s', async (query, problem) => {
    const { status, body } = await get(`/albums?${query}`);

    expect(status).toBe(400);
    expect(body.detail.slice(0, problem.length)).toBe(problem);
    expect(body.detail).toContain('. Known parameters: title, genre,');
    expect(body.detail).toContain(
      'artist.name, artist.page, tracks.title, tracks.seconds, tracks.credits.role, labels.name',
    );
    expect(body.detail).toContain('sort, page, per_page');
    expect(body.detail.split('Known parameters')[1]).not.toMatch(/vault|stars/);
  });

  it.each(['title=%zz', 'title=%ff'])('responds 400 with the parameter when it is malformed: %s', async (query) => {
    const [{ id }] = (await get('/albums')).body;
    const asked = [
      ['GET', '/albums'],
      ['GET', `/albums/${id}`],
      ['DELETE', `/albums/${id}`],
      ['GET', '/admin/routes'],
    ];

    for (const [method, path] of asked) {
      const { status, body } = await served.request(method!, `${path}?${query}`);

      expect({ status, parameter: body.parameter }).toEqual({ status: 400, parameter: 'title' });
    }
    expect((await get(`/albums/${id}`)).status).toBe(200);
  });

  it('responds 400 when it has too many values', async () => {
    const query = Array.from({ length: 101 }, (_, index) => `title=${index}`).join('&');

    expect((await get(`/albums?${query}`)).body.detail).toBe('A query has at most 100 values: use [in] for a list.');
  });

  it('responds 400 on every write, before anything is written', async () => {
    const [album] = (await get('/albums?title=D')).body;
    const rejected = await Promise.all([
      served.request('POST', '/albums?title=E', { title: 'E' }),
      served.request('PUT', `/albums/${album.id}?title=X`, { title: 'E' }),
      served.request('PATCH', `/albums/${album.id}?page=1`, { title: 'E' }),
      served.request('DELETE', `/albums/${album.id}?title[ne]=D`),
      served.request('DELETE', `/albums/${album.id}?nonsense=1`),
    ]);

    expect(rejected.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(rejected[3]!.body.detail).toContain('"title[ne]" is for reads');
    expect((await get('/albums?sort=title')).body.map(({ title }: { title: string }) => title)).toEqual([
      'A',
      'B',
      C,
      'D',
    ]);
  });
});

describe('GET /<resource>/{id}?<search_param>=<value>', () => {
  it('responds with the entity when it matches, else 404', async () => {
    const [album] = (await get('/albums?title=A')).body;

    expect(await get(`/albums/${album.id}?genre=rock&tracks.title=two`)).toMatchObject({ status: 200, body: album });
    expect((await get(`/albums/${album.id}?genre=jazz`)).status).toBe(404);
    expect((await get(`/albums/${album.id}?genre=polka`)).status).toBe(400);
  });

  it('reports those of several ids that do not match as missing', async () => {
    const [a, b] = (await get('/albums?sort=title')).body;
    const path = `/albums/${b.id},${a.id}`;

    const { status, body, headers } = await get(`${path}?genre=rock`);

    expect({ status, ids: body.map(({ id }: { id: number }) => id) }).toEqual({ status: 200, ids: [a.id] });
    expect(headers.get('Missing-Ids')).toBe(String(b.id));
    expect((await get(`${path}?genre=jazz`)).status).toBe(404);
  });

  it('rejects parameters of pages and orders', async () => {
    const { status, body } = await get('/albums/1?sort=title');

    expect(status).toBe(400);
    expect(body.detail).toContain('Unknown parameter "sort". Known parameters: title,');
  });
});
