import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether Node.js reads the `.js` files of a folder as ES modules: the nearest package.json, upwards, decides. */
export function hasEsModules(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return dirname(folder) !== folder && hasEsModules(dirname(folder));
  const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: string };
  return type === 'module';
}
