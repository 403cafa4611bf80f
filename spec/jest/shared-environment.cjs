require('./typescript-modules.cjs');
const { relative } = require('node:path');
const { ModuleMocker } = require('jest-mock');
const { endAsyncStorages } = require('./async-storages.cjs');
const { mapStacksOfFailedStatements } = require('./statement-stacks.cjs');
const registry = require('../../lib/metadata/registry.ts');
const { openDatabases } = require('../../lib/persistence/open-databases.ts');

// The classes of lib itself, which it declares while it loads.
require('../../lib/index.ts');
require('../../lib/doors/testing.ts');
const declaredByLib = registry.defaultRegistry.copy();
const globals = propertiesOf(globalThis);
const filesBefore = [];

/**
 * A spec file in the realm of its worker. What it changes there ends with it: declared classes, globals, the environment,
 * the working directory.
 */
module.exports = class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #before = { env: { ...process.env }, folder: process.cwd(), process: propertiesOf(process) };
  #hasFailed = false;

  constructor({ projectConfig }, { testPath }) {
    this.path = relative(projectConfig.rootDir, testPath);
    this.project = projectConfig.displayName?.name;
    Object.assign(globalThis, projectConfig.globals);
    registry.defaultRegistry = declaredByLib.copy();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Only its presence counts; see SharedRuntime. */
  getVmContext() {
    return {};
  }

  async setup() {
    mapStacksOfFailedStatements();
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.#hasFailed = true;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    endAsyncStorages();
    const open = [...openDatabases.values()];
    openDatabases.clear();
    restore(globalThis, globals);
    restore(process, this.#before.process);
    restore(process.env, propertiesOf(this.#before.env));
    process.chdir(this.#before.folder);
    filesBefore.push(this.path);
    if (this.#hasFailed) process.stderr.write(`${this.#repetition()}\n`);
    if (open.length > 0) throw new Error(`The spec leaves databases open: ${open.join(', ')}`);
  }

  #repetition() {
    const command = `SPEC_ORDER=${filesBefore.join()} npx jest -i --selectProjects=${this.project}`;
    return `To repeat ${this.path} after the files before it: ${command}`;
  }
};

function propertiesOf(object) {
  return new Map(Reflect.ownKeys(object).map((name) => [name, Object.getOwnPropertyDescriptor(object, name)]));
}

function restore(object, properties) {
  for (const name of Reflect.ownKeys(object)) if (!properties.has(name)) delete object[name];
  for (const [name, property] of properties) if (property.configurable) Object.defineProperty(object, name, property);
}
