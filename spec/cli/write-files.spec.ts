import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../lib/cli/project/write-files';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'files-'));
  writeFileSync(join(root, 'a.txt'), 'old');
});
afterEach(() => rmSync(root, { recursive: true }));

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const FILES = [
  { path: 'deep/b.txt', text: 'new' },
  { path: 'a.txt', text: 'new' },
];

describe('writeFiles()', () => {
  it('writes nothing and names the file when one already exists', () => {
    expect(() => writeFiles(root, FILES)).toThrow(
      'a.txt already exists. Nothing was written; use --force to overwrite.',
    );

    expect(textOf('a.txt')).toBe('old');
    expect(() => textOf('deep/b.txt')).toThrow('ENOENT');
  });

  it('accepts absolute paths', () => {
    const elsewhere = join(root, 'elsewhere');

    const written = writeFiles(join(root, 'project'), [{ path: `${elsewhere}/c.txt`, text: 'new' }]);

    expect(written).toEqual([{ path: `${elsewhere}/c.txt` }]);
    expect(textOf('elsewhere/c.txt')).toBe('new');
  });

  it('overwrites existing files with force', () => {
    expect(writeFiles(root, FILES, { force: true })).toEqual([{ path: 'deep/b.txt' }, { path: 'a.txt' }]);

    expect(textOf('a.txt')).toBe('new');
    expect(textOf('deep/b.txt')).toBe('new');
  });

  it('renames existing files to .bk with keep', () => {
    const written = writeFiles(root, FILES, { keep: true });

    expect(written).toEqual([{ path: 'deep/b.txt' }, { path: 'a.txt', backup: 'a.txt.bk' }]);
    expect(textOf('a.txt.bk')).toBe('old');
    expect(textOf('a.txt')).toBe('new');
  });
});
