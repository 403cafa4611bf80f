import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseFields } from '../model/parse-fields';
import { type NewFile, type WrittenFile, writeFiles } from '../project/write-files';
import { modelText } from '../templates/model';
import { modelSpecText, rootPathOf } from '../templates/model-spec';
import { projectFiles } from '../templates/project/project-files';
import { imported, type NewProject } from './new-project';

/** What a new project has to begin with. */
const PRODUCT = {
  className: 'Product',
  fileName: 'product',
  isRoot: true,
  fields: parseFields(
    'sku:string(20):searchable:unique:required,name:string(100):searchable:required,price:decimal:required',
  ),
  references: [],
  collections: [],
};

/** What is secret is nowhere else: it stays, whatever is forced. */
const KEPT = new Set(['.env']);

/** How many names of what is in the way are told. */
const MOST_NAMES = 5;

/**
 * Writes a project into a folder, which is made.
 *
 * @returns the files, and those of them that were there before
 * @throws Error for a folder that is not empty, unless it is forced
 */
export function writeProject(
  folder: string,
  project: NewProject,
  force = false,
): { readonly files: readonly WrittenFile[]; readonly overwritten: readonly string[] } {
  const root = resolve(folder);
  const found = entriesOf(root, folder);
  if (found.length > 0 && !force) throw new Error(isNotEmpty(folder, found));
  const files = filesOf(project).filter(({ path }) => !KEPT.has(path) || !existsSync(resolve(root, path)));
  const overwritten = files.map(({ path }) => path).filter((path) => existsSync(resolve(root, path)));
  return { files: writeFiles(root, files, { force }), overwritten };
}

function filesOf(project: NewProject): readonly NewFile[] {
  const spec = modelSpecText({
    ...PRODUCT,
    module: imported('../../src/domain/product', project),
    parents: [],
    rootPath: rootPathOf(PRODUCT.className),
    application: { className: project.className, module: imported(`../../src/${project.fileName}`, project) },
  });
  return [
    ...projectFiles(project),
    { path: 'src/domain/product.ts', text: modelText(PRODUCT) },
    { path: 'spec/domain/product.spec.ts', text: spec },
  ];
}

function entriesOf(root: string, folder: string): readonly string[] {
  if (!existsSync(root)) return [];
  if (!statSync(root).isDirectory()) throw new Error(`${folder} is a file: choose another name.`);
  return readdirSync(root).filter((name) => name !== '.git');
}

function isNotEmpty(folder: string, found: readonly string[]): string {
  const more = found.length > MOST_NAMES ? ` and ${found.length - MOST_NAMES} more` : '';
  const names = `${found.slice(0, MOST_NAMES).join(', ')}${more}`;
  return `The folder ${folder} is not empty (${names}): choose another name, or write into it with --force.`;
}
