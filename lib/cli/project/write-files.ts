import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file that a command writes. */
export interface NewFile {
  /** From the root of the project, or absolute; with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface WriteOptions {
  /** Overwrites files that exist already. */
  readonly force?: boolean;
  /** Renames a file that exists already to the same name with `.bk` behind it, in place of rejecting it. */
  readonly keep?: boolean;
}

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  /** Where its earlier text is now. */
  readonly kept?: string;
}

/**
 * Writes files below a folder: all of them, or none when one exists already and neither option says what to do with it.
 *
 * @returns them in the order given
 * @throws Error that names the files that exist already
 */
export function writeFiles(
  root: string,
  files: readonly NewFile[],
  { force = false, keep = false }: WriteOptions = {},
): readonly WrittenFile[] {
  const existing = files.filter(({ path }) => existsSync(resolve(root, path))).map(({ path }) => path);
  if (existing.length > 0 && !force && !keep) throw new FilesExistError(existing);
  return files.map(({ path, text }) => {
    const file = resolve(root, path);
    const kept = keep && existing.includes(path) ? `${path}.bk` : undefined;
    if (kept !== undefined) renameSync(file, resolve(root, kept));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return { path, ...(kept !== undefined && { kept }) };
  });
}

/** Files that a command would have overwritten. */
export class FilesExistError extends Error {
  constructor(readonly paths: readonly string[]) {
    const verb = paths.length === 1 ? 'exists' : 'exist';
    super(`${paths.join(', ')} already ${verb}. Nothing was written; use --force to overwrite.`);
  }
}
