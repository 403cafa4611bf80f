import { posix } from 'node:path';
import { importCycles } from './import-cycles';
import { arrowFault, isKnownRoom, packageFault } from './rooms';
import { type SourceImports, sourceImports } from './source-imports';

/** Source texts by path from the project root, with forward slashes: `lib/naming/case.ts`. */
export type Sources = ReadonlyMap<string, string>;

interface ReadFile extends SourceImports {
  readonly path: string;
  /** The files of the project that it imports. */
  readonly imported: readonly string[];
}

/** Names without a meaning, which attract unrelated code. */
const EMPTY_NAMES = /^(utils?|helpers?|managers?)$/;

/** The violations of the architecture in these files, one sentence each that begins with the path. */
export function architectureFaults(sources: Sources): string[] {
  const files = [...sources].map(([path, text]) => readFile(path, text, sources));
  const cycles = importCycles(new Map(files.map(({ path, imported }) => [path, imported])));
  return [
    ...files.flatMap((file) => fileFaults(file, sources)),
    ...cycles.map((cycle) => `${cycle.join(' -> ')}: a cycle`),
  ];
}

function readFile(path: string, text: string, sources: Sources): ReadFile {
  const imports = sourceImports(path, text);
  const imported = imports.specifiers.map((specifier) => resolve(path, specifier, sources));
  return { ...imports, path, imported: imported.filter((target) => target !== undefined) };
}

function fileFaults({ path, specifiers, starExports, imported }: ReadFile, sources: Sources): string[] {
  return [
    ...nameFaults(path),
    ...starExports.map((specifier) => `${path} has "export * from '${specifier}'": name the exports one by one`),
    ...specifiers.flatMap((specifier) => faultLines(path, specifier, specifierFault(path, specifier, sources))),
    ...imported.flatMap((target) => faultLines(path, target, arrowFault(path, target))),
  ];
}

function nameFaults(path: string): string[] {
  const names = path.replace(/\.ts$/, '').split(/[/.-]/);
  const unclear = names.filter((name) => EMPTY_NAMES.test(name)).map((name) => `${path}: "${name}" names no concept`);
  return isKnownRoom(path) ? unclear : [...unclear, `${path}: it stands in no room`];
}

function specifierFault(path: string, specifier: string, sources: Sources): string | undefined {
  if (!isOurs(specifier)) return packageFault(path, specifier);
  return resolve(path, specifier, sources) === undefined ? 'it leads to no file of lib' : undefined;
}

function faultLines(path: string, target: string, fault: string | undefined): string[] {
  return fault === undefined ? [] : [`${path} -> ${target}: ${fault}`];
}

/** The path of the project file that a specifier resolves to: relative, or by the name of the package. */
function resolve(from: string, specifier: string, sources: Sources): string | undefined {
  if (!isOurs(specifier)) return undefined;
  const base = specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : posix.join(
        'lib',
        specifier.replace(/^koaggregate(\/)?/, (_, sub) => (sub ? 'doors/' : '')),
      );
  const candidates = [base, `${base}.ts`, base.replace(/\.js$/, '.ts'), `${base}/index.ts`];
  return candidates.find((candidate) => sources.has(candidate));
}

function isOurs(specifier: string): boolean {
  return /^(\.{1,2}(\/|$)|koaggregate(\/|$))/.test(specifier);
}
