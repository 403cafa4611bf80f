import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = join(__dirname, '../..');

/** The pages of the project, by path from its root. */
export function pages(): ReadonlyMap<string, string> {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const paths = [...top, ...pagesBelow('docs'), ...pagesBelow('samples')];
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

function pagesBelow(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const found = names.filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
  return found.map((name) => `${folder}/${name.split(sep).join('/')}`);
}
