// Checks the types of the whole repository, and writes the JavaScript that the specs run to .build.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { ROOT } = require('./compiled.cjs');

// jest resolves the sources of a map against the source file, so only absolute ones are right for both.
const options = ['-p', join(ROOT, 'spec'), '--sourceRoot', ROOT];
const { status } = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc'), ...options], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
