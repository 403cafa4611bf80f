const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

/** Why a file cannot be read, for messages, from an error of `node:fs`. */
export function readFault(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return FAULTS[code] ?? message;
}
