#!/usr/bin/env node
// run.mjs [PACKAGE@VERSION…]: runs specs of the repository with other versions of peer dependencies, on SQLite and MariaDB.
// Without versions: with the lowest of each range in package.json, all at once, and again with the others of a range with `||`.
//
//   --specs PATTERN   the specs, in place of those of the packages in specs.mjs; may be repeated
//   --all             all specs
//   --project NAME    sqlite or mysql alone
//   --keep            leaves the folder, and prints its path
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lowestVersions } from './ranges.mjs';
import { SPECS } from './specs.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const COPIED = ['.build', 'bench', 'config', 'docs', 'lib', 'samples', 'spec', 'templates'];
const FILES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'jest.config.ts',
  'biome.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    specs: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    project: { type: 'string', multiple: true, default: ['sqlite', 'mysql'] },
    keep: { type: 'boolean', default: false },
  },
});

if (!existsSync(join(ROOT, '.build/checked'))) run('npm', ['run', 'check'], ROOT);
const sets = positionals.length > 0 ? [positionals.map(parsed)] : lowestVersions(manifestOf(ROOT).peerDependencies);
for (const versions of sets) check(versions);

function parsed(word) {
  const at = word.lastIndexOf('@');
  if (at < 1) throw new Error(`Give a version, such as koa@2.13.4, instead of "${word}".`);
  return { name: word.slice(0, at), version: word.slice(at + 1) };
}

function check(versions) {
  const folder = mkdtempSync(join(tmpdir(), 'peers-'));
  const title = versions.map(({ name, version }) => `${name}@${version}`).join(' ');
  try {
    copyRepository(folder);
    for (const { name, version } of versions) replace(folder, name, version);
    if (positionals.length > 0) accept(folder, versions);
    const installed = versions.map(({ name }) => `${name} ${manifestOf(join(folder, 'node_modules', name)).version}`);
    console.log(`\n${installed.join(', ')}`);
    runSpecs(folder, versions);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED with ${title}: ${error.message}`);
  } finally {
    if (options.keep) console.log(folder);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** Packages find each other by their real paths, so links to those of the repository would not do. */
function copyRepository(folder) {
  for (const name of [...COPIED, ...FILES])
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const linked = spawnSync('cp', ['-al', join(ROOT, 'node_modules'), folder]);
  if (linked.status !== 0) run('cp', ['-a', join(ROOT, 'node_modules'), folder], folder);
  // jest compiles what has no compiled file. The other copies are newer than what was compiled, but equal.
  for (const name of changedSinceCheck()) rmSync(join(folder, '.build', name.replace(/ts$/, 'js')), { force: true });
  writeFileSync(join(folder, '.build/checked'), String(Date.now() + 1));
}

function changedSinceCheck() {
  const checkedAtMs = Number(readFileSync(join(ROOT, '.build/checked'), 'utf8'));
  const sources = COPIED.filter((name) => name !== '.build').flatMap((name) =>
    readdirSync(join(ROOT, name), { recursive: true }).map((path) => join(name, path)),
  );
  return sources.filter((name) => name.endsWith('.ts') && statSync(join(ROOT, name)).ctimeMs >= checkedAtMs);
}

/** The start would reject what is older than the range. */
function accept(folder, versions) {
  const manifest = manifestOf(folder);
  for (const { name, version } of versions) manifest.peerDependencies[name] = `^${version}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
}

/** With its dependencies below it, so that those of other packages stay. The repository may have the lowest version itself. */
function replace(folder, name, version) {
  if (manifestOf(join(folder, 'node_modules', name)).version === version) return;
  const scratch = join(folder, '.peers', name);
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }');
  const scripts = name === 'sqlite3' ? [] : ['--ignore-scripts'];
  run('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...scripts, `${name}@${version}`], scratch);
  const installed = join(scratch, 'node_modules');
  const target = join(folder, 'node_modules', name);
  rmSync(target, { recursive: true });
  renameSync(join(installed, name), target);
  mkdirSync(join(target, 'node_modules'), { recursive: true });
  for (const dependency of readdirSync(installed)) {
    if (dependency.startsWith('.') || name.startsWith(`${dependency}/`)) continue;
    const place = join(target, 'node_modules', dependency);
    if (!existsSync(place)) renameSync(join(installed, dependency), place);
  }
}

function runSpecs(folder, versions) {
  const patterns = options.all ? [] : (options.specs ?? specsOf(versions));
  const projects = options.project.flatMap((name) => ['--selectProjects', name]);
  const { status } = spawnSync('npx', ['jest', '--ci', '--silent', ...projects, '--testPathPatterns', ...patterns], {
    ...{ cwd: folder, stdio: 'inherit' },
  });
  if (status !== 0) throw new Error(`jest ended with ${status}`);
}

function specsOf(versions) {
  return [...new Set(versions.flatMap(({ name }) => SPECS[name] ?? []))];
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function run(command, words, cwd) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status !== 0)
    throw new Error(
      `${command} ${words.join(' ')} ended with ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`,
    );
}
