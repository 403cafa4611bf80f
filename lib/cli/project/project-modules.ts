import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ProjectTypeScript } from './project-typescript';

/** The modules of a project. */
export interface ProjectModules {
  /** The folder that module names are relative to. */
  readonly root: string;
  /** All modules except specs. */
  readonly files: readonly string[];
  /** Whether they are compiled, or TypeScript sources. */
  readonly areCompiled: boolean;
}

/** The usual output folders of compilers, for projects whose tsconfig.json names none. */
const OUTPUT_FOLDERS = ['dist', 'build', 'out'];
const SOURCE_FOLDER = 'src';

const COMPILED = /\.(js|cjs)$/;
const SPEC = /\.(spec|test)\.[cm]?[jt]s$/;

/**
 * Finds the modules of a project: the compiled ones unless a source is newer, otherwise the sources, which the project's
 * own TypeScript reads.
 *
 * @throws Error when there are only sources and no TypeScript
 */
export function modulesOf(projectRoot: string, typeScript: ProjectTypeScript | undefined): ProjectModules {
  const compiled = compiledIn(projectRoot, typeScript);
  const sources = typeScript?.sources ?? [];
  if (compiled && newest(compiled.files) >= newest(sources)) return compiled;
  if (typeScript && sources.length > 0) {
    const root = existsSync(join(projectRoot, SOURCE_FOLDER)) ? join(projectRoot, SOURCE_FOLDER) : projectRoot;
    return { root, files: sources.filter(isNotSpec), areCompiled: false };
  }
  if (compiled) return compiled;
  if (!typeScript && existsSync(join(projectRoot, 'tsconfig.json')))
    throw new Error(`${projectRoot} is not compiled and has no TypeScript: build it, or run npm install typescript.`);
  return { root: projectRoot, files: [], areCompiled: true };
}

function compiledIn(projectRoot: string, typeScript: ProjectTypeScript | undefined): ProjectModules | undefined {
  const folders = typeScript?.outDir ? [typeScript.outDir] : OUTPUT_FOLDERS.map((name) => join(projectRoot, name));
  const outDir = folders.find((folder) => existsSync(folder));
  if (outDir === undefined) return undefined;
  const files = filesBelow(outDir).filter((file) => COMPILED.test(file) && isNotSpec(file));
  if (files.length === 0) return undefined;
  // With a rootDir above the project, its modules are in a subfolder of outDir.
  const source = join(projectRoot, SOURCE_FOLDER);
  const inner = typeScript?.rootDir && existsSync(source) ? relative(typeScript.rootDir, source) : '';
  const root = join(outDir, inner);
  return { root: inner.startsWith('..') || !existsSync(root) ? outDir : root, files, areCompiled: true };
}

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function isNotSpec(file: string): boolean {
  return !SPEC.test(file);
}

function newest(files: readonly string[]): number {
  return files.reduce((latest, file) => Math.max(latest, statSync(file).mtimeMs), 0);
}
