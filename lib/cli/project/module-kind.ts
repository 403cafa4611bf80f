import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the modules of a project are ES modules, which are imported with the extension that they are compiled to. */
export function hasEsModules(projectRoot: string): boolean {
  const file = join(projectRoot, 'package.json');
  if (!existsSync(file)) return false;
  const { type } = JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: string };
  return type === 'module';
}
