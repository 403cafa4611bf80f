import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseFields } from '../model/parse-fields';
import { type NewFile, type WrittenFile, writeFiles } from '../project/write-files';
import { modelText } from '../templates/model';
import { modelSpecText, rootPathOf } from '../templates/model-spec';
import { projectFiles } from '../templates/project/project-files';
import { imported, type NewProject } from './new-project';

/** The first model of a new project. */
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

/** Files that are never overwritten, because they have the only copy of secrets. */
const PROTECTED = new Set(['.env']);

/** The number of existing files that the error message names. */
const MAX_NAMES = 5;

/**
 * Writes a project into a folder, and creates the folder if necessary.
 *
 * @returns the written files, and the paths of those that were overwritten
 * @throws Error for a folder that is not empty, unless forced
 */
export function writeProject(
  folder: string,
  project: NewProject,
  force = false,
): { readonly files: readonly WrittenFile[]; readonly overwritten: readonly string[] } {
  const root = resolve(folder);
  const existing = entriesOf(root, folder);
  if (existing.length > 0 && !force) throw new Error(notEmptyMessage(folder, existing));
  const files = filesOf(project).filter(({ path }) => !PROTECTED.has(path) || !existsSync(resolve(root, path)));
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

function notEmptyMessage(folder: string, existing: readonly string[]): string {
  const more = existing.length > MAX_NAMES ? ` and ${existing.length - MAX_NAMES} more` : '';
  const names = `${existing.slice(0, MAX_NAMES).join(', ')}${more}`;
  return `The folder ${folder} is not empty (${names}): choose another name, or write into it with --force.`;
}
