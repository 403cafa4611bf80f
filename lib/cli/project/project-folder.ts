import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Files that mark the root of a project. */
const ROOT_FILES = [join('config', 'services', 'Application'), 'tsconfig.json', 'package.json'];

/** The root that `--project-dir` names; otherwise the nearest folder, from the current one upwards, that looks like one. */
export function projectRootOf({ projectDir }: { readonly projectDir?: string }): string {
  return projectDir === undefined ? nearestRoot(process.cwd()) : resolve(projectDir);
}

function nearestRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (ROOT_FILES.some((file) => existsSync(join(folder, file)))) return folder;
    if (dirname(folder) === folder) return start;
  }
}
