import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Files that mark the root of a project. */
const ROOT_FILES = [join('config', 'services', 'Application'), 'tsconfig.json', 'package.json'];

/**
 * The root that `--project-dir` names; otherwise the nearest folder, from the current one upwards, that looks like one.
 *
 * @throws Error when `--project-dir` names no folder
 */
export function projectRootOf({ projectDir }: { readonly projectDir?: string }): string {
  return namedFolder('--project-dir', projectDir) ?? nearestRoot(process.cwd());
}

/**
 * The absolute path of a folder that an option names.
 *
 * @throws Error when the folder does not exist
 */
export function namedFolder(option: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folder = resolve(path);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new Error(`The folder ${folder} does not exist: correct ${option}, which is relative to the current folder.`);
}

function nearestRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (ROOT_FILES.some((file) => existsSync(join(folder, file)))) return folder;
    if (dirname(folder) === folder) return start;
  }
}
