import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const FOLDER = join(ROOT, 'docs', 'decisions');
const FILES = readdirSync(FOLDER).sort();
const PARTS = ['Context', 'Options', 'Choice', 'Consequences', 'Status'];

describe('docs/decisions', () => {
  it('are numbered without a gap, in the name of the file and in its title', () => {
    const titles = FILES.map((file) => readFileSync(join(FOLDER, file), 'utf8').split('\n')[0]!);

    expect(FILES.length).toBeGreaterThan(0);
    expect(FILES.map((file) => Number(file.slice(0, 4)))).toEqual(FILES.map((_, index) => index + 1));
    expect(titles.map((title) => Number(/^# (\d+)\. /.exec(title)?.[1]))).toEqual(FILES.map((_, index) => index + 1));
  });

  it.each(FILES)('%s has context, options, choice, consequences, status and date, in this order', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, name]) => name);

    expect(parts.filter((name) => PARTS.includes(name!))).toEqual(PARTS);
    expect(text).toMatch(/\n\*\*Status\.\*\* (Accepted|Superseded by \[\d+\]\(.*\)), \d{4}-\d{2}-\d{2}\./);
  });

  it.each(FILES)('%s is read in a minute: at most 40 lines of at most 120 characters', (file) => {
    const lines = readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n');

    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });

  it.each(FILES)('%s names files that exist', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w-]+\.(?:ts|mjs|yml))`/g)].map(([, path]) => path!);

    expect(named.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, 'lib', path)))).toEqual([]);
  });
});
