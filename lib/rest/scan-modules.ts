import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { failedModule, Mistakes } from '../foundation';
import { ScanError } from './errors';

const MODULES = '**/*.{js,cjs,mjs,ts,cts,mts}';
/** The error of decorator metadata for a class of a module that is not loaded yet. */
const USED_BEFORE_DEFINED = /^Cannot access '([^']+)' before initialization$/;

const IGNORED = ['**/*.d.{ts,cts,mts}', '**/*.{spec,test}.*', '**/node_modules/**'];

/**
 * Loads the modules of directories and globs, and returns their exports.
 *
 * If both the source and the compiled form of a module are found, the compiled one is loaded. Declarations and specs are
 * ignored.
 *
 * @param moduleRoot the absolute base of the directories and globs
 * @throws ScanError NOTHING_TO_SCAN, MODULE_FAILED, MODULE_CIRCULAR
 * @see Specification, "Configuration documents": `db.packagesToScan`
 */
export function scanModules(packages: readonly string[], moduleRoot: string): unknown[] {
  const files = new Set<string>();
  const mistakes = new Mistakes();
  for (const name of packages) {
    mistakes.collect(() => {
      for (const file of modulesIn(name, moduleRoot)) files.add(file);
    });
  }
  mistakes.report();
  return [...files].flatMap((file) => Object.values(load(file, moduleRoot)));
}

function modulesIn(name: string, moduleRoot: string): string[] {
  const directory = join(moduleRoot, name);
  const isDirectory = existsSync(directory) && statSync(directory).isDirectory();
  const pattern = isDirectory ? posix.join(name, MODULES) : name;
  const found = globSync(pattern, { cwd: moduleRoot, absolute: true, ignore: IGNORED }).sort();
  if (found.length === 0) throw new ScanError('NOTHING_TO_SCAN', [name, moduleRoot]);
  return found.filter((file) => !found.includes(compiledForm(file)));
}

/** `order.ts` → `order.js`; empty for other files. */
function compiledForm(file: string): string {
  return file.endsWith('ts') ? file.replace(/ts$/, 'js') : '';
}

function load(file: string, moduleRoot: string): object {
  try {
    return createRequire(join(moduleRoot, 'index.js'))(file) as object;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const name = USED_BEFORE_DEFINED.exec(message)?.[1];
    if (name === undefined) throw new ScanError('MODULE_FAILED', failureIn(file, error as Error), { cause: error });
    throw new ScanError('MODULE_CIRCULAR', [file, name, placeIn(stack)], { cause: error });
  }
}

/** Names the module in which the error arose, which a scanned one may import. */
function failureIn(file: string, error: Error): readonly string[] {
  const failed = failedModule(error) ?? file;
  // Node lists the requiring modules in further lines.
  const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
  const reason = isMissing ? error.message.split('\n', 1)[0]! : error.message;
  const hint = process.env.VITEST === undefined ? '' : VITEST_HINT;
  return failed === file
    ? [`${file} of db.packagesToScan`, reason, hint]
    : [failed, reason, ` (${file} of db.packagesToScan imports it.)${hint}`];
}

const VITEST_HINT =
  ' (vitest loads modules in its own way, so that db.packagesToScan cannot: pass the classes, as in startTestApplication(ShopApplication, { domain: [Order, OrderItem] }), and classes marked @Resource as "resources".)';

/** The file and line of the first frame: `    at file:///srv/shop/dist/domain/order.js:12:5` → `order.js:12:5`. */
function placeIn(stack: string): string {
  const frame = stack.split('\n').find((line) => line.startsWith('    at ')) ?? '';
  const start = Math.max(frame.lastIndexOf('/'), frame.lastIndexOf('\\')) + 1;
  return frame.slice(start).replace(')', '');
}
