// Runs the generated suites of the samples on a compiled library: PLANTED_LIBRARY names its folder, SAMPLES those to run.
const { join } = require('node:path');

const root = join(__dirname, '../..');
const library = process.env.PLANTED_LIBRARY ?? join(root, 'dist/lib');
const samples = (process.env.SAMPLES ?? 'orders,petclinic,shopping-cart,quick-start,koa-app').split(',');

const transform = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};

module.exports = {
  rootDir: root,
  testEnvironment: 'node',
  roots: samples.map((name) => join(root, 'samples', name, 'spec/generated')),
  testMatch: ['**/*.spec.ts'],
  testTimeout: 20_000,
  moduleNameMapper: {
    '^koaggregate$': join(library, 'index.js'),
    '^koaggregate/(core|security|testing)$': join(library, 'doors/$1.js'),
  },
  transform: { '^.+\\.ts$': ['@swc/jest', transform] },
};
