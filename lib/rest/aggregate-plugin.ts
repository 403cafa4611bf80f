import type { Application as CoreApplication, Plugin } from '../core';
import { type DomainClass, defaultRegistry, type MetadataRegistry } from '../metadata';
import { DataSource, EntityStore, hasTable, isModel } from '../persistence';
import type { AggregateConfiguration } from './aggregate-configuration';
import { ScanError } from './errors';
import { verifyConstraints } from './payload/constraints';
import { actionRoutes } from './routes/action-routes';
import { crudRoutes } from './routes/crud-routes';
import { scanModules } from './scan-modules';

/**
 * Enters an application with the routes of its domain model: opens the data source, seals the registry, and adds the
 * routes of each aggregate.
 */
export class AggregatePlugin implements Plugin {
  readonly #domain?: readonly DomainClass[];
  #dataSource?: DataSource;

  /** @param domain the domain classes, in place of those that `db.packagesToScan` leads to */
  constructor(domain?: readonly DomainClass[]) {
    this.#domain = domain;
  }

  async init(application: CoreApplication): Promise<void> {
    const { configuration, project, logger } = application as CoreApplication<AggregateConfiguration>;
    const { projectRoot, moduleRoot } = project;
    const types = this.#domain ?? domainClasses(configuration.db.packagesToScan, moduleRoot);
    if (types.length === 0) throw new ScanError('DOMAIN_EMPTY', []);
    const log = (line: string) => logger.info(line);
    this.#dataSource = await DataSource.open(configuration.db, types, { projectRoot, log });
    try {
      await this.#addRoutes(application, this.#dataSource);
    } catch (error) {
      // A plugin that has not been initialised is not destroyed either.
      await this.destroy();
      throw error;
    }
  }

  async destroy(): Promise<void> {
    await this.#dataSource?.close();
    this.#dataSource = undefined;
  }

  async #addRoutes(application: CoreApplication, dataSource: DataSource): Promise<void> {
    const registry = sealed(dataSource);
    verifyConstraints(registry.entities);
    await dataSource.applySchema(registry.entities);
    const store = new EntityStore(dataSource, registry);
    const { bulk, search } = (application as CoreApplication<AggregateConfiguration>).configuration;
    for (const aggregate of registry.aggregates) {
      for (const route of crudRoutes(store, aggregate, bulk, search)) application.addRoute(route);
      for (const route of actionRoutes(store, aggregate, bulk, search)) application.addRoute(route);
    }
  }
}

function sealed({ types, reader }: DataSource): MetadataRegistry {
  const registry = defaultRegistry.copy();
  registry.seal(types, reader);
  return registry;
}

/** Models that have a table or ask to be a root; abstract classes between them and `BaseDomain` have neither. */
function domainClasses(packages: readonly string[], moduleRoot: string): DomainClass[] {
  const models = new Set(scanModules(packages, moduleRoot).filter(isModel));
  return [...models].filter((model) => hasTable(model) || defaultRegistry.isDeclaredRoot(model));
}
