import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** A package that the project may or may not have installed beside this one. */
export interface OptionalPackage {
  readonly version: string;
  readonly folder: string;
  /** Loads its main module. */
  load(): unknown;
}

/** Undefined where it is not installed. */
export type FindPackage = (name: string, projectRoot: string) => OptionalPackage | undefined;

/** Looks for an optional peer where {@link loadPackage} does, without loading it. */
export const findPackage: FindPackage = (name, projectRoot) => {
  for (const load of placesOf(projectRoot)) {
    const manifest = resolved(load, `${name}/package.json`);
    if (manifest === undefined) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    return { version, folder: dirname(manifest), load: () => load(name) };
  }
  return undefined;
};

/**
 * Loads an optional peer: from the project, where it is installed, or else from beside this package.
 *
 * @param missing the error where it is in neither place, with the npm line to type
 */
export function loadPackage(name: string, projectRoot: string, missing: () => Error): unknown {
  for (const load of placesOf(projectRoot)) {
    try {
      return load(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw missing();
}

function placesOf(projectRoot: string): readonly NodeJS.Require[] {
  return [createRequire(`${projectRoot}/package.json`), require];
}

function resolved(load: NodeJS.Require, specifier: string): string | undefined {
  try {
    return load.resolve(specifier);
  } catch {
    return undefined;
  }
}
