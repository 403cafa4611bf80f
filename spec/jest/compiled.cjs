// The JavaScript of a TypeScript module, as specs and the modules that they load run it.
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join, relative } = require('node:path');

const ROOT = join(__dirname, '../..');
const CHECKED = join(ROOT, '.build', 'checked');
const checkedAtMs = existsSync(CHECKED) ? Number(readFileSync(CHECKED, 'utf8')) : 0;

/** What `npm run check` has written, or else the same compiled here: for a newer source, and for one of another folder. */
function compiled(file) {
  const emitted = emittedFrom(file);
  return emitted ? readFileSync(emitted, 'utf8') : transpiled(file);
}

/** The file with the source map of a module, for stack traces; undefined if the map stands in the code. */
function mapFileOf(file) {
  const emitted = emittedFrom(file);
  return emitted && `${emitted}.map`;
}

function emittedFrom(file) {
  if (!file.endsWith('.ts')) return undefined;
  const emitted = join(ROOT, '.build', relative(ROOT, file).replace(/ts$/, 'js'));
  // A file that is restored keeps the time of its content, but not that of its last change.
  return statSync(file).ctimeMs < checkedAtMs && existsSync(emitted) ? emitted : undefined;
}

let declarations;

/**
 * The declarations of the modules of lib that `npm run check` has written, as in the package, by source; undefined while a
 * source is newer. A compiler reads them in half the time that the sources take.
 */
function libDeclarations() {
  declarations ??= checkedDeclarations();
  return declarations.every(([, written]) => written) ? new Map(declarations) : undefined;
}

function checkedDeclarations() {
  const names = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts')).map((name) => join(ROOT, 'lib', name));
  return sources.map((file) => [file, emittedFrom(file)?.replace(/js$/, 'd.ts')]);
}

let transpile;

/** Alike, since each module is compiled by itself (isolatedModules). */
function transpiled(file) {
  transpile ??= transpiler();
  return transpile(readFileSync(file, 'utf8'), file);
}

function transpiler() {
  const ts = require('typescript');
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const options = {
    ...ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT).options,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: undefined,
    noEmit: false,
    declaration: false,
    sourceMap: false,
    inlineSourceMap: true,
  };
  return (source, fileName) => ts.transpileModule(source, { fileName, compilerOptions: options }).outputText;
}

module.exports = { CHECKED, ROOT, checkedAtMs, compiled, libDeclarations, mapFileOf };
