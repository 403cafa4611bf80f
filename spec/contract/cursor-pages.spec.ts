import { BelongsToMany, Column, DataType, HasMany, Model, PrimaryKey, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, EntityKey, Hidden, Searchable } from '../../lib';
import { Scope, Secure } from '../../lib/security';
import { IntegerColumn, JoinTable, KeyOf, RequiredString, StringColumn } from '../support/columns';
import { linksOf } from '../support/response-parts';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

@Table({ tableName: 'marks' })
class Mark extends BaseDomain {
  @Searchable @IntegerColumn declare weight: number | null;
  @KeyOf(() => Sheet) declare sheetId: EntityId;
}

@JoinTable('sheet_tags', { sheetId: () => Sheet, tagId: () => Tag })
class SheetTag extends Model {}

/** Identified by its code, with a hidden primary key. */
@AggregateRoot
@Table({ tableName: 'tags' })
class Tag extends BaseDomain {
  @Hidden @PrimaryKey @Column({ type: DataType.INTEGER, autoIncrement: true }) declare id: EntityId;
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @Searchable @StringColumn(20) declare colour: string | null;
}

@AggregateRoot
@Table({ tableName: 'sheets' })
@Scope((principal) => (principal?.name.includes('void.read') ? undefined : { is_void: false }))
class Sheet extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @Searchable @Column(DataType.ENUM('low', 'high', 'top')) declare level: string | null;
  @Searchable @Column(DataType.DECIMAL(12, 2)) declare price: string | null;
  @Searchable @Column(DataType.BIGINT) declare copies: EntityId | null;
  @Searchable @Column(DataType.FLOAT) declare ratio: number | null;
  @Searchable @Column(DataType.DOUBLE) declare pitch: number | null;
  @Searchable @Column(DataType.DATE(3)) declare madeAt: Date | null;
  @Searchable @Column(DataType.DATE(6)) declare pressedAt: Date | null;
  @Searchable @Column(DataType.DATEONLY) declare madeOn: string | null;
  @Searchable @Column(DataType.BOOLEAN) declare isLoud: boolean | null;
  @Searchable @Column(DataType.TEXT) declare story: string | null;
  @Searchable @Column(DataType.UUID) declare barcode: string | null;
  @Secure({ method: 'GET', permissions: ['cost.read'] }) @Searchable @IntegerColumn declare cost: number | null;
  @Searchable @Column(DataType.BOOLEAN) declare isVoid: boolean;
  @HasMany(() => Mark) declare marks: Mark[];
  @BelongsToMany(() => Tag, { through: () => SheetTag }) declare tags: Tag[];
}

/** Its number is secured, and a getter changes its name. */
@AggregateRoot
@Table({ tableName: 'badges' })
class Badge extends BaseDomain {
  @Secure({ method: 'GET', permissions: ['number.read'] })
  @PrimaryKey
  @Column({ type: DataType.INTEGER, autoIncrement: true })
  declare id: EntityId;

  @Searchable
  @Column({
    type: DataType.STRING(20),
    get(this: Badge) {
      return `${String(this.getDataValue('name')).charAt(0)}…`;
    },
  })
  declare name: string;
}

let served: Served;
const COUNT = 60;

beforeAll(async () => {
  jest.spyOn(console, 'warn').mockImplementation();
  served = await serve([Mark, SheetTag, Tag, Sheet, Badge], {
    authenticators: [namedByHeader],
    authorizer: permittedByName,
  });
  await Sheet.bulkCreate(Array.from({ length: COUNT }, (_, index) => sheetAt(index)));
  await Mark.bulkCreate(Array.from({ length: 7 }, (_, index) => ({ weight: index % 3 || null, sheetId: 1 })));
  await Tag.bulkCreate(
    Array.from({ length: 9 }, (_, index) => ({ code: `T${(index * 7) % 9}`, colour: ['red', null][index % 2] })),
  );
  const tags = await Tag.findAll();
  await SheetTag.bulkCreate(tags.map(({ id }) => ({ sheetId: 1, tagId: id })));
  await Badge.bulkCreate([{ name: 'Ann' }, { name: 'Bob' }]);
});
afterAll(async () => {
  await served.stop();
  jest.restoreAllMocks();
});

