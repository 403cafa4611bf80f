import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The fields of this package's `package.json` that the command reads. */
interface OwnManifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

// The package resolves its own name, so this works from the sources and from the compiled files.
export const MANIFEST = 'koaggregate/package.json';

export function ownManifest(): OwnManifest {
  return createRequire(__filename)(MANIFEST) as OwnManifest;
}

/** The absolute path of a file of this package, from its path in the package. */
export function ownFile(path: string): string {
  return join(dirname(createRequire(__filename).resolve(MANIFEST)), path);
}
