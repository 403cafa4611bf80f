// Writes the file that packed-modules.cjs reads; see there.
const { rmSync, writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const { join } = require('node:path');
const { ROOT } = require('./compiled.cjs');
const { PACK, isPacked, run, state } = require('./packed-modules.cjs');

/** Scripts, and modules that import others while they run, which only Node's own way of compiling lets them do. */
const NOT_PACKED = /^#!|\bimport\(/;

function writePack() {
  const [scripts, resolutions] = [new Map(), {}];
  const { _resolveFilename: resolve } = Module;
  Module._resolveFilename = function (name, parent, ...more) {
    const file = resolve.call(this, name, parent, ...more);
    if (isPacked(parent?.filename) && isPacked(file))
      resolutions[parent.path] = { ...resolutions[parent.path], [name]: file };
    return file;
  };
  const { _compile: compile } = Module.prototype;
  Module.prototype._compile = function (source, file) {
    if (!isPacked(file) || NOT_PACKED.test(source)) return compile.call(this, source, file);
    // Registered before it runs, since modules load others.
    scripts.set(file, { source, script: undefined });
    scripts.get(file).script = run(this, file, source);
  };
  rmSync(PACK, { force: true });
  loadAll();
  writeFileSync(PACK, bytesOf(scripts, resolutions));
}

/** What the processes load. Packages that lib loads when it first needs them are found from here. */
function loadAll() {
  require('./typescript-modules.cjs');
  const doors = ['core', 'security', 'testing'].map((name) => `doors/${name}`);
  const modules = ['index', ...doors, 'cli/run-command'];
  for (const name of modules) require(join(ROOT, 'lib', `${name}.ts`));
  for (const name of ['sqlite3', 'mysql2', 'bcryptjs', 'umzug', 'commander']) require(name);
}

function bytesOf(scripts, resolutions) {
  const [modules, parts] = [{}, []];
  let length = 0;
  const add = (bytes) => {
    parts.push(bytes);
    length += bytes.length;
    return [length - bytes.length, length];
  };
  for (const [file, { source, script }] of scripts) {
    const bytes = Buffer.from(source);
    // The bytes of ASCII are the quickest to read.
    const encoding = bytes.length === source.length ? 'latin1' : 'utf8';
    modules[file] = { encoding, source: add(bytes), code: add(script.createCachedData()) };
  }
  const head = Buffer.from(JSON.stringify({ state: state(), modules, resolutions }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  return Buffer.concat([size, head, ...parts]);
}

writePack();
