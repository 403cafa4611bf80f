import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ownManifest } from '../own-package';
import type { NewProject } from './new-project';

/** Where a project keeps the tarball that it installs. */
const FOLDER = 'packages';

/** Where a project has this package from. */
export interface PackageSource extends Pick<NewProject, 'packageRange' | 'packageFolder'> {
  /** Copies what the project needs of it. */
  copyInto(projectRoot: string): void;
}

/** The version that is running, and those after it that are compatible, from the registry. */
export function registrySource(): PackageSource {
  return { packageRange: `^${ownManifest().version}`, copyInto: () => undefined };
}

/**
 * A tarball, of which the project has a copy, so that it installs wherever it is cloned.
 *
 * @throws Error for what is no tarball
 */
export function tarballSource(file: string): PackageSource {
  const path = resolve(file);
  if (!existsSync(path) || !statSync(path).isFile() || !/\.(tgz|tar\.gz)$/.test(path))
    throw new Error(`--package ${file} is not a tarball: pass the file that "npm pack" writes.`);
  const name = basename(path);
  return {
    packageRange: `file:${FOLDER}/${name}`,
    packageFolder: FOLDER,
    copyInto: (projectRoot) => {
      mkdirSync(join(projectRoot, FOLDER), { recursive: true });
      copyFileSync(path, join(projectRoot, FOLDER, name));
    },
  };
}
