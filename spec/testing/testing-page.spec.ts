import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '../..');
const { compiled, libDeclarations } = require('../jest/compiled.cjs') as {
  compiled(file: string): string;
  libDeclarations(): ReadonlyMap<string, string> | undefined;
};
const PAGE = readFileSync(join(ROOT, 'docs/testing-your-application.md'), 'utf8');

/** A code block with the name of its file in the line before it; blocks without one belong to the test file. */
const BLOCK = /^(?:`([\w./-]+)`:\n\n)?^```(ts|json|yaml|sh)\n(.*?)^```/gms;
const TEST_FILE = 'test/products.test.ts';

interface Result {
  readonly code: number;
  readonly text: string;
}

let project: string;
const commands: string[] = [];

beforeAll(async () => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true });
  project = mkdtempSync(join(ROOT, '.tmp', 'testing-'));
  const files = new Map<string, string>();
  for (const [, name = TEST_FILE, language, code = ''] of PAGE.matchAll(BLOCK)) {
    if (language === 'sh') commands.push(...code.trim().split('\n'));
    else files.set(name, (files.has(name) ? `${files.get(name)}\n` : '') + code);
  }
  for (const [name, text] of files) write(name, text);
  await install();
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

/** Installs this package as npm would; other packages are those of this repository. */
async function install(): Promise<void> {
  const folder = join(project, 'node_modules/koaggregate');
  await writeDeclarations(join(folder, 'dist'));
  writeModules(join(folder, 'dist/lib'));
  for (const name of ['package.json', 'config']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  write('package.json', '{ "private": true }');
}

/** The types of this package, as `npm run check` has written them, or else the same written here. */
async function writeDeclarations(folder: string): Promise<void> {
  const declarations = libDeclarations();
  for (const [source, written] of declarations ?? []) {
    const file = join(folder, relative(ROOT, source).replace(/ts$/, 'd.ts'));
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(written, file);
  }
  if (declarations) return;
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const words = ['-p', 'tsconfig.build.json', '--outDir', folder, '--noCheck', '--emitDeclarationOnly'];
  expect(await run(ROOT, [tsc, ...words, '--sourceMap', 'false'])).toEqual({ code: 0, text: '' });
}

/** The JavaScript of this package, as `npm run check` has compiled it. */
function writeModules(folder: string): void {
  for (const name of readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    writeFileSync(join(folder, name.replace(/ts$/, 'js')), compiled(join(ROOT, 'lib', name)));
  }
}

function run(cwd: string, words: readonly string[]): Promise<Result> {
  const { NODE_OPTIONS: _, JEST_WORKER_ID: __, TEST_MYSQL_URL: ___, FORCE_COLOR: ____, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, env: { ...env, NO_COLOR: '1' }, timeout: 100_000 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: out + err });
    });
  });
}

/** Runs a command of the page. */
function runCommand(command: string): Promise<Result> {
  const [, name, ...words] = command.split(' ') as [string, string, ...string[]];
  const program = { jest: 'jest/bin/jest.js', vitest: 'vitest/vitest.mjs' }[name]!;
  return run(project, [join(ROOT, 'node_modules', program), ...words]);
}

describe('docs/testing-your-application.md', () => {
  it('installs packages that this package is tested with', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const installs = commands.filter((command) => command.startsWith('npm install'));

    const names = installs.flatMap((command) => command.split(' ').slice(3));

    expect(installs).toHaveLength(3);
    expect(names.filter((name) => !(name in devDependencies))).toEqual([]);
  });

  it.each([
    ['npx jest', /Tests: +8 passed, 8 total/],
    ['npx jest -c jest.swc.json', /Tests: +8 passed, 8 total/],
    ['npx vitest run', /Tests +1 passed \(1\)/],
  ])(
    'has files that pass with %s',
    async (command, passed) => {
      const { code, text } = await runCommand(command);

      expect(commands).toContain(command);
      expect(text).toMatch(passed);
      expect(code).toBe(0);
    },
    110_000,
  );
});
