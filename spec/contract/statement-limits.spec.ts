import { Column, DataType, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Searchable } from '../../lib';
import { Album, music, Track } from '../support/domain/music';
import { useServed } from '../support/serve-shop';

/** More columns than a statement may be sorted by. */
const COLUMNS = 120;

@AggregateRoot
@Table({ tableName: 'broad_rows', timestamps: false })
class BroadRow extends Model {}

for (let index = 0; index < COLUMNS; index += 1) {
  Searchable(BroadRow.prototype, `c${index}`);
  Column(DataType.INTEGER)(BroadRow.prototype, `c${index}`);
}

@AggregateRoot
@Table({ tableName: 'badges' })
class Badge extends BaseDomain {
  @Column({ type: DataType.STRING(20), unique: true }) declare code: string;
  @Column({ type: DataType.STRING(20), unique: true }) declare name: string;
}

const served = useServed([...music, BroadRow, Badge]);

beforeAll(async () => {
  const album = await new Album({ title: 'A', motto: 'm7' }).persist();
  await new Track({ title: 'one', albumId: album.id }).persist();
});

const get = (path: string) => served.request('GET', path);
const list = (count: number, item: (index: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

const OPERATORS = ['=1', '[ne]=2', '[gt]=0', '[gte]=0', '[lt]=9', '[lte]=9', '[in]=1', '[nin]=2', '[null]=false'];

/** SQLite limits the depth of expressions, the SELECTs of a UNION and the tables of a join; MariaDB the tables of a join. */
describe('Within the documented limits a statement is never too large:', () => {
  it.each([
    ['100 alternatives', `or=(${list(100, (index) => `title:t${index}`)},motto:m7)`.replace('title:t0,', '')],
    ['100 alternatives on children', `or=(${list(100, () => 'tracks.title:one')})`],
    ['50 groups of alternatives', list(50, (index) => `or=(title:A,price:${index})`, '&')],
    ['100 values of one name', list(100, (index) => `motto[like]=m${index}`, '&')],
    ['a list of 1,500', `motto[in]=${list(1500, (index) => `m${index}`)}`],
    ['a list of 1,500 to leave out', `title[nin]=${list(1500, (index) => `m${index}`)}`],
    ['many operators of one class', OPERATORS.map((operator) => `price${operator}`).join('&')],
  ])('%s', async (_, query) => {
    for (const page of ['', '&page=1', '&after=']) {
      const { status, body } = await get(`/albums?${query}${page}`);
      expect({ status, body }).toMatchObject({ status: 200 });
    }
  });

  it('1,000 ids in a path', async () => {
    const ids = list(1000, (index) => String(index + 1));

    expect((await get(`/albums/${ids}?expand=tracks,labels,artist`)).status).toBe(200);
    expect((await served.request('PUT', `/albums/${ids}`, { motto: 'm7' })).status).toBe(200);
  });

  it('1,000 elements with references and links', async () => {
    const albums = Array.from({ length: 500 }, (_, index) => ({ title: `B${index}`, tracks: [{ title: 't' }] }));
    const created = await served.request('POST', '/albums', albums);
    expect(created.status).toBe(201);

    const labels = Array.from({ length: 999 }, (_, index) => ({ name: `L${index}` }));
    expect((await served.request('PUT', '/albums/1', { labels })).status).toBe(200);
    expect((await get('/albums?expand=tracks.credits,labels,artist')).status).toBe(200);
  });

  it('a preview of 1,000 new rows with two unique fields', async () => {
    const badges = Array.from({ length: 1000 }, (_, index) => ({ code: `c${index}`, name: `n${index}` }));

    const { status } = await served.request('POST', '/badges', badges, { Prefer: 'preview' });

    expect(status).toBe(200);
  });

  it('a cursor for 100 sort names; more are 400', async () => {
    await served.request('POST', '/broad_rows', [{ c0: 1 }, { c1: 2 }, { c2: 3 }]);
    const sort = list(100, (index) => `c${index}`);
    const first = await get(`/broad_rows?sort=${sort}&after=&per_page=1`);
    const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('Link') ?? '')![1]!;

    expect((await get(next)).status).toBe(200);
    expect((await get(`/broad_rows?sort=${sort},c100`)).body).toMatchObject({
      status: 400,
      parameter: 'sort',
      detail: 'sort has 101 names: give 100 at most.',
    });
  });
});
