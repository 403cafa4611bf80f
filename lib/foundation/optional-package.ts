import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { manifestAbove, verifyVersion } from './peer-versions';

/** An installed optional peer dependency. */
export interface OptionalPackage {
  readonly version: string;
  readonly folder: string;
  /** Loads its main module. */
  load(): unknown;
}

/** Finds an optional peer dependency; undefined if it is not installed. */
export type FindPackage = (name: string, projectRoot: string) => OptionalPackage | undefined;

/** Finds a package where {@link loadPackage} would, without loading it. */
export const findPackage: FindPackage = (name, projectRoot) => {
  for (const load of requiresOf(projectRoot)) {
    const manifest = manifestOf(load, name);
    if (manifest === undefined) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    return { version, folder: dirname(manifest), load: () => load(name) };
  }
  return undefined;
};

/**
 * Loads an optional peer dependency from the project, or else from the packages beside this one.
 *
 * @throws PackageError PACKAGE_TOO_OLD
 * @param missing  creates the error for a package that is not installed
 */
export function loadPackage(name: string, projectRoot: string, missing: () => Error): unknown {
  for (const load of requiresOf(projectRoot)) {
    try {
      verifyVersion(name, load);
      return load(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw missing();
}

function requiresOf(projectRoot: string): readonly NodeJS.Require[] {
  return [createRequire(`${projectRoot}/package.json`), require];
}

/** Some packages do not export their `package.json`. */
function manifestOf(load: NodeJS.Require, name: string): string | undefined {
  const manifest = resolved(load, `${name}/package.json`);
  if (manifest !== undefined) return manifest;
  const main = resolved(load, name);
  return main && manifestAbove(main, name);
}

function resolved(load: NodeJS.Require, specifier: string): string | undefined {
  try {
    return load.resolve(specifier);
  } catch {
    return undefined;
  }
}
