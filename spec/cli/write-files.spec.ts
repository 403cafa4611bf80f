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

describe('Files that a command writes', () => {
  it('are none when one of them exists already; the error names it', () => {
    expect(() => writeFiles(root, FILES)).toThrow(
      'a.txt already exists. Nothing was written; use --force to overwrite.',
    );

    expect(textOf('a.txt')).toBe('old');
    expect(() => textOf('deep/b.txt')).toThrow('ENOENT');
  });

  it('may be elsewhere, by an absolute path', () => {
    const elsewhere = join(root, 'elsewhere');

    const written = writeFiles(join(root, 'project'), [{ path: `${elsewhere}/c.txt`, text: 'new' }]);

    expect(written).toEqual([{ path: `${elsewhere}/c.txt` }]);
    expect(textOf('elsewhere/c.txt')).toBe('new');
  });

  it('replace what exists with force', () => {
    expect(writeFiles(root, FILES, { force: true })).toEqual([{ path: 'deep/b.txt' }, { path: 'a.txt' }]);

    expect(textOf('a.txt')).toBe('new');
    expect(textOf('deep/b.txt')).toBe('new');
  });

  it('leave what exists beside them as .bk when it is to be kept', () => {
    const written = writeFiles(root, FILES, { keep: true });

    expect(written).toEqual([{ path: 'deep/b.txt' }, { path: 'a.txt', backup: 'a.txt.bk' }]);
    expect(textOf('a.txt.bk')).toBe('old');
    expect(textOf('a.txt')).toBe('new');
  });
});
