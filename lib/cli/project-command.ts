import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { MANIFEST, ownFile } from './own-package';

interface Manifest {
  readonly bin?: { readonly koaggregate?: string };
}

/**
 * Finds the command of the package that the project has installed. A command that is installed elsewhere, such as a
 * global one, has to hand over to it: classes and symbols of two copies of the package are different, so that the
 * other copy would see no aggregates, permissions and scopes.
 *
 * @param words the arguments of the command line; `--project DIR` names the project, by default the current folder
 * @returns the path of the module to run; undefined if there is no other copy
 */
export function projectCommand(words: readonly string[], currentFolder = process.cwd()): string | undefined {
  // A new project has no copy yet.
  if (words[0] === 'new') return undefined;
  const manifestFile = resolvedManifest(resolve(currentFolder, projectFolder(words) ?? '.'));
  if (!manifestFile || realpathSync(manifestFile) === realpathSync(ownFile('package.json'))) return undefined;
  const { bin } = createRequire(__filename)(manifestFile) as Manifest;
  const command = bin?.koaggregate && join(dirname(manifestFile), bin.koaggregate);
  return command && existsSync(command) ? command : undefined;
}

function resolvedManifest(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(MANIFEST);
  } catch {
    return undefined;
  }
}

function projectFolder(words: readonly string[]): string | undefined {
  for (const [index, word] of words.entries()) {
    const [, inline] = /^--project(?:-dir)?=(.*)$/.exec(word) ?? [];
    if (inline !== undefined) return inline;
    if (word === '--project' || word === '--project-dir') return words[index + 1];
  }
  return undefined;
}
