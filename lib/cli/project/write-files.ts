import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OWNER_ONLY = 0o600;

/** A file that a command writes. */
export interface NewFile {
  /** Relative to the project root, or absolute; with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Whether only its owner may read and write it; Windows ignores that. */
  readonly isSecret?: boolean;
}

export interface WriteOptions {
  /** Overwrites existing files. */
  readonly force?: boolean;
  /** Renames existing files by appending `.bk`. */
  readonly keep?: boolean;
}

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  /** The new name of the file that existed before. */
  readonly backup?: string;
}

/**
 * Writes files below a folder: all of them, or none when one already exists and neither option is set.
 *
 * @returns the written files, in the same order
 * @throws FilesExistError
 */
export function writeFiles(
  root: string,
  files: readonly NewFile[],
  { force = false, keep = false }: WriteOptions = {},
): readonly WrittenFile[] {
  const existing = files.filter(({ path }) => existsSync(resolve(root, path))).map(({ path }) => path);
  if (existing.length > 0 && !force && !keep) throw new FilesExistError(existing);
  return files.map(({ path, text, isSecret }) => {
    const file = resolve(root, path);
    const backup = keep && existing.includes(path) ? `${path}.bk` : undefined;
    if (backup !== undefined) renameSync(file, resolve(root, backup));
    mkdirSync(dirname(file), { recursive: true });
    writeFile(file, text, isSecret);
    return { path, ...(backup !== undefined && { backup }) };
  });
}

/** The mode of an existing file is changed before it contains the secret. */
function writeFile(file: string, text: string, isSecret = false): void {
  if (isSecret && existsSync(file)) chmodSync(file, OWNER_ONLY);
  writeFileSync(file, text, isSecret ? { mode: OWNER_ONLY } : {});
}

/** Thrown instead of overwriting files. */
export class FilesExistError extends Error {
  constructor(readonly paths: readonly string[]) {
    const verb = paths.length === 1 ? 'exists' : 'exist';
    super(`${paths.join(', ')} already ${verb}. Nothing was written; use --force to overwrite.`);
  }
}
