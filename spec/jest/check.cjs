// Checks the types of the whole repository, and writes the JavaScript that the specs run to .build.
const { spawnSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { CHECKED, ROOT } = require('./compiled.cjs');

const EMITTED_WITH_ERRORS = 2;
const startMs = Date.now();

// jest resolves the sources of a map against the source file, so only absolute ones are right for both.
const options = ['-p', join(ROOT, 'spec'), '--sourceRoot', ROOT];
const { status } = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc'), ...options], {
  stdio: 'inherit',
});
// A source that changes while tsc runs may have been read before.
if (status === 0 || status === EMITTED_WITH_ERRORS) {
  writeFileSync(CHECKED, String(startMs));
  spawnSync(process.execPath, [join(__dirname, 'pack-modules.cjs')], { stdio: 'inherit' });
}
process.exitCode = status ?? 1;
