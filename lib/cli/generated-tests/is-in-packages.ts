import { dirname, join, relative } from 'node:path';

/**
 * Whether a file is in one of the packages of `--packages`, or in a folder below one.
 *
 * @param packages    names of folders such as `sales`, `domain/sales` or `domain.sales`; all files are in an empty list
 * @param moduleRoot  the folder whose folders are packages
 */
export function isInPackages(file: string | undefined, packages: readonly string[], moduleRoot: string): boolean {
  if (packages.length === 0) return true;
  if (file === undefined) return false;
  // Slashes at both ends, so that `sale` is not found in `sales`.
  const folder = `/${relative(moduleRoot, dirname(file)).replaceAll('\\', '/')}/`;
  return packages.some((name) => folder.includes(`/${join(name.replaceAll('.', '/')).replaceAll('\\', '/')}/`));
}
