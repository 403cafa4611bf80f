import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Random } from '../../bench/fuzz/random';
import { compilerMessages } from '../support/compiler-messages';
import { koaggregate } from '../support/koaggregate';
import { ListComparison, type Tally } from '../support/random-schemas/compare-lists';
import { RandomSchema } from '../support/random-schemas/random-schema';
import { statementsOf } from '../support/random-schemas/statements';
import { repeatable, seedOr } from '../support/seed';
import { prepare, serve } from '../support/serve-shop';
import { createTestDatabase, dialect } from '../support/test-database';

const SEED = seedOr(20261127);
/** `npm run fuzz:schemas` tries more, and prints the counts. */
const SCHEMAS = Number(process.env.SCHEMAS ?? 6);
const SUPPORT = join(__dirname, '..', 'support');
const OUT = join(SUPPORT, `random-${process.pid}-${dialect}`);
const TIMEOUT_MS = 60_000 + SCHEMAS * 5000;

beforeAll(() => {
  mkdirSync(OUT);
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation();
});
afterAll(() => {
  rmSync(OUT, { recursive: true, force: true });
  jest.restoreAllMocks();
});

interface Adopted extends Tally {
  readonly tables: number;
  readonly problems: readonly string[];
}

/** Creates the tables of a random schema, writes their classes, serves them and compares all lists. */
async function adopt(seed: number): Promise<Adopted> {
  const { tables } = new RandomSchema(new Random(seed), dialect);
  const database = await createTestDatabase();
  await prepare(database.url, statementsOf(tables, dialect));
  const folder = join(OUT, `s${seed}`);
  const place = ['--project', OUT, '--out', `s${seed}`, '--from-database', database.url];
  const { code, err } = await koaggregate('generate-models', '--views', ...place);
  if (code !== 0) throw new Error(err);
  const served = await serve(undefined as never, {
    database,
    packagesToScan: [relative(SUPPORT, folder)],
    // A column without a field that each row needs is what `validate` stops the start for.
    properties: { 'hbm2ddl.auto': /no row can be created/.test(err) ? 'none' : 'validate' },
  });
  const comparison = new ListComparison(served, tables);
  await comparison.compare();
  await served.stop();
  await database.drop();
  return { tables: tables.length, problems: comparison.differences, ...comparison.tally };
}

describe('koaggregate generate-models --from-database', () => {
  it(
    `writes classes of ${SCHEMAS} random schemas that start, and whose lists equal the rows`,
    async () => {
      const total = { tables: 0, roots: 0, lists: 0, rows: 0, values: 0 };
      for (let seed = SEED; seed < SEED + SCHEMAS; seed += 1) {
        const { problems, ...counts } = await repeatable(seed, adopt);
        expect({ seed, problems }).toEqual({ seed, problems: [] });
        for (const [name, count] of Object.entries(counts)) total[name as keyof typeof total] += count;
      }

      expect(total.values).toBeGreaterThan(0);
      if (process.env.SCHEMAS) console.log({ dialect, seed: SEED, ...total });
    },
    TIMEOUT_MS,
  );

  it(
    'writes classes of them that compile without a cast',
    () => {
      const folders = readdirSync(OUT).map((name) => join(OUT, name));

      expect(compilerMessages(folders)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
