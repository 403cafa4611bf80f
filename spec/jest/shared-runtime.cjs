require('./typescript-modules.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');
const { isBuiltin, Module } = require('node:module');
const { isAbsolute, join, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { ROOT, mapFileOf } = require('./compiled.cjs');

const FRAMEWORK = join('node_modules', 'jest-circus') + sep;
const SHARED = [join(ROOT, 'lib') + sep, join(ROOT, 'node_modules') + sep];

/**
 * Runs the spec files of a worker in the worker's own realm. They share the modules of lib and of packages, which Node
 * loads once, so that their code is compiled and optimised once; each file still has its own specs, fixtures and samples.
 */
class SharedRuntime extends Runtime {
  static current;
  #folder;
  #loaded = new Set();

  constructor(...parts) {
    super(...parts);
    SharedRuntime.current = this;
    this.#folder = parts[0].rootDir + sep;
    const { executor } = this;
    // Without a context of its own; the test environment has none.
    executor.compile = (source, filename) => compiledOnce(source, filename, executor.injectedModuleParameters);
  }

  requireModule(from, name, options, isRequireActual) {
    if (options?.isInternalModule) return this.#requireOfJest(from, name, options, isRequireActual);
    if (name !== undefined && isBuiltin(name)) return require(name);
    const path = name === undefined ? from : this._resolution.resolveCjs(from, name);
    if (isShared(path)) return require(path);
    const exports = super.requireModule(from, name, options, isRequireActual);
    // lib looks there for the classes that modules export.
    Module._cache[path] ??= Object.assign(new Module(path), { filename: path, exports, loaded: true });
    this.#loaded.add(path);
    return exports;
  }

  /** Only the framework itself has state of a spec file. */
  #requireOfJest(from, name, ...rest) {
    if (/^(node:)?async_hooks$/.test(name) && from.includes(FRAMEWORK)) return asyncHooksOfFramework;
    const path = name === undefined ? from : isBuiltin(name) ? name : this._resolution.resolveCjs(from, name);
    return path.includes(FRAMEWORK) ? super.requireModule(from, name, ...rest) : require(path);
  }

  /** Of the project that is tested, but neither shared nor of jest itself. */
  isOfSpec(path = '') {
    return isAbsolute(path) && path.startsWith(this.#folder) && !isShared(path) && !path.startsWith(__dirname + sep);
  }

  teardown() {
    for (const path of this.#loaded) delete Module._cache[path];
    super.teardown();
  }

  getSourceMaps() {
    const transformed = super.getSourceMaps();
    return {
      get: (file) => transformed.get(file) ?? sharedMapOf(file),
      [Symbol.iterator]: () => transformed.entries(),
    };
  }

  /** The process of the worker is that of the specs. */
  installGetBuiltinModule() {}
}

const storage = new AsyncLocalStorage();

/** With one storage for all files: a timer or socket that outlives a file would keep the tests of each storage it has met. */
const asyncHooksOfFramework = {
  AsyncLocalStorage: function OneStorage() {
    return storage;
  },
};

const functions = new Map();

/** The function of a module. It has no state, so that each file calls the same, with the code that V8 has optimised. */
function compiledOnce(source, filename, parameters) {
  const known = functions.get(filename);
  if (known?.source === source) return known.run;
  const run = compileFunction(source, parameters, { filename });
  functions.set(filename, { source, run });
  return run;
}

function isShared(path) {
  return SHARED.some((folder) => path.startsWith(folder));
}

function sharedMapOf(file) {
  return file.startsWith(SHARED[0]) ? mapFileOf(file) : undefined;
}

const { _load: load } = Module;

/** A module that lib loads for an application, as those of `db.packagesToScan`, is one of the spec file. */
Module._load = function (name, parent, ...rest) {
  const { current } = SharedRuntime;
  if (!current?.isOfSpec(name) || !current.isOfSpec(parent?.filename)) return load.call(this, name, parent, ...rest);
  return current.requireModuleOrMock(parent.filename, name);
};

module.exports = { __esModule: true, default: SharedRuntime };
