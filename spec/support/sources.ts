import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** The sources of this package by the names of its doors. */
export const SOURCES = {
  koaggregate: join(ROOT, 'lib/index.ts'),
  'koaggregate/core': join(ROOT, 'lib/doors/core.ts'),
  'koaggregate/security': join(ROOT, 'lib/doors/security.ts'),
  'koaggregate/testing': join(ROOT, 'lib/doors/testing.ts'),
};

/** Let a jest of its own run the compiled form of these sources, before the transforms of its project. */
export const jestTransforms = { [`^${join(ROOT, 'lib')}/.+\\.ts$`]: join(ROOT, 'spec/jest/transform.cjs') };
