import { readFileSync } from 'node:fs';

/** The file among the sources that declares a class. */
export function declaringFile(className: string, sources: readonly string[]): string | undefined {
  return sources.find((file) => readFileSync(file, 'utf8').includes(`class ${className} `));
}
