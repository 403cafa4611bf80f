import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from './koaggregate';
import { projectErrors } from './project-errors';
import { runNode } from './run-node';
import { type JestConfig, jestOnSources } from './sources';

const ROOT = join(__dirname, '..', '..');

/** A folder for projects, with the packages of this repository. */
export function projectsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'projects-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The output of `npm run check` of a project, with its own compiler options. */
export function checkProject(project: string): CommandResult {
  const out = projectErrors(join(project, 'spec/tsconfig.json'));
  return { code: out === '' ? 0 : 1, out, err: '' };
}

/** The output of the tests of a project, with its own configuration of jest. */
export function testProject(project: string): Promise<CommandResult> {
  const file = join(project, 'jest.config.js');
  const own = readFileSync(file, 'utf8').replace(/^export default|^module\.exports =/m, 'return');
  const config = jestOnSources(new Function(own)() as JestConfig);
  writeFileSync(join(project, 'jest.sources.json'), JSON.stringify({ ...config, rootDir: project }));
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  return runNode(project, [jest, '--config', 'jest.sources.json', '--verbose']);
}

/** All files of a project, sorted. */
export function filesOf(project: string): readonly string[] {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .sort();
}
