import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type * as TypeScript from 'typescript';
import { hasEsModules } from '../project/has-es-modules';
import { projectRootOf } from '../project/project-folder';
import { typeScriptOf } from '../project/project-typescript';
import { domainOutline, type OutlinedClass, parseModule } from './domain-outline';

/** The sources of a project, read without running them. */
export interface ProjectSources {
  readonly root: string;
  readonly compiler: typeof TypeScript;
  readonly isEsm: boolean;
  readonly domain: readonly OutlinedClass[];
  /** Its first application. */
  readonly application?: { readonly className: string; readonly module: string };
}

export const DOMAIN_FOLDER = 'src/domain';

/** @throws Error for a project without TypeScript */
export function projectSources(projectDir: string | undefined): ProjectSources {
  const root = projectRootOf({ projectDir });
  const typeScript = typeScriptOf(root);
  if (!typeScript)
    throw new Error(
      `${root} has no tsconfig.json or no TypeScript installed: run this in a project, after npm install.`,
    );
  const { compiler, sources } = typeScript;
  return {
    root,
    compiler,
    isEsm: hasEsModules(root),
    domain: domainOutline(join(root, DOMAIN_FOLDER), compiler),
    application: applicationIn(root, sources, compiler),
  };
}

/** The first exported class that extends `Application`. */
function applicationIn(root: string, sources: readonly string[], compiler: typeof TypeScript) {
  for (const file of sources) {
    if (!/\bextends Application\b/.test(readFileSync(file, 'utf8'))) continue;
    const found = parseModule(file, compiler).statements.find((one) => isApplication(one, compiler));
    const name = found && compiler.isClassDeclaration(found) ? found.name?.text : undefined;
    if (name !== undefined)
      return { className: name, module: relative(root, file).replaceAll('\\', '/').replace(/\.ts$/, '') };
  }
  return undefined;
}

function isApplication(statement: TypeScript.Statement, compiler: typeof TypeScript): boolean {
  if (!compiler.isClassDeclaration(statement)) return false;
  const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) ?? false;
  const [heritage] = statement.heritageClauses ?? [];
  return isExported && heritage?.types[0]?.expression.getText() === 'Application';
}
