import { carts } from './support/domain/carts';
import { shop } from './support/domain/shop';
import { type CpuGrowth, cpuGrowth, type Fed, growthOf, MOST_GROWTH } from './support/linear-time/cpu-growth';
import { fedBodies, fedContents } from './support/linear-time/fed-bodies';
import { fedRequests } from './support/linear-time/fed-requests';
import { fedTexts, fedValues } from './support/linear-time/fed-texts';
import { type Served, serve } from './support/serve-shop';

const TIMEOUT_MS = 60_000;

// Other load disturbs a measurement, but code that takes more than linear time fails each time.
jest.retryTimes(3, { retryImmediately: true });

const measured: CpuGrowth[] = [];

let served: Served;

beforeAll(async () => {
  served = await serve([...shop, ...carts]);
});
afterAll(() => served.stop());

/** `SHOW_CPU=1 npx jest spec/linear-time.spec.ts --selectProjects sqlite` prints the table of CONTRIBUTING.md. */
afterAll(() => {
  if (process.env.SHOW_CPU) process.stdout.write(`${tableOf(measured)}\n`);
});

describe.each([
  ['A body', fedBodies],
  ['Content', fedContents],
  ['A name or header', fedTexts],
  ['A value', fedValues],
  ['A request', fedRequests(() => served.address)],
])('%s', (_, fed) => {
  it.each(named(fed))(
    'takes at most linear time: %s',
    async (_, one) => {
      const growth = await cpuGrowth(one);

      expect(growthOf(growth)).toBeLessThan(MOST_GROWTH);
      measured.push(growth);
    },
    TIMEOUT_MS,
  );
});

describe('The measure', () => {
  it('finds code that takes more than linear time', async () => {
    const zeros = {
      name: 'zeros',
      most: 1024,
      input: (n: number) => `${'0'.repeat(n)}1`,
      read: (text: string) => /0+0+$/.test(text),
    };

    const growth = await cpuGrowth(zeros);

    expect(growthOf(growth)).toBeGreaterThan(MOST_GROWTH);
  });
});

function named(fed: readonly Fed[]): [string, Fed][] {
  return fed.map((one) => [one.name, one]);
}

function tableOf(growths: readonly CpuGrowth[]): string {
  const rows = growths.map(({ name, n, atN, atDouble, doublings }) => [
    name,
    String(n),
    atN.toFixed(3),
    atDouble.toFixed(3),
    growthOf({ atN, atDouble, doublings }).toFixed(2),
  ]);
  return [['what is fed', 'n', 'ms at n', 'ms at 2n', 'growth'], ['---', '---:', '---:', '---:', '---:'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
