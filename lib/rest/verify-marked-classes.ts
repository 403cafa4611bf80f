import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { type DomainClass, defaultRegistry, type ModelMistakes } from '../metadata';
import { hasTable, isModel } from '../persistence';
import { ScanError } from './errors';

/**
 * Checks the classes that were marked while the modules of `db.packagesToScan` were loading, but are not exported by
 * them. A class that no module exports is a mistake; one that another module exports may belong to another application,
 * and is only warned about.
 */
export function verifyMarkedClasses(
  marked: readonly DomainClass[],
  types: readonly DomainClass[],
  mistakes: ModelMistakes,
  warn: (line: string) => void,
): void {
  const missing = marked.filter((type) => isEntity(type) && !types.includes(type));
  if (missing.length === 0) return;
  const exported = loadedExports();
  for (const type of missing) {
    if (!exported.has(type)) {
      mistakes.add(new ScanError('CLASS_NOT_EXPORTED', [type.name]));
      mistakes.leaveOut(type);
    } else warn(`${type.name} is marked as a domain class, but is in no module of db.packagesToScan: add its folder.`);
  }
}

function isEntity(type: DomainClass): boolean {
  return defaultRegistry.isDeclaredRoot(type) || (isModel(type) && hasTable(type));
}

/** The exports of all loaded modules outside node_modules. */
function loadedExports(): ReadonlySet<unknown> {
  const modules = Object.values(createRequire(__filename).cache);
  const own = modules.filter((module) => module && !module.filename.includes(`${sep}node_modules${sep}`));
  return new Set(own.flatMap((module) => exportsOf(module?.exports)));
}

function exportsOf(exported: unknown): unknown[] {
  return typeof exported === 'object' && exported !== null ? [exported, ...Object.values(exported)] : [exported];
}
