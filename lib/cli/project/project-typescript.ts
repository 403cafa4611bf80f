import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type * as TypeScript from 'typescript';

/** The TypeScript compiler of a project, and its tsconfig.json. */
export interface ProjectTypeScript {
  readonly compiler: typeof TypeScript;
  readonly options: TypeScript.CompilerOptions;
  readonly outDir: string | undefined;
  readonly rootDir: string | undefined;
  /** The source files, without declaration files. */
  readonly sources: readonly string[];
}

/** The parts of Node's module loader that a `require` hook replaces. */
interface Loader {
  readonly _extensions: Record<string, (module: Compiling, file: string) => void>;
  _resolveFilename(request: string, parent: { readonly filename?: string } | undefined, ...more: unknown[]): string;
}
interface Compiling {
  _compile(code: string, file: string): void;
}

/** Returns undefined for a project without a tsconfig.json or without TypeScript, as in production. */
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
 * Registers a `require` hook that compiles the sources of a project one by one with the project's own compiler, which
 * emits the types that decorators need at run time. ES modules are compiled to CommonJS; their imports name the compiled
 * file, `./order.js` for `order.ts`.
 */
export function compileOnRequire({ compiler, options, sources }: ProjectTypeScript): void {
  const loader = Module as unknown as Loader;
  const { _extensions: extensions } = loader;
  const previous = extensions['.ts'];
  const compiled = new Set(sources);
  const resolve = loader._resolveFilename;
  loader._resolveFilename = function resolveSource(request, parent, ...more) {
    const isRelative = parent?.filename && /^\.{1,2}\//.test(request);
    const typed = isRelative ? join(dirname(parent.filename), request).replace(/\.js$/, '.ts') : undefined;
    return typed && compiled.has(typed) ? typed : resolve.call(this, request, parent, ...more);
  };
  const compilerOptions = {
    ...options,
    module: compiler.ModuleKind.CommonJS,
    moduleResolution: compiler.ModuleResolutionKind.Node10,
    ignoreDeprecations: '6.0',
    ...{ noEmit: false, declaration: false, declarationMap: false, sourceMap: false, inlineSourceMap: true },
  };
  extensions['.ts'] = (module, file) => {
    if (previous && !compiled.has(file)) return previous(module, file);
    module._compile(compiledText(file, compiler, compilerOptions), file);
  };
}

/**
 * Compiles a module by itself, without checking types.
 *
 * @throws Error for a module that cannot be parsed; the compiler would leave out the lines that it does not understand
 */
function compiledText(file: string, compiler: typeof TypeScript, compilerOptions: TypeScript.CompilerOptions): string {
  const { outputText, diagnostics = [] } = compiler.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions,
    reportDiagnostics: true,
  });
  // Those without a file are about options.
  const syntaxError = diagnostics.find((diagnostic) => diagnostic.file !== undefined);
  if (syntaxError) throw new Error(syntaxErrorMessage(file, syntaxError, compiler));
  return outputText;
}

function syntaxErrorMessage(
  file: string,
  { file: source, start = 0, messageText }: TypeScript.Diagnostic,
  compiler: typeof TypeScript,
): string {
  const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
  return `${relative(process.cwd(), file)}:${line}: ${compiler.flattenDiagnosticMessageText(messageText, ' ')}`;
}

function compilerOf(projectRoot: string): typeof TypeScript | undefined {
  const require = createRequire(join(projectRoot, 'package.json'));
  try {
    return require('typescript') as typeof TypeScript;
  } catch {
    return undefined;
  }
}