/** Many equal values, and values that differ only beyond a double, a second or letter case. */
function sheetAt(index: number) {
  const known = <T>(every: number, value: T) => (index % every === 0 ? null : value);
  return {
    name: known(4, ['a', 'A', 'é', '\u{1f600}', "o'\\x", 'a '][index % 6]),
    level: known(5, ['top', 'low', 'high'][index % 3]),
    price: known(7, `${(index % 4) * 1000000000}.${10 + (index % 2)}`),
    copies: known(6, `900719925474099${(index % 3) + 1}`),
    ratio: known(5, (index % 3) / 10),
    pitch: known(5, (index % 3) / 10 + 0.2),
    madeAt: known(4, new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index % 5))),
    pressedAt: known(4, new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index % 5))),
    madeOn: known(3, `2026-02-0${1 + (index % 4)}`),
    isLoud: known(3, index % 2 === 0),
    story: known(4, `${'x'.repeat(300)}${index % 3}`),
    barcode: known(4, `0a0a0a0a-0000-4000-8000-00000000000${index % 3}`),
    cost: index % 5,
    isVoid: false,
  };
}

const get = (path: string, ...permissions: string[]): Promise<ApiResponse> =>
  served.request('GET', path, undefined, holding(...permissions));

/** All pages from the given one, by following one link relation. */
async function walk(path: string, relation: 'next' | 'prev', ...permissions: string[]): Promise<ApiResponse[]> {
  const pages: ApiResponse[] = [];
  for (let at: string | undefined = path; at !== undefined; at = linksOf(pages.at(-1)!)[relation]) {
    const page = await get(at, ...permissions);
    expect({ status: page.status, body: page.body }).toMatchObject({ status: 200 });
    pages.push(page);
    expect(pages.length).toBeLessThan(100);
  }
  return pages;
}

const cursorOf = (target: string) => new URLSearchParams(target.split('?')[1]).get('after')!;
const decoded = (target: string) => JSON.parse(Buffer.from(cursorOf(target), 'base64url').toString());

