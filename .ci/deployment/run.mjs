#!/usr/bin/env node
// run.mjs: checks the files of a new project for its deployment: the unit by systemd-analyze, compose.yaml by docker-compose, and the
// manifest of Kubernetes by the schemas of its API. Build first; systemd and docker-compose are packages of Debian.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadAll } from 'js-yaml';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** Of Kubernetes 1.34 and older ones. */
const MODELS = 'kubernetes-models@5.1.0';

const scratch = mkdtempSync(join(tmpdir(), 'deployment-'));
const project = join(scratch, 'shop');
try {
  run(process.execPath, [join(ROOT, 'dist/lib/cli/main.js'), 'new', 'shop', '--database', 'mariadb', '--yes'], scratch);
  checkUnit();
  checkCompose();
  await checkManifest();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** It says what it does not know, and what cannot be executed. */
function checkUnit() {
  const unit = join(project, 'deploy/shop.service');
  // The node of this machine may be elsewhere.
  writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath));
  const { stdout, stderr } = run('systemd-analyze', ['verify', '--man=no', unit]);
  const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('shop.service'));
  if (own.length > 0) throw new Error(own.join('\n'));
  console.log('deploy/shop.service: systemd-analyze verify');
}

function checkCompose() {
  const { stdout } = run('docker-compose', ['--file', 'compose.yaml', 'config'], project, { DB_PASSWORD: 'secret' });
  if (!stdout.includes('stop_grace_period')) throw new Error(`docker-compose shows: ${stdout}`);
  console.log('compose.yaml: docker-compose config');
}

async function checkManifest() {
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', scratch, MODELS]);
  const text = readFileSync(join(project, 'deploy/kubernetes.yaml'), 'utf8');
  for (const object of loadAll(text)) {
    const module = join(scratch, 'node_modules/kubernetes-models', object.apiVersion, `${object.kind}.js`);
    const { [object.kind]: Kind } = await import(pathToFileURL(module).href);
    new Kind(object).validate();
    rejectsUnknown(Kind, object);
    console.log(`deploy/kubernetes.yaml: ${object.apiVersion} ${object.kind}`);
  }
}

/** Shows that the schema would find a mistake. */
function rejectsUnknown(Kind, object) {
  try {
    new Kind({ ...object, spec: { ...object.spec, selector: 3 } }).validate();
  } catch {
    return;
  }
  throw new Error(`The schema of ${object.kind} accepts a selector that is a number`);
}

function run(command, words, cwd = scratch, env = {}) {
  const result = spawnSync(command, words, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.error || result.status !== 0) {
    throw new Error(`${command} ${words.join(' ')}: ${result.error?.message ?? `${result.stdout}${result.stderr}`}`);
  }
  return result;
}
