import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

const ROOT = join(__dirname, '..');
const page = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
const sources = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'lib', file), 'utf8'))
  .join('\n');

/** The rows of the table below a heading, each a list of cells. */
function rows(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

describe('docs/runbook.md', () => {
  const details = rows('Statuses').flatMap(([sign]) => codes(sign!).filter((code) => code.includes(' ')));
  const lines = rows('Lines of the log').flatMap(([line]) => codes(line!));

  it.each([...details, ...lines])('quotes what the library says: %s', (text) => {
    const parts = text.split('…').map((part) => part.trim());

    expect(parts.filter((part) => part.length > 3).length).toBeGreaterThan(0);
    for (const part of parts.filter((one) => one.length > 3)) expect(sources).toContain(part);
  });

  it('has the keys and defaults of limits as the configuration has them', () => {
    const defaults = load(readFileSync(join(ROOT, 'config/defaults.yml'), 'utf8')) as object;
    const named = rows('Limits').map(([key, value]) => [codes(key!), value!.split(', ').map(bytes)] as const);

    expect(named.length).toBeGreaterThan(5);
    for (const [keys, values] of named) expect(keys.map((key) => valueAt(defaults, key))).toEqual(values);
  });
});

function bytes(text: string): number {
  return text.endsWith(' MiB') ? Number.parseInt(text, 10) * 1024 * 1024 : Number(text);
}

function valueAt(values: object, key: string): unknown {
  return key.split('.').reduce((value: unknown, name) => (value as Record<string, unknown>)[name], values);
}