describe('GET /<resource>?after=', () => {
  it('responds with a bare array, and links to the next and the previous page', async () => {
    const first = await get('/sheets?after=&per_page=25');
    const second = await get(linksOf(first).next!);
    const third = await get(linksOf(second).next!);

    expect([first, second, third].map(({ body }) => body.length)).toEqual([25, 25, 10]);
    expect([first, second, third].map((page) => Object.keys(linksOf(page)))).toEqual([
      ['next'],
      ['prev', 'next'],
      ['prev'],
    ]);
    expect(linksOf(first).next).toMatch(/^\/sheets\?after=[\w-]+&per_page=25$/);
    expect((await get(linksOf(third).prev!)).body).toEqual(second.body);
    expect((await get(linksOf(second).prev!)).body).toEqual(first.body);
    expect((await get('/sheets?after=')).body).toHaveLength(20);
    expect(Object.keys(linksOf(await get('/sheets?after=&per_page=60')))).toEqual([]);
  });

  it.each([
    'name',
    '-name,level',
    'level,-price',
    '-price,copies',
    'copies,-made_at',
    '-ratio,pitch',
    'pitch',
    'made_at,-name',
    '-pressed_at',
    'made_on,-is_loud',
    '-is_loud,story',
    'story,-id',
    'barcode',
    '-id',
    'created_at,name',
    '-updated_at',
  ])('pages through the whole list in its order, forwards and backwards: sort=%s', async (sort) => {
    const whole = (await get(`/sheets?sort=${sort}`)).body;

    const forth = await walk(`/sheets?sort=${sort}&after=&per_page=7`, 'next');
    const back = await walk(linksOf(forth.at(-1)!).prev!, 'prev');

    expect(forth.flatMap(({ body }) => body)).toEqual(whole);
    expect(back.reverse().flatMap(({ body }) => body)).toEqual(whole.slice(0, -forth.at(-1)!.body.length));
  });

  it('keeps search, alternatives, include and expand in its links', async () => {
    const query = `level[ne]=low&or=${encodeURIComponent('(is_loud:true,name:a)')}&sort=-name`;
    const whole = (await get(`/sheets?${query}&include=id,marks`)).body;

    const pages = await walk(`/sheets?${query}&include=id,marks&after=&per_page=4`, 'next');

    expect(whole.length).toBeGreaterThan(8);
    expect(pages.flatMap(({ body }) => body)).toEqual(whole);
    expect(await statementsOf(Sheet, () => get('/sheets?after=&per_page=4'))).toHaveLength(1);
    // The selection and the page size may change between pages.
    const next = linksOf(pages[0]!)
      .next!.replace('per_page=4', 'per_page=5')
      .replace('include=id%2Cmarks', 'exclude=name');
    expect((await get(next)).body.map(({ id }: { id: number }) => id)).toEqual(
      whole.slice(4, 9).map(({ id }: { id: number }) => id),
    );
  });

  it('neither skips nor repeats an entity while others are created and deleted', async () => {
    const names = ['b', 'd', 'f', 'h', 'j', 'l'];
    const sheets = await Sheet.bulkCreate(names.map((name) => ({ name: `~${name}`, isVoid: false })));
    const base = '/sheets?name[like]=~*&sort=name&per_page=2';
    const shown = ({ body }: ApiResponse) => body.map(({ name }: { name: string }) => name.slice(1)).join('');

    const first = await get(`${base}&after=`);
    await sheets[1]!.destroy();
    await Sheet.bulkCreate([
      { name: '~a', isVoid: false },
      { name: '~e', isVoid: false },
    ]);
    const second = await get(linksOf(first).next!);
    await sheets[2]!.destroy();
    const third = await get(linksOf(second).next!);
    const back = await get(linksOf(third).prev!);

    expect([first, second, third, back].map(shown)).toEqual(['bd', 'ef', 'hj', 'be']);
    await Sheet.destroy({ where: { name: names.map((name) => `~${name}`) } });
    const empty = await get(linksOf(third).next!);
    expect([empty.body, Object.keys(linksOf(empty))]).toEqual([[], ['prev']]);
    const last = await get(linksOf(empty).prev!);
    expect([shown(last), Object.keys(linksOf(last))]).toEqual(['ae', []]);
    const earlier = await get(linksOf(back).prev!);
    expect([shown(earlier), Object.keys(linksOf(earlier))]).toEqual(['a', ['next']]);
    await Sheet.destroy({ where: { name: ['~a', '~e'] } });
    const none = await get(linksOf(back).prev!);
    expect([none.body, linksOf(none).next]).toEqual([[], expect.stringMatching(/&after=&/)]);
  });

  it('responds in each media type', async () => {
    const { headers, body } = await served.request('GET', '/sheets?after=&per_page=2&include=id', undefined, {
      Accept: 'text/csv',
      ...holding(),
    });

    expect(body.trim().split(/\r?\n/)).toEqual(['id', '1', '2']);
    expect(headers.get('Link')).toContain('rel="next"');
  });

  it('pages through the children of one parent, and those of a many-to-many collection', async () => {
    const whole = (await get('/sheets/1/marks?sort=-weight')).body;
    expect((await walk('/sheets/1/marks?sort=-weight&after=&per_page=2', 'next')).flatMap(({ body }) => body)).toEqual(
      whole,
    );
    expect((await get('/sheets/2/marks?after=')).body).toEqual([]);
    expect((await get('/sheets/999999/marks?after=')).status).toBe(404);
    const tags = await walk('/sheets/1/tags?sort=colour&after=&per_page=2', 'next');
    expect(tags).toHaveLength(5);
    expect(new Set(tags.flatMap(({ body }) => body.map(({ code }: { code: string }) => code))).size).toBe(9);
  });
});

