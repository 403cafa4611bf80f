import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ownManifest } from '../own-package';
import type { NewProject } from './new-project';

/** The folder of a project for the tarball that it installs. */
const FOLDER = 'packages';

/** The source from which a project installs this package. */
export interface PackageSource extends Pick<NewProject, 'packageRange' | 'packageFolder'> {
  /** Copies the tarball, if there is one, into the project. */
  copyInto(projectRoot: string): void;
}

/** The registry, with a range that is compatible with the running version. */
export function registrySource(): PackageSource {
  return { packageRange: `^${ownManifest().version}`, copyInto: () => undefined };
}

/**
 * A tarball, which is copied into the project, so that every clone can install it.
 *
 * @throws Error for a file that is not a tarball
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
