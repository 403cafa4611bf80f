import { carts } from './support/domain/carts';
import { shop } from './support/domain/shop';
import { bodyReaders, contentWriters } from './support/linear-time/body-readers';
import { type CpuGrowth, cpuGrowth, growthOf, type Measured, MOST_GROWTH } from './support/linear-time/cpu-growth';
import { sentRequests } from './support/linear-time/sent-requests';
import { textReaders, valueReaders } from './support/linear-time/text-readers';
import { type Served, serve } from './support/serve-shop';

const TIMEOUT_MS = 60_000;

// Other load disturbs a measurement, so it is repeated after the others; code that takes more than linear time fails each time.
jest.retryTimes(3, { waitBeforeRetry: 2000 });

const growths: CpuGrowth[] = [];

let served: Served;

beforeAll(async () => {
  served = await serve([...shop, ...carts]);
});
afterAll(() => served.stop());

/** `SHOW_CPU=1 npx jest spec/linear-time.spec.ts --selectProjects sqlite` prints the table of CONTRIBUTING.md. */
afterAll(() => {
  if (process.env.SHOW_CPU) process.stdout.write(`${tableOf(growths)}\n`);
});

describe.each([
  ['A body', bodyReaders],
  ['Content', contentWriters],
  ['A name or header', textReaders],
  ['A value', valueReaders],
  ['A request', sentRequests(() => served.address)],
])('%s', (_, readers) => {
  it.each(byName(readers))(
    'takes at most linear time: %s',
    async (_, reader) => {
      const growth = await cpuGrowth(reader);

      expect(growthOf(growth)).toBeLessThan(MOST_GROWTH);
      growths.push(growth);
    },
    TIMEOUT_MS,
  );
});

describe('The measure', () => {
  it('finds code that takes more than linear time', async () => {
    const zeros = {
      name: 'zeros',
      most: 512,
      input: (n: number) => `${'0'.repeat(n)}1`,
      read: (text: string) => /0+0+$/.test(text),
    };

    const growth = await cpuGrowth(zeros);

    expect(growthOf(growth)).toBeGreaterThan(MOST_GROWTH);
  });
});

function byName(readers: readonly Measured[]): [string, Measured][] {
  return readers.map((reader) => [reader.name, reader]);
}

function tableOf(growths: readonly CpuGrowth[]): string {
  const rows = growths.map(({ name, n, atN, atDouble, doublings }) => [
    name,
    String(n),
    atN.toFixed(3),
    atDouble.toFixed(3),
    growthOf({ atN, atDouble, doublings }).toFixed(2),
  ]);
  return [['what is measured', 'n', 'ms at n', 'ms at 2n', 'growth'], ['---', '---:', '---:', '---:', '---:'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
