import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ProjectTypeScript } from './project-typescript';

/** Where the modules of a project are, and in which language. */
export interface ProjectModules {
  /** The folder that module names are relative to. */
  readonly root: string;
  /** All modules, those of specs left out. */
  readonly files: readonly string[];
  /** Whether they are what a compiler wrote, or sources. */
  readonly areCompiled: boolean;
}

/** Where compilers write, unless a tsconfig.json says otherwise. */
const OUTPUT_FOLDERS = ['dist', 'build', 'out'];
const SOURCE_FOLDER = 'src';

const COMPILED = /\.(js|cjs)$/;
const SPEC = /\.(spec|test)\.[cm]?[jt]s$/;

/**
 * The modules of a project: compiled, as long as no source is newer; else the sources, where the project has a TypeScript that
 * can read them.
 *
 * @throws Error where there are sources alone, and nothing to read them
 */
export function modulesOf(projectRoot: string, typeScript: ProjectTypeScript | undefined): ProjectModules {
  const compiled = compiledIn(projectRoot, typeScript);
  const sources = typeScript?.sources ?? [];
  if (compiled && newest(compiled.files) >= newest(sources)) return compiled;
  if (typeScript && sources.length > 0) {
    const root = existsSync(join(projectRoot, SOURCE_FOLDER)) ? join(projectRoot, SOURCE_FOLDER) : projectRoot;
    return { root, files: sources.filter(isNoSpec), areCompiled: false };
  }
  if (compiled) return compiled;
  if (existsSync(join(projectRoot, 'tsconfig.json')))
    throw new Error(`${projectRoot} is not compiled and has no TypeScript: build it, or run npm install typescript.`);
  return { root: projectRoot, files: [], areCompiled: true };
}

function compiledIn(projectRoot: string, typeScript: ProjectTypeScript | undefined): ProjectModules | undefined {
  const folders = typeScript ? [typeScript.outDir] : OUTPUT_FOLDERS.map((name) => join(projectRoot, name));
  const outDir = folders.find((folder) => folder !== undefined && existsSync(folder));
  if (outDir === undefined) return undefined;
  const files = filesBelow(outDir).filter((file) => COMPILED.test(file) && isNoSpec(file));
  if (files.length === 0) return undefined;
  // With a rootDir above the project, its own modules lie deeper.
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

function isNoSpec(file: string): boolean {
  return !SPEC.test(file);
}

function newest(files: readonly string[]): number {
  return files.reduce((latest, file) => Math.max(latest, statSync(file).mtimeMs), 0);
}
