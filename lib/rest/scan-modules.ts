import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { Mistakes } from '../foundation';
import { ScanError } from './errors';

const MODULES = '**/*.{js,cjs,mjs,ts,cts,mts}';
/** Decorator metadata asks for the classes of fields and parameters while a class is being made. */
const BEFORE_ITS_CLASS = /^Cannot access '([^']+)' before initialization$/;

const NO_MODULES = ['**/*.d.{ts,cts,mts}', '**/*.{spec,test}.*', '**/node_modules/**'];

/**
 * Loads every module below the given directories, or that match the given globs, and returns what they export.
 *
 * Of a module that stands there as source and compiled, the compiled one is loaded. Declarations and specs are
 * passed over.
 *
 * @param moduleRoot an absolute path: what the directories and globs start from
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
  const found = globSync(pattern, { cwd: moduleRoot, absolute: true, ignore: NO_MODULES }).sort();
  if (found.length === 0) throw new ScanError('NOTHING_TO_SCAN', [name, moduleRoot]);
  return found.filter((file) => !found.includes(compiledForm(file)));
}

/** `order.ts` → `order.js`; a path that is no source file is none of a module either. */
function compiledForm(file: string): string {
  return file.endsWith('ts') ? file.replace(/ts$/, 'js') : '';
}

function load(file: string, moduleRoot: string): object {
  try {
    return createRequire(join(moduleRoot, 'index.js'))(file) as object;
  } catch (error) {
    const { message } = error as Error;
    const [, early] = BEFORE_ITS_CLASS.exec(message) ?? [];
    if (early !== undefined) throw new ScanError('MODULE_CIRCULAR', [file, early], { cause: error });
    throw new ScanError('MODULE_FAILED', [file, message], { cause: error });
  }
}
