import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIB = join(__dirname, '../lib');
const page = readFileSync(join(__dirname, '../docs/architecture.md'), 'utf8');

describe('docs/architecture.md', () => {
  it('names files that exist', () => {
    const named = [...page.matchAll(/`([a-z][\w/-]*\/[\w-]+\.ts)`/g)].map(([, path = '']) => path);
    const missing = named.filter((path) => !existsSync(join(LIB, path)) && !existsSync(join(LIB, '..', path)));

    expect(named).toContain('operations/read-entities.ts');
    expect(missing).toEqual([]);
  });

  it('lists every room and every folder of persistence and core', () => {
    const [rooms = ''] = /^lib\/\n.*?(?=^```)/ms.exec(page) ?? [];
    const folders = [LIB, join(LIB, 'persistence'), join(LIB, 'core')].flatMap(foldersIn);

    expect(folders.filter((folder) => !new RegExp(`\\b${folder}/`).test(rooms))).toEqual([]);
  });
});

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
