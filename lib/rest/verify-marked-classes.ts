import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { type DomainClass, defaultRegistry, type ModelMistakes } from '../metadata';
import { hasTable, isModel } from '../persistence';
import { ScanError } from './errors';

/**
 * Looks for classes that were marked while the modules of `db.packagesToScan` were loading, and that none of these
 * exports: notes those that no module exports at all, which nobody can ever have meant. One that another module
 * exports may belong to another application.
 */
export function verifyMarkedClasses(
  marked: readonly DomainClass[],
  types: readonly DomainClass[],
  mistakes: ModelMistakes,
  warn: (line: string) => void,
): void {
  const unseen = marked.filter((type) => isEntity(type) && !types.includes(type));
  if (unseen.length === 0) return;
  const exported = loadedExports();
  for (const type of unseen) {
    if (!exported.has(type)) mistakes.add(new ScanError('CLASS_NOT_EXPORTED', [type.name]));
    else warn(`${type.name} is marked as a domain class and is in no module of db.packagesToScan: add its folder.`);
  }
}

function isEntity(type: DomainClass): boolean {
  return defaultRegistry.isDeclaredRoot(type) || (isModel(type) && hasTable(type));
}

/** The exports of the modules loaded by now; those of packages are ignored. */
function loadedExports(): ReadonlySet<unknown> {
  const modules = Object.values(createRequire(__filename).cache);
  const own = modules.filter((one) => one !== undefined && !one.filename.includes(`${sep}node_modules${sep}`));
  return new Set(own.flatMap((one) => exportsOf(one?.exports)));
}

function exportsOf(exported: unknown): unknown[] {
  return typeof exported === 'object' && exported !== null ? [exported, ...Object.values(exported)] : [exported];
}
