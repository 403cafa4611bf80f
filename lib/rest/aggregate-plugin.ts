import type { Application as CoreApplication, Plugin, Resource } from '../core';
import { type DomainClass, defaultRegistry, type MetadataRegistry } from '../metadata';
import { DataSource, EntityStore, hasTable, isModel } from '../persistence';
import type { AggregateConfiguration } from './aggregate-configuration';
import { EntityAdapter } from './entity-adapter';
import { ScanError } from './errors';
import { Overrides } from './overriding/overrides';
import { markedRoot, type ResourceClass } from './overriding/resource';
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
  readonly #resources: readonly Resource<object>[];
  #dataSource?: DataSource;
  #overrides?: Overrides;

  /**
   * @param domain    the domain classes, in place of those that `db.packagesToScan` leads to
   * @param resources classes marked `@Resource`, or instances of such, beside those that are found there
   */
  constructor(domain?: readonly DomainClass[], resources: readonly Resource<object>[] = []) {
    this.#domain = domain;
    this.#resources = resources;
  }

  async init(application: CoreApplication): Promise<void> {
    const { configuration, project, logger } = application as CoreApplication<AggregateConfiguration>;
    const { projectRoot, moduleRoot } = project;
    const found = scanModules(configuration.db.packagesToScan, moduleRoot);
    const types = this.#domain ?? domainClasses(found);
    if (types.length === 0) throw new ScanError('DOMAIN_EMPTY', []);
    const log = (line: string) => logger.info(line);
    this.#dataSource = await DataSource.open(configuration.db, types, { projectRoot, log });
    try {
      await this.#addRoutes(application, this.#dataSource, [...this.#resources, ...found.filter(isMarked)]);
    } catch (error) {
      // A plugin that has not been initialised is not destroyed either.
      await this.destroy();
      throw error;
    }
  }

  /** Refuses a resource that is marked to override routes of this application, but is unknown to it. */
  verifyKnown(resource: Resource<object>): void {
    this.#overrides?.verifyKnown(resource);
  }

  async destroy(): Promise<void> {
    await this.#dataSource?.close();
    this.#dataSource = undefined;
  }

  async #addRoutes(
    application: CoreApplication,
    dataSource: DataSource,
    resources: readonly Resource<object>[],
  ): Promise<void> {
    const registry = sealed(dataSource);
    verifyConstraints(registry.entities);
    const overrides = new Overrides(resources, registry);
    this.#overrides = overrides;
    await dataSource.applySchema(registry.entities);
    const store = new EntityStore(dataSource, registry);
    const { bulk, search } = (application as CoreApplication<AggregateConfiguration>).configuration;
    for (const aggregate of registry.aggregates) {
      const generated = [
        ...crudRoutes(store, aggregate, bulk, search),
        ...actionRoutes(store, aggregate, bulk, search),
      ];
      for (const route of overrides.apply(application, aggregate, generated)) application.addRoute(route);
    }
    application.addContentAdapter(new EntityAdapter(store, bulk.maxItems));
  }
}

function sealed({ types, reader }: DataSource): MetadataRegistry {
  const registry = defaultRegistry.copy();
  registry.seal(types, reader);
  return registry;
}

/** Models that have a table or ask to be a root; abstract classes between them and `BaseDomain` have neither. */
function domainClasses(exported: readonly unknown[]): DomainClass[] {
  const models = new Set(exported.filter(isModel));
  return [...models].filter((model) => hasTable(model) || defaultRegistry.isDeclaredRoot(model));
}

function isMarked(exported: unknown): exported is ResourceClass {
  return markedRoot(exported) !== undefined;
}