describe('A cursor', () => {
  it('contains only fields that the request may read, and the entity key instead of a hidden primary key', async () => {
    const pages = await walk('/tags?sort=colour&after=&per_page=2', 'next');

    expect(decoded(linksOf(pages[0]!).next!).slice(2)).toEqual([null, expect.stringMatching(/^T\d$/)]);
    expect(pages.flatMap(({ body }) => body.map(({ code }: { code: string }) => code)).sort()).toEqual(
      Array.from({ length: 9 }, (_, index) => `T${index}`),
    );
    expect((await get('/badges?after=&per_page=1')).status).toBe(403);
    expect((await get('/badges?after=&per_page=1', 'number.read')).status).toBe(200);
    expect((await get('/sheets?sort=cost&after=')).status).toBe(403);
    expect((await get('/sheets?sort=cost&after=', 'cost.read')).status).toBe(200);
  });

  it('is rejected for an order by a column whose getter shows another value', async () => {
    const { status, body } = await get('/badges?sort=name&after=', 'number.read');

    expect({ status, ...body }).toMatchObject({
      status: 400,
      parameter: 'after',
      detail: expect.stringContaining('getter'),
    });
  });

  it('returns no row out of scope, whatever it contains', async () => {
    const closed = await Sheet.create({ name: '~void', isVoid: true });
    const { next } = linksOf(await get('/sheets?sort=-name&after=&per_page=1', 'void.read'));

    const seen = await walk(next!, 'next');

    expect(seen.flatMap(({ body }) => body.map(({ id }: { id: number }) => Number(id)))).not.toContain(
      Number(closed.id),
    );
    await closed.destroy();
  });

  it('is valid for its own search and order only', async () => {
    const cursor = cursorOf(linksOf(await get('/sheets?sort=name&level=top&after=&per_page=1')).next!);

    for (const query of [
      'sort=-name&level=top',
      'sort=name',
      'sort=name&level=low',
      'level=top',
      'sort=name,level&level=top',
    ]) {
      const { status, body } = await get(`/sheets?${query}&after=${cursor}`);
      expect({ status, ...body }).toMatchObject({
        status: 400,
        parameter: 'after',
        detail: expect.stringContaining('another search or order'),
      });
    }
    expect((await get(`/sheets/1/marks?after=${cursor}`)).status).toBe(400);
    expect((await get(`/sheets?level=top&sort=name&after=${cursor}`)).status).toBe(200);
  });

  it('is rejected with 400 when it is malformed, or contains a value of the wrong type', async () => {
    const [direction, bound] = decoded(linksOf(await get('/sheets?sort=price&after=&per_page=1')).next!);
    const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const wrong = [
      'x',
      '%00',
      'a b',
      '[]',
      'bnVsbA',
      `${'A'.repeat(5000)}`,
      made(),
      made('?', bound, '1.00', 1),
      made(direction, bound),
      made(direction, bound, '1.00'),
      made(direction, bound, '1.00', 1, 1),
      made(direction, bound, '1 OR 1=1', 1),
      made(direction, bound, { a: 1 }, 1),
      made(direction, bound, '1e999', 1),
      made(direction, bound, '1.00', "1'"),
      made(direction, bound, true, 1),
      made(direction, bound, '1.00', 1e300),
    ];

    for (const cursor of wrong) {
      const { status, body } = await get(`/sheets?sort=price&after=${cursor}`);
      expect({ cursor, status, ...body }).toMatchObject({ status: 400, parameter: 'after' });
    }
    const [forward, ofNames] = decoded(linksOf(await get('/sheets?sort=name&after=&per_page=1')).next!);
    for (const text of ['\u0000', "'; DROP TABLE sheets; --", '\ud800', 'x'.repeat(2000)]) {
      expect((await get(`/sheets?sort=name&after=${made(forward, ofNames, text, 1)}`)).status).toBeLessThan(401);
    }
    expect((await get('/sheets')).body).toHaveLength(COUNT);
  });

  it.each([
    ['after=&page=1', 'page', 'page and after'],
    ['after=&after=', 'after', 'after is given 2 times'],
    ['after=&per_page=101', 'per_page', 'per_page must be'],
    ['after=&count=all', 'count', 'count must be none'],
  ])('is rejected beside a parameter that contradicts it: %s', async (query, parameter, detail) => {
    const { status, body } = await get(`/sheets?${query}`);

    expect({ status, ...body }).toMatchObject({ status: 400, parameter, detail: expect.stringContaining(detail) });
  });

  it('is only accepted for lists, not for a read of one entity or a write', async () => {
    expect((await get('/sheets/1?after=')).status).toBe(400);
    expect((await served.request('DELETE', '/sheets/1?after=')).status).toBe(400);
    expect((await get('/sheets?after=&count=none')).status).toBe(200);
  });

  it('that is too long for a link is an error, so that the list does not seem to end', async () => {
    const titles = Array.from({ length: 400 }, (_, index) => `title${index}`).join(',');
    const { status, body } = await get(`/sheets?name[nin]=${titles}&after=&per_page=2`);

    expect({ status, ...body }).toMatchObject({ status: 400, detail: expect.stringContaining('longer than 4 KB') });
  });
});
