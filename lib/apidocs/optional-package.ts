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
export type FindPackage = (name: string) => OptionalPackage | undefined;

const requireHere = createRequire(__filename);

export const findPackage: FindPackage = (name) => {
  const manifest = resolved(`${name}/package.json`);
  if (!manifest) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { version, folder: dirname(manifest), load: () => requireHere(name) };
};

function resolved(specifier: string): string | undefined {
  try {
    return requireHere.resolve(specifier);
  } catch {
    return undefined;
  }
}
