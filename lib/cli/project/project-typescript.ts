import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TypeScript from 'typescript';

/** What a tsconfig.json says, and the compiler that a project has of its own. */
export interface ProjectTypeScript {
  readonly compiler: typeof TypeScript;
  readonly options: TypeScript.CompilerOptions;
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
  /** Without declarations. */
  readonly sources: readonly string[];
}

type Extensions = Record<string, (module: Compiling, file: string) => void>;
interface Compiling {
  _compile(code: string, file: string): void;
}

/** Undefined for a project without tsconfig.json, or without TypeScript, as in production. */
export function typeScriptOf(projectRoot: string): ProjectTypeScript | undefined {
  const compiler = compilerOf(projectRoot);
  const file = compiler?.findConfigFile(projectRoot, compiler.sys.fileExists);
  if (!compiler || !file || dirname(file) !== projectRoot) return undefined;
  const { options, fileNames } = compiler.parseJsonConfigFileContent(
    compiler.readConfigFile(file, compiler.sys.readFile).config ?? {},
    compiler.sys,
    projectRoot,
  );
  const sources = fileNames.filter((name) => !/\.d\.[cm]?ts$/.test(name));
  return { compiler, options, outDir: options.outDir, rootDir: options.rootDir, sources };
}

/**
 * Lets `require` read the sources of a project, each on its own, as the project's compiler writes them: decorators need their
 * types at run time.
 */
export function readSources({ compiler, options, sources }: ProjectTypeScript): void {
  const extensions = (Module as unknown as { readonly _extensions: Extensions })._extensions;
  const before = extensions['.ts'];
  const ours = new Set(sources);
  const compilerOptions = {
    ...options,
    module: compiler.ModuleKind.CommonJS,
    moduleResolution: compiler.ModuleResolutionKind.Node10,
    ignoreDeprecations: '6.0',
    ...{ noEmit: false, declaration: false, declarationMap: false, sourceMap: false, inlineSourceMap: true },
  };
  extensions['.ts'] = (module, file) => {
    if (before && !ours.has(file)) return before(module, file);
    const { outputText } = compiler.transpileModule(readFileSync(file, 'utf8'), { fileName: file, compilerOptions });
    module._compile(outputText, file);
  };
}

function compilerOf(projectRoot: string): typeof TypeScript | undefined {
  const require = createRequire(join(projectRoot, 'package.json'));
  try {
    return require('typescript') as typeof TypeScript;
  } catch {
    return undefined;
  }
}
