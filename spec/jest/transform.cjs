const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { compiled, mapFileOf } = require('./compiled.cjs');

/** Gives jest the compiled form of a module. */
module.exports = {
  process(_source, file) {
    const mapFile = mapFileOf(file);
    return { code: compiled(file), map: mapFile && readFileSync(mapFile, 'utf8') };
  },
  getCacheKey: (source, file) => createHash('sha1').update(source).update(file).update(compiled(file)).digest('hex'),
};
