import { QueryTypes, type Sequelize } from 'sequelize';
import { Line, railway } from '../support/domain/railway';
import { useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

const onServers = dialect === 'mysql' ? describe : describe.skip;

const CHAIN = 'stations.shops.brands.makers.towns.name';

/** Searches with as many tables as the default allows, and one with more. */
const SEARCHES: readonly [string, string][] = [
  ['12 tables in a chain', `${CHAIN}=x&cars.seats=1`],
  [
    '12 tables beside each other',
    'stations.neighbours.shops.name=x&stations.area.areas.areas.name=y&cars.seats=1&notices.text=z',
  ],
  ['12 tables in alternatives', `or=(${CHAIN}:x,cars.seats:1,name:y)`],
  [
    '22 tables, by a higher limit',
    `${CHAIN}=x&cars.seats=1&notices.text=y&stations.neighbours.shops.brands.makers.name=x&stations.area.name=z`,
  ],
];

const LINKS = [
  ['stops', 'line_id', 'station_id'],
  ['neighbours', 'station_id', 'neighbour_id'],
  ['station_shops', 'station_id', 'shop_id'],
  ['shop_brands', 'shop_id', 'brand_id'],
  ['brand_makers', 'brand_id', 'maker_id'],
  ['maker_towns', 'maker_id', 'town_id'],
] as const;

const ROWS = 20;

const sequelize = () => Line.sequelize as unknown as Sequelize;
const run = (sql: string) => sequelize().query(sql, { logging: false });

/** Links that are dense enough for many orders of the tables to seem equally good. */
async function fill(): Promise<void> {
  const ids = Array.from({ length: ROWS }, (_, index) => index + 1);
  for (const table of ['areas', 'lines', 'stations', 'shops', 'brands', 'makers', 'towns']) {
    const rows = ids.map((id) => `(${id}, 'n${id}', NOW(), NOW(), 0)`).join(', ');
    await run(`INSERT INTO \`${table}\` (id, name, created_at, updated_at, version) VALUES ${rows}`);
  }
  for (const [table, one, other] of LINKS) {
    const rows = ids.flatMap((id) => [0, 3, 7, 9, 13].map((gap) => `(${id}, ${1 + ((id + gap) % ROWS)})`));
    await run(`INSERT INTO ${table} (${one}, ${other}) VALUES ${rows.join(', ')}`);
  }
  await run(`ANALYZE TABLE ${[...LINKS.map(([table]) => table), '`lines`', 'stations', 'shops'].join(', ')}`);
}

/** The shortest time of several, since the machine may be busy. */
async function planMs(sql: string): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const start = performance.now();
    await sequelize().query(sql.replace('SELECT', 'EXPLAIN SELECT'), { type: QueryTypes.SELECT, logging: false });
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

onServers('The plan of a search', () => {
  const statements = new Map<string, readonly string[]>();

  const served = useServed(railway, { settings: { search: { maxTables: 22 } } });

  beforeAll(async () => {
    // The statements are sent to empty tables: with rows, the largest search takes long.
    for (const [name, query] of SEARCHES) {
      const url = `${served.address}/lines?${query}&sort=name&page=2&per_page=1`;
      statements.set(name, await allStatementsOf(Line, async () => expect((await fetch(url)).status).toBe(200)));
    }
    await fill();
  });

  it.each(SEARCHES)('of %s takes less than 50 ms, for the page and for the count', async (name) => {
    const sent = statements.get(name)!;

    expect(sent).toHaveLength(2);
    for (const sql of sent) expect(await planMs(sql)).toBeLessThan(50);
  });

  it('is bounded for instances too', async () => {
    const [, query] = SEARCHES.at(-1)!;
    await run('DELETE FROM stops');
    sequelize().addHook('beforeFind', 'seen', () => undefined);
    const sent = await allStatementsOf(Line, () => fetch(`${served.address}/lines?${query}&page=2&per_page=1`));
    sequelize().removeHook('beforeFind', 'seen');

    expect(sent).toHaveLength(2);
    for (const sql of sent) expect(sql).toMatch(/^SET STATEMENT optimizer_search_depth|^SELECT \/\*\+ SET_VAR/);
  });

  it('is left to the server for searches of up to 12 tables', async () => {
    for (const [name] of SEARCHES.slice(0, 3)) {
      for (const sql of statements.get(name)!) expect(sql).toMatch(/^SELECT [^/]/);
    }
  });
});
