import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { failedModule, ownValue } from '../../foundation';
import { StartError } from './errors';

type Constructor = new (...args: never[]) => object;

/**
 * Loads a class by `module[:ExportName]`: without a name, the default export or the only class of the module.
 *
 * @param root  the folder to which relative names and package lookups are relative
 */
export function loadClass(specifier: string, root: string): Constructor {
  const colon = specifier.lastIndexOf(':');
  const [module, name] = colon > 1 ? [specifier.slice(0, colon), specifier.slice(colon + 1)] : [specifier, undefined];
  const exports = loadModule(module, root);
  const found = name ? ownValue(exports, name) : onlyClass(exports);
  if (typeof found !== 'function') throw new StartError('EXPORT_NOT_FOUND', specifier, Object.keys(exports).join(', '));
  return found as Constructor;
}

/** The lines of a services file, without comments; none if the file is missing. */
export function readServices(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const lines = text.split(/\r?\n/).map((line) => (line.split('#', 1)[0] ?? '').trim());
  return lines.filter((line) => line !== '');
}

function loadModule(module: string, root: string): Record<string, unknown> {
  const require = createRequire(join(root, 'package.json'));
  const candidates = isAbsolute(module) || module.startsWith('.') ? [module] : [`./${module}`, module];
  for (const candidate of candidates) {
    const path = resolve(require, candidate);
    if (path) return loadFile(require, path, module, root);
  }
  throw new StartError('MODULE_NOT_FOUND', module, root, 'there is no such file or package');
}

function resolve(require: NodeJS.Require, candidate: string): string | undefined {
  try {
    return require.resolve(candidate);
  } catch {
    return undefined;
  }
}

function loadFile(require: NodeJS.Require, path: string, module: string, root: string): Record<string, unknown> {
  try {
    return require(path) as Record<string, unknown>;
  } catch (error) {
    const start = new StartError(
      'MODULE_UNLOADABLE',
      module,
      root,
      reasonOf(error),
      remedyFor(failedModule(error), path),
    );
    throw Object.assign(start, { cause: error });
  }
}

/** Names the module in which the error arose, which the loaded one may import. */
function remedyFor(failed: string | undefined, path: string): string {
  return failed === undefined || failed === path ? 'the module, or one that it imports' : failed;
}

const USED_BEFORE_DEFINED = /^Cannot access '[^']+' before initialization/;

/** A sentence. Node lists the requiring modules in further lines. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (USED_BEFORE_DEFINED.test(line)) return `${line}, because two modules import each other.`;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function onlyClass(exports: Record<string, unknown>): unknown {
  if (exports.default) return exports.default;
  const classes = Object.values(exports).filter((value) => typeof value === 'function');
  return classes.length === 1 ? classes[0] : undefined;
}
