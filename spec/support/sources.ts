import { join } from 'node:path';

const { libDeclarations } = require('../jest/compiled.cjs') as {
  libDeclarations(): ReadonlyMap<string, string> | undefined;
};

const ROOT = join(__dirname, '..', '..');

/** What is changed of a configuration of jest. */
export interface JestConfig {
  readonly [option: string]: unknown;
  readonly moduleNameMapper?: object;
  readonly transform: object;
}

/** The sources of this package by the names of its doors. */
export const SOURCES = {
  koaggregate: join(ROOT, 'lib/index.ts'),
  'koaggregate/core': join(ROOT, 'lib/doors/core.ts'),
  'koaggregate/security': join(ROOT, 'lib/doors/security.ts'),
  'koaggregate/testing': join(ROOT, 'lib/doors/testing.ts'),
};

/** The option `paths` of a compiler that reads the types of this package: its declarations, or its sources. */
export function doorPaths(): Record<string, string[]> {
  const declarations = libDeclarations();
  return Object.fromEntries(Object.entries(SOURCES).map(([name, file]) => [name, [declarations?.get(file) ?? file]]));
}

const JEST = join(ROOT, 'spec/jest');

/** The compiled form of these sources, before the transforms of a project. */
const transforms = { [`^${join(ROOT, 'lib')}/.+\\.ts$`]: join(JEST, 'transform.cjs') };

const sharing = { testEnvironment: join(JEST, 'shared-environment.cjs'), runtime: join(JEST, 'shared-runtime.cjs') };

/**
 * The configuration of a jest of its own that runs these sources. As in the jest of the repository, its files share the
 * modules of lib and of packages, unless `SPEC_MODULES` says that each loads its own, as they do for users.
 */
export function jestOnSources(own: JestConfig): JestConfig {
  const mapped = Object.entries(SOURCES).map(([name, path]) => [`^${name}$`, path]);
  return {
    ...own,
    ...(process.env.SPEC_MODULES === 'isolated' ? {} : sharing),
    moduleNameMapper: { ...own.moduleNameMapper, ...Object.fromEntries(mapped) },
    transform: { ...transforms, ...own.transform },
  };
}
