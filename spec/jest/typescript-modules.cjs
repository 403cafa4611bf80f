// Lets Node's own require() load TypeScript modules, and the package by its name.
const { Module } = require('node:module');
const { join } = require('node:path');
const { ROOT, compiled } = require('./compiled.cjs');
const { usePack } = require('./packed-modules.cjs');

const DOOR = /^koaggregate(?:\/(core|security|testing))?$/;

Module._extensions['.ts'] = (module, file) => module._compile(compiled(file), file);

const { _resolveFilename: resolveFilename } = Module;

Module._resolveFilename = function (name, ...rest) {
  const door = DOOR.exec(name);
  if (!door) return resolveFilename.call(this, name, ...rest);
  return join(ROOT, 'lib', door[1] ? `doors/${door[1]}.ts` : 'index.ts');
};

usePack();
