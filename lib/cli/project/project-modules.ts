import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
const SCRIPT = /\.[cm]?js$/;
/** Folders of packages, of specs, of output, and of tools. */
const NOT_MODULES = /^(node_modules|tests?|specs?|__tests__|coverage|dist|build|out|\..*)$/;
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
  if (compiled && typeScript && newest(compiled.files) >= newest(sources)) return compiled;
  if (typeScript && sources.length > 0) {
    const root = existsSync(join(projectRoot, SOURCE_FOLDER)) ? join(projectRoot, SOURCE_FOLDER) : projectRoot;
    return { root, files: sources.filter(isNotSpec), areCompiled: false };
  }
  const hasTypeScript = existsSync(join(projectRoot, 'tsconfig.json'));
  // What a bundler has written may have nothing to do with a server in JavaScript.
  const scripts = hasTypeScript || compiled?.files.some(mentionsApplication) ? [] : scriptsBelow(projectRoot);
  if (compiled && scripts.length === 0) return compiled;
  if (!typeScript && hasTypeScript)
    throw new Error(`${projectRoot} is not compiled and has no TypeScript: build it, or run npm install typescript.`);
  return { root: projectRoot, files: scripts, areCompiled: true };
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

/** The modules of a project in JavaScript that uses this package. */
function scriptsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_MODULES.test(entry.name) ? [] : scriptsBelow(path);
    return entry.isFile() && SCRIPT.test(entry.name) && isNotSpec(path) && mentionsApplication(path) ? [path] : [];
  });
}

function mentionsApplication(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return text.includes('koaggregate') && text.includes('Application');
}

function isNotSpec(file: string): boolean {
  return !SPEC.test(file);
}

function newest(files: readonly string[]): number {
  return files.reduce((latest, file) => Math.max(latest, statSync(file).mtimeMs), 0);
}
