import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COUNTER = join(__dirname, '../.ci/count-lines.mjs');

const TEXT = [
  '/** A class. */',
  'class Order {',
  '',
  '  // Two lines.',
  '  name = `a',
  '',
  'b // no comment`; // the end',
  '}',
];

describe('npm run count-lines', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'count-lines-'));
    mkdirSync(join(folder, 'lib/deep'), { recursive: true });
    writeFileSync(join(folder, 'lib/order.ts'), TEXT.join('\n'));
    writeFileSync(join(folder, 'lib/notes.md'), 'one\ntwo\n');
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--message', 'one file');
    writeFileSync(join(folder, 'lib/deep/item.ts'), 'export const item = 1;\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('counts lines with a token of the language as code, and others that are not blank as comments', () => {
    expect(count('lib')).toBe('lib: 2 files, 5 lines of code, 2 of comments, 0.400 comments per line of code\n');
  });

  it('reads the files of a commit', () => {
    expect(count('lib', '--at', 'HEAD')).toMatch(/^lib: 1 files, 4 lines of code, 2 of comments/);
  });

  it('adds up several folders', () => {
    expect(count('lib', 'lib/deep')).toMatch(/^together: 3 files, 6 lines of code/m);
  });

  function count(...given: string[]): string {
    return execFileSync(process.execPath, [COUNTER, ...given], { cwd: folder, encoding: 'utf8' });
  }

  function git(...given: string[]): void {
    execFileSync('git', given, { cwd: folder });
  }
});
