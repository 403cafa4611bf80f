import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

  it.each([
    ['new', 0o022, undefined],
    ['new, with a umask of 0', 0, undefined],
    ['overwritten', 0, 0o666],
    ['overwritten, with a narrower mode', 0, 0o400],
  ])('makes secrets readable for the owner alone: %s', (_, umask, existingMode) => {
    const file = join(root, '.env');
    if (existingMode !== undefined) {
      writeFileSync(file, 'old');
      chmodSync(file, existingMode);
    }
    const before = process.umask(umask);

    writeFiles(root, [{ path: '.env', text: 'new', isSecret: true }], { force: true });
    process.umask(before);

    expect(textOf('.env')).toBe('new');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not widen or narrow the mode of other files', () => {
    chmodSync(join(root, 'a.txt'), 0o640);

    writeFiles(root, FILES, { force: true });

    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o640);
  });
});
