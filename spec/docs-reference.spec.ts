import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const manifest = JSON.parse(read('package.json')) as { exports: Record<string, { types?: string }> };

const doors = Object.entries(manifest.exports)
  .filter(([, { types }]) => types)
  .map(([path, { types }]) => ({
    door: `koaggregate${path.slice(1)}`,
    file: types!.replace('./dist/', '').replace('.d.ts', '.ts'),
  }));

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** The names that an entry point exports. */
function exportedFrom(file: string): string[] {
  const lists = [...read(file).matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, names]) => names!);
  const names = lists.flatMap((list) => list.split(',')).map((name) => name.trim().replace(/^type /, ''));
  return names.filter((name) => name !== '').map((name) => name.replace(/^.* as /, ''));
}

/** The names in the first cells of the tables in the section of an entry point. */
function listedFor(door: string): string[] {
  const [, section = ''] = read('docs/reference.md').split(new RegExp(`^## ${door}$`, 'm'));
  const [lines] = section.split(/^## /m);
  const cells = lines!.split('\n').map((line) => (line.startsWith('|') ? line.split('|')[1]! : ''));
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Za-z_]+)`/g)].map(([, name]) => name!));
}

describe('docs/reference.md', () => {
  it.each(doors)('lists exactly the exports of $door', ({ door, file }) => {
    const exported = exportedFrom(file);

    const listed = listedFor(door);

    expect(exported.length).toBeGreaterThan(0);
    expect([...new Set(listed)].filter((name) => !exported.includes(name))).toEqual([]);
    expect(exported.filter((name) => !listed.includes(name))).toEqual([]);
  });
});
