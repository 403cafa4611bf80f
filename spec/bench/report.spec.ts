import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tablesOf, writeFigures } from '../../bench/report/report';
import { type Result, Results } from '../../bench/results';

describe('The report of the bench', () => {
  it('has the median of all runs with the range, and the median of their ratios', () => {
    const results = [resultOf(1, 100, 200), resultOf(2, 120, 160), resultOf(3, 110, 440)];

    const [cpu] = tablesOf(results);

    expect(cpu!.header).toEqual(['', 'by hand', 'ours', 'ours : by hand']);
    expect(cpu!.rows).toEqual([['create one', '200 (160–440)', '110 (100–120)', '0.50 (0.25–0.75)']]);
  });

  it('leaves out what the database does not count', () => {
    const titles = tablesOf([resultOf(1, 100, 200)]).map(({ title }) => title);

    expect(titles.filter((title) => title.startsWith('Statements'))).toEqual([]);
  });

  it('marks what was created by bulkCreate in most of the runs', () => {
    const results = [resultOf(1, 100, 200, 'bulkCreate'), resultOf(2, 100, 200, 'bulkCreate'), resultOf(3, 100, 200)];

    const handwritten = tablesOf(results).find(({ title }) => title.startsWith('By hand'));

    expect(handwritten!.rows).toEqual([['create one', '200 *']]);
  });

  it('has the resident memory of each variant', () => {
    const memory = tablesOf([resultOf(1, 100, 200)]).find(({ title }) => title.startsWith('Resident memory'));

    expect(memory!.rows).toEqual([['plain', '1', '2', '3', '4', '5', '6']]);
  });
});

describe('The figures in a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koaggregate-report-'));
  const page = join(folder, 'page.md');
  const marked = (text: string) =>
    `before\n<!-- figures of npm run bench -->${text}<!-- end of the figures -->\nafter\n`;

  afterAll(() => rmSync(folder, { recursive: true }));

  it('are replaced between the marks, and nothing else is', () => {
    writeFileSync(page, marked('\nold\n'));

    writeFigures(page, [resultOf(1, 100, 200)]);
    const once = readFileSync(page, 'utf8');
    writeFigures(page, [resultOf(1, 100, 200)]);

    expect(once).toContain('| create one | 200 | 100 | 0.50 |');
    expect(once).not.toContain('old');
    expect(once.split('\n').at(0)).toBe('before');
    expect(once.split('\n').at(-2)).toBe('after');
    expect(readFileSync(page, 'utf8')).toBe(once);
  });

  it('have no place without the marks', () => {
    writeFileSync(page, 'a page\n');

    expect(() => writeFigures(page, [resultOf(1, 100, 200)])).toThrow('to write between');
    expect(readFileSync(page, 'utf8')).toBe('a page\n');
  });

  it('can be written from the file of an earlier run', () => {
    const file = join(folder, 'results');
    const results = new Results(file);
    for (const run of [1, 2]) results.add(resultOf(run, 100, 200));

    expect(Results.read(file)).toEqual(results.all);
  });
});

function resultOf(run: number, ours: number, handwritten: number, way: 'create' | 'bulkCreate' = 'create'): Result {
  const megabyte = 1024 * 1024;
  const memoryFrom = (first: number) => {
    const [atRestBytes, afterReadsBytes, peakBytes] = [first, first + 1, first + 2].map((size) => size * megabyte);
    return { atRestBytes: atRestBytes!, afterReadsBytes: afterReadsBytes!, peakBytes: peakBytes! };
  };
  return {
    run,
    conditions: { database: 'SQLite', node: 'v24.0.0', load: 'wrk' },
    variant: 'plain',
    measured: {
      'create one': { ours: { cpuUs: ours, p99Ms: 1 }, handwritten: { cpuUs: handwritten, p99Ms: 1, way } },
    },
    memory: { ours: memoryFrom(1), handwritten: memoryFrom(4) },
  };
}
