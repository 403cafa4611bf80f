import { railway } from '../support/domain/railway';
import { type Served, serve, useServed } from '../support/serve-shop';

/** Five many-to-many: 11 tables with that of the list. */
const CHAIN = 'stations.shops.brands.makers.towns.name';

describe('The tables of a search', () => {
  const served = useServed(railway);

  const get = (path: string) => served.request('GET', path);

  it.each([
    ['a chain of many-to-many and another collection', `${CHAIN}=x&cars.seats=1`],
    ['several conditions on the same tables', `${CHAIN}=x&${CHAIN}[like]=y*&stations.shops.name=z&cars.seats=1`],
    ['a chain in an alternative', `or=(${CHAIN}:x,cars.seats:1,name:y)`],
    ['100 conditions at the end of a chain', `or=(${new Array(100).fill(`${CHAIN}:x`).join(',')})`],
    ['60 conditions on all levels', `or=(${alternatives(60)})`],
    ['a tree of ten levels, beside another condition', `areas.${'areas.'.repeat(9)}name=x`, '/areas'],
  ])('are allowed up to twelve: %s', async (_, query, path = '/lines') => {
    for (const page of ['sort=-name', 'page=1', 'after=']) {
      expect((await get(`${path}?${query}&${page}`)).status).toBe(200);
    }
    expect([200, 404]).toContain((await get(`${path}/1?${query}`)).status);
  });

  it.each([
    ['a chain and two collections', `${CHAIN}=x&cars.seats=1&notices.text=y`, 'notices.text', 13],
    ['a chain, and another in an alternative', `${CHAIN}=x&or=(stations.name:x)`, CHAIN, 13],
    ['chains in two groups of alternatives', `or=(${CHAIN}:x)&or=(stations.shops.name:y,name:x)`, 'or', 15],
    ['100 groups of alternatives', new Array(100).fill('or=(cars.seats:1)').join('&'), 'or', 101],
  ])('are 400 above twelve: %s', async (_, query, parameter, tables) => {
    const { body } = await get(`/lines?${query}`);

    expect(body).toMatchObject({ status: 400, parameter });
    expect(body.detail).toContain(`read ${tables} tables, join tables included, and a query reads at most 12:`);
  });
});

/** Conditions on each level of the chain in turn. */
function alternatives(count: number): string {
  const steps = CHAIN.split('.').slice(0, -1);
  const names = steps.map((_, index) => [...steps.slice(0, index + 1), 'name'].join('.'));
  return Array.from({ length: count }, (_, index) => `${names[index % names.length]}:n${index}`).join(',');
}

describe('search.maxTables', () => {
  async function withLimit(maxTables: number, work: (limited: Served) => Promise<void>): Promise<void> {
    const limited = await serve(railway, { settings: { search: { maxTables } } });
    try {
      await work(limited);
    } finally {
      await limited.stop();
    }
  }

  it('bounds the names in the listing, and the searches', () =>
    withLimit(4, async (small) => {
      const { body } = await small.request('GET', '/admin/routes/lines');
      const list = body.find(({ name }: { name: string }) => name === 'listLines');

      expect(list.query_params).toEqual(
        expect.arrayContaining(['name', 'cars.seats', 'notices.text', 'stations.name', 'stations.area.name']),
      );
      expect(list.query_params).not.toContain('stations.shops.name');
      expect((await small.request('GET', '/lines?stations.area.name=x')).status).toBe(200);
      expect((await small.request('GET', '/lines?stations.shops.name=x')).body).toMatchObject({ status: 400 });
    }));

  it('may be 50, which no database rejects', () =>
    withLimit(50, async (most) => {
      const groups = (count: number) => new Array(count).fill('or=(cars.seats:1)').join('&');

      expect((await most.request('GET', `/lines?${groups(49)}&page=1`)).status).toBe(200);
      expect((await most.request('GET', `/lines?${groups(50)}`)).status).toBe(400);
    }));
});
