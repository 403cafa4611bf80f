import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { PackageError } from './errors';
import { isTooOld, nearestRange } from './package-versions';

// The package resolves its own name, so this works from the sources and from the compiled files.
const MANIFEST = 'koaggregate/package.json';

/** The ranges of this package's `package.json`. None in a bundle, whose packages may differ from those that can be resolved. */
function peerRanges(): Readonly<Record<string, string | undefined>> {
  const own = createRequire(__filename);
  try {
    const isBundled = !__filename.startsWith(dirname(own.resolve(MANIFEST)) + sep);
    return isBundled ? {} : (own(MANIFEST) as { readonly peerDependencies: Record<string, string> }).peerDependencies;
  } catch {
    return {};
  }
}

/**
 * Checks the version of a peer dependency that this package has loaded.
 *
 * @throws PackageError PACKAGE_TOO_OLD
 */
export function verifyPeer(name: string): void {
  verifyVersion(name, createRequire(__filename));
}

/**
 * Checks the version of a package before it is loaded. One that is not found, or whose `package.json` cannot be read, is not
 * checked, nor is a newer one.
 *
 * @param specifier of the package or one of its modules: `mysql2/promise`
 * @throws PackageError PACKAGE_TOO_OLD
 */
export function verifyVersion(specifier: string, load: NodeJS.Require): void {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const range = peerRanges()[name];
  const version = range && versionOf(name, specifier, load);
  if (!version || !isTooOld(version, range)) return;
  throw new PackageError('PACKAGE_TOO_OLD', name, version, range, `${name}@${nearestRange(version, range)}`);
}

function versionOf(name: string, specifier: string, load: NodeJS.Require): string | undefined {
  try {
    const manifest = manifestAbove(load.resolve(specifier), name);
    return manifest && (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}

/** The `package.json` of the package that a module belongs to. */
export function manifestAbove(module: string, name: string): string | undefined {
  const place = `${sep}node_modules${sep}${name.replace('/', sep)}${sep}`;
  const end = module.lastIndexOf(place);
  const manifest = end === -1 ? undefined : join(module.slice(0, end + place.length), 'package.json');
  return manifest !== undefined && existsSync(manifest) ? manifest : undefined;
}
