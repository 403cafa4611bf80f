import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The module of the samples of a project, from its suites: `samples.ts` or `samples.js` beside their folder, where
 * generated files do not replace it. Undefined if there is none.
 *
 * @param folder     the folder of the suites
 * @param extension  of imported modules
 * @throws Error when it exports no samples
 */
export function samplesModule(folder: string, extension: '.js' | ''): string | undefined {
  const files = ['samples.ts', 'samples.js'].map((name) => join(dirname(folder), name));
  const file = files.find((one) => existsSync(one));
  if (file === undefined) return undefined;
  if (!readFileSync(file, 'utf8').includes('samples')) throw new Error(notExportedMessage(file));
  return `../samples${extension}`;
}

function notExportedMessage(file: string): string {
  return `${file} has no samples: write "export const samples: Samples = { … }" in ${basename(file)}, or move the file.`;
}
