import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What the root of a project has one of, the surest sign first. */
const SIGNS = [join('config', 'services', 'Application'), 'tsconfig.json', 'package.json'];

/** The nearest folder, from `folder` upwards, that looks like the root of a project; `folder` itself where none does. */
export function projectRootAt(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (SIGNS.some((sign) => existsSync(join(at, sign)))) return at;
    if (dirname(at) === at) return start;
  }
}
