import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a project uses ES modules, whose imports need the extension `.js`. */
export function hasEsModules(projectRoot: string): boolean {
  const file = join(projectRoot, 'package.json');
  if (!existsSync(file)) return false;
  const { type } = JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: string };
  return type === 'module';
}
