import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hasEsModules } from '../project/has-es-modules';
import { projectRootOf } from '../project/project-folder';
import { typeScriptOf } from '../project/project-typescript';
import { moduleOutline } from '../sources/module-outline';
import { domainOutline, type OutlinedClass } from './domain-outline';

/** The sources of a project, read without running them. */
export interface ProjectSources {
  readonly root: string;
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
  return {
    root,
    isEsm: hasEsModules(root),
    domain: domainOutline(join(root, DOMAIN_FOLDER)),
    application: applicationIn(root, typeScript.sources),
  };
}

/** The first exported class that extends `Application`. */
function applicationIn(root: string, sources: readonly string[]) {
  for (const file of sources) {
    const text = readFileSync(file, 'utf8');
    if (!/\bextends Application\b/.test(text)) continue;
    const { classes } = moduleOutline(text);
    const found = classes.find(({ base, modifiers }) => base === 'Application' && modifiers.includes('export'));
    if (found)
      return { className: found.name, module: relative(root, file).replaceAll('\\', '/').replace(/\.ts$/, '') };
  }
  return undefined;
}
