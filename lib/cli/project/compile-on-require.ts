import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Module } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, parse, relative, resolve } from 'node:path';
import { majorOf, type ProjectTypeScript, runCompiler } from './project-typescript';

/** The parts of Node's module loader that a `require` hook replaces. */
interface Loader {
  readonly _extensions: Record<string, (module: Compiling, file: string) => void>;
  _resolveFilename(request: string, parent: { readonly filename?: string } | undefined, ...more: unknown[]): string;
}
interface Compiling {
  _compile(code: string, file: string): void;
}

/**
 * Compiles the sources of a project with the project's own compiler, which emits the types that decorators need at run time,
 * and registers a `require` hook that loads them. ES modules are compiled to CommonJS; their imports name the compiled file,
 * `./order.js` for `order.ts`. A source that cannot be parsed is rejected when it is loaded; the compiler would leave out the
 * lines that it does not understand.
 */
export function compileOnRequire(typeScript: ProjectTypeScript): void {
  const loader = Module as unknown as Loader;
  const { _extensions: extensions } = loader;
  const previous = extensions['.ts'];
  const { texts, errors } = compile(typeScript);
  const resolveBefore = loader._resolveFilename;
  loader._resolveFilename = function resolveSource(request, parent, ...more) {
    const isRelative = parent?.filename && /^\.{1,2}\//.test(request);
    const typed = isRelative ? join(dirname(parent.filename), request).replace(/\.js$/, '.ts') : undefined;
    return typed && texts.has(typed) ? typed : resolveBefore.call(this, request, parent, ...more);
  };
  extensions['.ts'] = (module, file) => {
    const [text, error] = [texts.get(file), errors.get(file)];
    if (error !== undefined) throw new Error(error);
    if (text !== undefined) module._compile(text, file);
    else if (previous) previous(module, file);
    else
      throw new Error(`${relative(process.cwd(), file)} is imported, but tsconfig.json does not include it: add it.`);
  };
}

interface Compiled {
  /** The JavaScript of each source. */
  readonly texts: ReadonlyMap<string, string>;
  /** The sources that cannot be parsed, with the message of the compiler. */
  readonly errors: ReadonlyMap<string, string>;
}

/** The compiler writes to a folder that is removed again. */
function compile({ tsc, version, configFile, sources }: ProjectTypeScript): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'koaggregate-'));
  try {
    const { root } = parse(configFile);
    const { output } = runCompiler(tsc, [
      '-p',
      configFile,
      ...emitOptions(version),
      '--rootDir',
      root,
      '--outDir',
      folder,
    ]);
    const emitted = (file: string) => join(folder, relative(root, file)).replace(/\.ts$/, '.js');
    const modules = sources.filter((file) => file.endsWith('.ts') && existsSync(emitted(file)));
    const texts = new Map(modules.map((file) => [file, readFileSync(emitted(file), 'utf8')]));
    return { texts, errors: syntaxErrors(output) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The options that make CommonJS of each module by itself, without checking types or reading those of packages. The name of
 * the resolution that fits CommonJS differs between versions.
 */
function emitOptions(version: string): readonly string[] {
  const values = {
    ...{ module: 'commonjs', moduleResolution: majorOf(version) < 6 ? 'node10' : 'bundler' },
    ...{ noCheck: true, isolatedModules: true, noResolve: true, noLib: true },
    ...{ noEmit: false, noEmitOnError: false, emitDeclarationOnly: false, composite: false, incremental: false },
    ...{ declaration: false, declarationMap: false, sourceMap: false, inlineSourceMap: true },
  };
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** Those of lines such as `src/car.ts(5,3): error TS1005: ';' expected.`; other numbers are about types and options. */
function syntaxErrors(output: string): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const printed of output.split('\n')) {
    const [place = '', error = ''] = printed.split(/\): error (?=TS1\d{3}: )/);
    const bracket = place.lastIndexOf('(');
    if (error === '' || bracket < 0) continue;
    const file = place.slice(0, bracket);
    const [line] = place.slice(bracket + 1).split(',');
    // The first error of a file is the one that the others follow from.
    if (!errors.has(resolve(file))) errors.set(resolve(file), `${file}:${line}: ${error.slice('TS1000: '.length)}`);
  }
  return errors;
}
