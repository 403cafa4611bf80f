// A sample as a process of its own.
//
// A compiled sample is samples/<name>/dist/main.js, or dist/<name>/src/main.js where it is compiled together with another
// sample. Started with PORT=0 it prints its address, http://127.0.0.1:<port>. It ends when it receives SIGTERM.
// HTTPS_PORT=0 is for a second port.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const SAMPLES = join(__dirname, '..', 'samples');

function sampleNames() {
  const names = readdirSync(SAMPLES).filter((name) => existsSync(join(SAMPLES, name, 'tsconfig.json')));
  if (names.length === 0) throw new Error('there is no sample with a tsconfig.json');
  return names;
}

function folderOf(name) {
  return join(SAMPLES, name);
}

async function startSample(node, name, settings = {}) {
  const env = { ...process.env, PORT: '0', HTTPS_PORT: '0', ...settings };
  const child = spawn(node, [mainOf(name)], { cwd: folderOf(name), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const sample = { child, output: '', ended: undefined };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (sample.output += chunk));
  await once(child, 'spawn');
  sample.ended = once(child, 'close');
  return sample;
}

function mainOf(name) {
  const candidates = [join('dist', 'main.js'), join('dist', name, 'src', 'main.js')];
  const main = candidates.find((candidate) => existsSync(join(folderOf(name), candidate)));
  if (!main) throw new Error('dist/main.js is missing: compile it');
  return main;
}

/** Resolves to the result of `find` on the output, as soon as there is one. */
async function printedBy(sample, find, expected) {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !hasEnded(sample); await sleep(50)) {
    const found = find(sample.output);
    if (found) return found;
  }
  throw new Error(`it has not printed ${expected}\n${sample.output}`);
}

function addressIn(output) {
  return output.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
}

async function stopSample(sample) {
  if (hasEnded(sample)) return;
  sample.child.kill('SIGTERM');
  const late = setTimeout(() => sample.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await sample.ended;
  clearTimeout(late);
  if (sample.child.signalCode === 'SIGKILL') throw new Error(`it does not end within ${STOP_TIMEOUT_MS} ms of SIGTERM`);
}

function hasEnded({ child }) {
  return child.exitCode !== null || child.signalCode !== null;
}

module.exports = { addressIn, folderOf, printedBy, sampleNames, startSample, stopSample };
