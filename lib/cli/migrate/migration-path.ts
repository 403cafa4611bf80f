import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { snakeCase } from '../../naming';
import type { Application } from '../../rest';

/** The path of a new migration, relative to the project root: `migrations/20270131120000-add-cars.sql`. */
export function migrationPath(name: string, { project, configuration }: Application, isTypeScript: boolean): string {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const bare = snakeCase(name.replaceAll(/[^\w-]/g, '-')).replaceAll(/[_-]{1,9}/g, '-');
  const { projectRoot, moduleRoot } = project;
  const sources = existsSync(join(projectRoot, 'src')) ? join(projectRoot, 'src') : projectRoot;
  const isSource = relative(projectRoot, moduleRoot) === '' || moduleRoot === sources;
  const root = isTypeScript ? (isSource ? moduleRoot : sources) : projectRoot;
  return relative(
    projectRoot,
    resolve(root, configuration.db.migrations!.folder, `${time}-${bare}.${isTypeScript ? 'ts' : 'sql'}`),
  ).replaceAll('\\', '/');
}
