import { type DomainClass, defaultRegistry, type ModelMistakes } from '../metadata';
import { hasTable, isModel } from '../persistence';
import type { AggregateApplication } from './aggregate-configuration';
import { ScanError } from './errors';
import { scanModules } from './scan-modules';
import { verifyMarkedClasses } from './verify-marked-classes';

export interface ScannedDomain {
  readonly types: readonly DomainClass[];
  /** Everything that the scanned modules export. */
  readonly exports: readonly unknown[];
}

/**
 * Loads the modules of `db.packagesToScan`, and finds the domain classes among their exports.
 *
 * @param domain the domain classes, if the application passes them itself
 * @throws ScanError DOMAIN_EMPTY, and those of {@link scanModules}
 */
export function scanDomain(
  { configuration, project, logger }: AggregateApplication,
  domain: readonly DomainClass[] | undefined,
  mistakes: ModelMistakes,
): ScannedDomain {
  const declaredBefore = new Set(defaultRegistry.declaredClasses);
  const exports = scanned(configuration.db.packagesToScan, project.moduleRoot);
  const types = domain ?? domainClassesAmong(exports);
  if (!domain) {
    const declared = defaultRegistry.declaredClasses.filter((type) => !declaredBefore.has(type));
    verifyMarkedClasses(declared, types, mistakes, (line) => logger.warn(line));
  }
  if (types.length === 0 && !mistakes.areAny) throw new ScanError('DOMAIN_EMPTY', []);
  return { types, exports };
}

/** Ends what belongs to this attempt to start, also if a module cannot be loaded. */
function scanned(packages: readonly string[], moduleRoot: string): unknown[] {
  try {
    return scanModules(packages, moduleRoot);
  } finally {
    defaultRegistry.settleDescriptions();
  }
}

/** Models with a table, and classes marked as roots, even by mistake; not the abstract classes that models extend. */
function domainClassesAmong(exports: readonly unknown[]): DomainClass[] {
  const classes = new Set(exports.filter((value) => typeof value === 'function')) as ReadonlySet<unknown>;
  return ([...classes] as DomainClass[]).filter(
    (type) => (isModel(type) && hasTable(type)) || defaultRegistry.isDeclaredRoot(type),
  );
}
