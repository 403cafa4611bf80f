const { transformSync } = require('esbuild');

/** Lets jest load a package that has ES modules alone; Node's own require can do so by itself. */
module.exports = {
  process: (source) => ({ code: transformSync(source, { format: 'cjs', target: 'node20' }).code }),
};
