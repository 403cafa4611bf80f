// check.cjs [--lint]: checks the types of the whole repository, and writes the JavaScript that the specs run and the declarations of
// lib to .build. Everything runs side by side; with --lint the linter does, too.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { CHECKED, ROOT } = require('./compiled.cjs');

const EMITTED_WITH_ERRORS = 2;

async function check() {
  const startMs = Date.now();
  const [types, ...others] = await Promise.all([
    // jest resolves the sources of a map against the source file, so only absolute ones are right for both.
    tsc('-p', join(ROOT, 'spec'), '--sourceRoot', ROOT),
    tsc('-p', join(ROOT, 'tsconfig.build.json'), ...declarationsIn(join(ROOT, '.build'))),
    ...(process.argv.includes('--lint') ? [run(require.resolve('@biomejs/biome/bin/biome'), 'check', ROOT)] : []),
  ]);
  // A source that changes while tsc runs may have been read before.
  if (types === 0 || types === EMITTED_WITH_ERRORS) {
    writeFileSync(CHECKED, String(startMs));
    others.push(await run(join(__dirname, 'pack-modules.cjs')));
  }
  return Math.max(types, ...others);
}

/** Not those of the whole repository: they take a quarter of the time. */
function declarationsIn(folder) {
  const kept = ['--incremental', '--tsBuildInfoFile', join(folder, 'declarations.tsbuildinfo')];
  return ['--emitDeclarationOnly', '--noCheck', '--outDir', folder, ...kept];
}

/** With more room for young objects, of which it makes many: a tenth faster. */
function tsc(...options) {
  return run('--max-semi-space-size=64', require.resolve('typescript/bin/tsc'), ...options);
}

/** @returns the exit code */
async function run(...words) {
  const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit');
  return code ?? 1;
}

void check().then((code) => {
  process.exitCode = code;
});
