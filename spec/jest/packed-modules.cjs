// The modules of lib and of the packages that it loads, in one file that `npm run check` writes: the processes that specs start
// find, read and compile none of them again, which takes more time than running them.
const { existsSync, readFileSync, statSync } = require('node:fs');
const { Module } = require('node:module');
const { dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');
const { ROOT, checkedAtMs } = require('./compiled.cjs');

const PACK = join(ROOT, '.build', 'modules');
const LIB = join(ROOT, 'lib') + sep;
const PACKAGES = join(ROOT, 'node_modules') + sep;
const INSTALLED = join(PACKAGES, '.package-lock.json');
const BEFORE = '(function (exports, require, module, __filename, __dirname) { ';
const AFTER = '\n});';

/** What must be the same when the pack is read: the sources as they were checked, the packages, and the version of V8. */
function state() {
  return [checkedAtMs, existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs, process.version].join();
}

const isPacked = (file) => file?.startsWith(LIB) || file?.startsWith(PACKAGES);

/** Of JavaScript alone, so that modules keep Node's way of running them: its cache, `require` and stack traces. */
function run(module, file, source, cachedData) {
  const script = new Script(BEFORE + source + AFTER, {
    filename: file,
    columnOffset: -BEFORE.length,
    cachedData,
  });
  script.runInThisContext().call(module.exports, module.exports, requireOf(module), module, file, dirname(file));
  return script;
}

function requireOf(module) {
  const require = (name) => module.require(name);
  const resolve = (name, options) => Module._resolveFilename(name, module, false, options);
  resolve.paths = (name) => Module._resolveLookupPaths(name, module);
  return Object.assign(require, {
    resolve,
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
}

/** Lets Node's loader take modules from the pack, if there is one of the same state. Coverage counts functions that V8 compiles. */
function usePack() {
  if (checkedAtMs === 0 || process.env.NODE_V8_COVERAGE || !existsSync(PACK)) return;
  const bytes = readFileSync(PACK);
  const start = 4 + bytes.readUInt32LE(0);
  const pack = JSON.parse(bytes.toString('utf8', 4, start));
  if (pack.state !== state()) return;
  const part = ([from, to]) => bytes.subarray(start + from, start + to);
  useResolutions(pack.resolutions);
  for (const extension of ['.js', '.ts']) {
    const { [extension]: load } = Module._extensions;
    Module._extensions[extension] = (module, file) => {
      const packed = pack.modules[file];
      if (!packed || !isAsChecked(file)) return load(module, file);
      run(module, file, part(packed.source).toString(packed.encoding), part(packed.code));
    };
  }
}

function isAsChecked(file) {
  return !file.startsWith(LIB) || statSync(file).ctimeMs < checkedAtMs;
}

function useResolutions(resolutions) {
  const { _resolveFilename: resolve } = Module;
  Module._resolveFilename = function (name, parent, isMain, options) {
    const known = options === undefined && isPacked(parent?.filename) && resolutions[parent.path]?.[name];
    return known || resolve.call(this, name, parent, isMain, options);
  };
}

module.exports = { PACK, isPacked, run, state, usePack };
