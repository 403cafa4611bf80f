/** @jest-config-loader esbuild-register */
import { join } from 'node:path';
import type { Config } from 'jest';
import { globSync } from 'tinyglobby';
import { mariadbSource } from './bench/mariadb/mariadb-binaries';
import { runsOnBoth } from './spec/dialects';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

/** Of modules for each spec file, as `.ci/full` runs them once more; otherwise those of a worker share lib and the packages. */
const isIsolated = process.env.SPEC_MODULES === 'isolated';

const shared: Project = {
  ...(isIsolated
    ? { testEnvironment: 'node' }
    : {
        testEnvironment: '<rootDir>/spec/jest/shared-environment.cjs',
        runtime: '<rootDir>/spec/jest/shared-runtime.cjs',
      }),
  roots: ['<rootDir>/spec', '<rootDir>/lib'],
  moduleNameMapper: {
    '^koaggregate$': '<rootDir>/lib/index.ts',
    '^koaggregate/(core|security|testing)$': '<rootDir>/lib/doors/$1.ts',
  },
  // tsc's own emit: the decorator metadata of circular model files depends on it.
  // jose is an ES module, which jest's own require cannot load as it is; Node's can.
  transform: {
    '^.+\\.ts$': '<rootDir>/spec/jest/transform.cjs',
    '/node_modules/jose/.+\\.js$': '<rootDir>/spec/jest/es-module-transform.cjs',
  },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
};

const sqlite: Project = {
  ...shared,
  displayName: 'sqlite',
  testMatch: ['<rootDir>/spec/**/*.spec.ts'],
  globals: { testDialect: 'sqlite' },
};

/** The specs of spec/dialects.ts, once more on MariaDB; jest runs this setup only when one of them is to run. */
const mysql: Project = {
  ...shared,
  displayName: 'mysql',
  testMatch: specsOnBoth(),
  globals: { testDialect: 'mysql' },
  globalSetup: '<rootDir>/spec/global-setup.ts',
  globalTeardown: '<rootDir>/spec/global-teardown.ts',
};

function specsOnBoth(): string[] {
  const specs = globSync('spec/**/*.spec.ts', { cwd: __dirname });
  return specs.filter(runsOnBoth).map((spec) => `<rootDir>/${spec}`);
}

// For compilers and other tools that specs start, from Node 22 on: half of the time of a short one is that of compiling its code.
if (!process.env.NODE_V8_COVERAGE) process.env.NODE_COMPILE_CACHE ??= join(__dirname, '.build', 'compile-cache');

const config: Config = {
  testTimeout: 15_000,
  maxWorkers: 3,
  testSequencer: '<rootDir>/spec/jest/sequencer.cjs',
  projects: projects(),
};

function projects(): Project[] {
  const source = mariadbSource();
  if (source.kind !== 'none') return [sqlite, mysql];
  process.stderr.write(`MariaDB: not found (${source.reason}): the mysql project is skipped\n`);
  return [sqlite];
}

// jest reads the default export alone.
export default config;
