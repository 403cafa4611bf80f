import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from './koaggregate';

const ROOT = join(__dirname, '..', '..');

/** Paths that resolve this package to its sources, which are not compiled. */
const SOURCES = {
  koaggregate: join(ROOT, 'lib/index.ts'),
  'koaggregate/core': join(ROOT, 'lib/doors/core.ts'),
  'koaggregate/security': join(ROOT, 'lib/doors/security.ts'),
  'koaggregate/testing': join(ROOT, 'lib/doors/testing.ts'),
};

/** A folder for projects, with the packages of this repository. */
export function projectsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'projects-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The output of `npm run check` of a project, with its own compiler options. */
export function checkProject(project: string): Promise<CommandResult> {
  const paths = Object.fromEntries(Object.entries(SOURCES).map(([name, file]) => [name, [file]]));
  const config = { extends: './tsconfig.json', compilerOptions: { paths, rootDir: '/' }, include: ['.', '../src'] };
  writeFileSync(join(project, 'spec', 'tsconfig.check.json'), JSON.stringify(config));
  return runNode(project, 'node_modules/typescript/bin/tsc', '-p', 'spec/tsconfig.check.json');
}

/** The output of the tests of a project, with its own configuration of jest. */
export function testProject(project: string): Promise<CommandResult> {
  const file = join(project, 'jest.config.js');
  const own = readFileSync(file, 'utf8').replace(/^export default|^module\.exports =/m, 'return');
  const { moduleNameMapper = {}, ...config } = new Function(own)() as { readonly moduleNameMapper?: object };
  const mapped = Object.fromEntries(Object.entries(SOURCES).map(([name, path]) => [`^${name}$`, path]));
  const whole = { ...config, rootDir: project, moduleNameMapper: { ...moduleNameMapper, ...mapped } };
  writeFileSync(join(project, 'jest.sources.json'), JSON.stringify(whole));
  return runNode(project, 'node_modules/jest/bin/jest.js', '--config', 'jest.sources.json', '--verbose');
}

/** All files of a project, sorted. */
export function filesOf(project: string): readonly string[] {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .sort();
}

function runNode(folder: string, program: string, ...words: readonly string[]): Promise<CommandResult> {
  return new Promise((settle) => {
    execFile(
      process.execPath,
      [join(ROOT, program), ...words],
      { cwd: folder, timeout: 120_000 },
      (error, out, err) => {
        settle({ code: error ? Number(error.code ?? 1) : 0, out, err });
      },
    );
  });
}
