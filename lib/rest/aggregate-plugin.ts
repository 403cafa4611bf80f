import type { Application as CoreApplication, Plugin, ResourceClassOrInstance, RouteDefinition } from '../core';
import { type DomainClass, defaultRegistry, type MetadataRegistry, ModelMistakes } from '../metadata';
import {
  type DatabaseKeys,
  type DatabaseRates,
  type DatabaseRoles,
  type DatabaseSessions,
  DataSource,
  EntityStore,
  hasTable,
  isModel,
} from '../persistence';
import type { AggregateConfiguration } from './aggregate-configuration';
import { verifyPublicMarks } from './audit/public-marks';
import { verifySecureMarks } from './audit/secured-model';
import { batchHandler } from './batch/batch-handler';
import { StepTable } from './batch/step-table';
import { Domain } from './chain/domain';
import { handlerOf } from './chain/handler-of';
import { EntityAdapter } from './entity-adapter';
import { ScanError } from './errors';
import { IdempotentCalls } from './idempotency/idempotent-calls';
import type { Operation } from './operation/operation';
import { operationsOf } from './operation/operations-of';
import { routeOf } from './operation/route-of';
import { Overrides } from './overriding/overrides';
import { markedRoot, type ResourceClass } from './overriding/resource';
import { verifyConstraints } from './payload/verify-constraints';
import { PreviewCalls } from './preview/preview-calls';
import { acceptOldNames, outdatedNames } from './renames/accept-old-names';
import { hasOldPath } from './renames/old-path';
import { scanModules } from './scan-modules';
import { verifyScopes } from './scopes/row-rules';
import { verifyMarkedClasses } from './verify-marked-classes';

/**
 * Enters an application with the routes of its domain model: opens the data source, seals the registry, and adds the
 * routes of each aggregate.
 */
export class AggregatePlugin implements Plugin {
  readonly #domain?: readonly DomainClass[];
  readonly #resources: readonly ResourceClassOrInstance<object>[];
  #dataSource?: DataSource;
  #overrides?: Overrides;
  #registry?: MetadataRegistry;
  #sessions?: DatabaseSessions;
  #rates?: DatabaseRates;
  #roles?: DatabaseRoles;
  #keys?: DatabaseKeys;

  /**
   * @param domain    the domain classes, in place of those that `db.packagesToScan` leads to
   * @param resources classes marked `@Resource`, or instances of such, beside those that are found there
   */
  constructor(domain?: readonly DomainClass[], resources: readonly ResourceClassOrInstance<object>[] = []) {
    this.#domain = domain;
    this.#resources = resources;
  }

  /** Sessions in the application's database; undefined when it keeps none there. */
  get sessions(): DatabaseSessions | undefined {
    return this.#sessions;
  }

  /** Requests counted in the application's database; undefined when none are. */
  get rates(): DatabaseRates | undefined {
    return this.#rates;
  }

  /** Permissions of roles in the application's database; undefined when it keeps none there. */
  get roles(): DatabaseRoles | undefined {
    return this.#roles;
  }

  /** Sealed; undefined before the start. */
  get registry(): MetadataRegistry | undefined {
    return this.#registry;
  }

  async init(application: AggregateApplication): Promise<void> {
    const mistakes = new ModelMistakes();
    const { found, types } = this.#scan(application, mistakes);
    const options = { ...sourceOptions(application), mistakes };
    this.#dataSource = await DataSource.open(application.configuration.db, types, options);
    try {
      this.#seal(this.#dataSource, mistakes);
      this.#addStores(application, this.#dataSource);
      await this.#dataSource.applySchema(this.#registry!.entities);
      await this.#roles?.verify();
      await this.#keys?.verify();
      this.#addRoutes(application, this.#dataSource, found);
    } catch (error) {
      // A plugin that has not been initialised is not destroyed either.
      await this.destroy();
      throw error;
    }
  }

  /**
   * Looks at the models and the database of an application that is not started: no table is made or changed.
   *
   * @throws what is wrong with the model, or with the way to the database
   */
  async examine<T>(application: AggregateApplication, look: (examined: Examined) => Promise<T>): Promise<T> {
    const mistakes = new ModelMistakes();
    const { types } = this.#scan(application, mistakes);
    const options = { ...sourceOptions(application), mistakes, isCompared: true };
    const dataSource = await DataSource.open(application.configuration.db, types, options);
    try {
      this.#seal(dataSource, mistakes);
      this.#addStores(application, dataSource);
      return await look({ dataSource, registry: this.#registry! });
    } finally {
      await dataSource.close();
    }
  }

  async inspect(application: AggregateApplication): Promise<void> {
    const mistakes = new ModelMistakes();
    const { found, types } = this.#scan(application, mistakes);
    const options = { ...sourceOptions(application), mistakes };
    const dataSource = await DataSource.outline(application.configuration.db, types, options);
    try {
      this.#seal(dataSource, mistakes);
      this.#addRoutes(application, dataSource, found);
    } finally {
      await dataSource.close();
    }
  }

  /** Looks at the domain, of which the database is not reached: what asks it, ends there. */
  async outlined<T>(application: AggregateApplication, look: (domain: Domain) => Promise<T>): Promise<T> {
    const mistakes = new ModelMistakes();
    const { types } = this.#scan(application, mistakes);
    const options = { ...sourceOptions(application), mistakes };
    const dataSource = await DataSource.outline(application.configuration.db, types, options);
    try {
      this.#seal(dataSource, mistakes);
      return await look(new Domain(new EntityStore(dataSource, this.#registry!)));
    } finally {
      await dataSource.close();
    }
  }

  /** Refuses a resource that is marked to override routes of this application, but is unknown to it. */
  verifyKnown(resource: ResourceClassOrInstance<object>): void {
    this.#overrides?.verifyKnown(resource);
  }

  async destroy(): Promise<void> {
    await this.#dataSource?.close();
    this.#dataSource = undefined;
  }

  /** Whose tables are made and checked with those of the domain. */
  #addStores(application: AggregateApplication, dataSource: DataSource): void {
    const { session, rateLimit, rolesTable } = application.configuration.security;
    if (rolesTable) this.#roles = dataSource.roles(rolesTable);
    if (rateLimit?.store === 'database') this.#rates = dataSource.rates();
    if (session && session.store !== 'memory') this.#sessions = dataSource.sessions();
    if (takesKeys(application, this.#registry!)) this.#keys = dataSource.keys();
  }

  #scan({ configuration, project, logger }: AggregateApplication, mistakes: ModelMistakes): Scanned {
    const markedBefore = new Set(defaultRegistry.declaredClasses);
    const found = scanModules(configuration.db.packagesToScan, project.moduleRoot);
    const types = this.#domain ?? domainClasses(found);
    if (!this.#domain) {
      const marked = defaultRegistry.declaredClasses.filter((type) => !markedBefore.has(type));
      verifyMarkedClasses(marked, types, mistakes, (line) => logger.warn(line));
    }
    if (types.length === 0 && !mistakes.areAny) throw new ScanError('DOMAIN_EMPTY', []);
    return { types, found };
  }

  /** @throws what is wrong with the model, all of it */
  #seal(dataSource: DataSource, mistakes: ModelMistakes): void {
    const { types, reader } = dataSource;
    const registry = defaultRegistry.copy();
    mistakes.note(() => registry.seal(types, reader, mistakes));
    mistakes.note(() => {
      verifyConstraints(registry.entities, mistakes);
      verifyScopes(registry, mistakes);
      verifyPublicMarks(registry, mistakes);
      verifySecureMarks(registry, mistakes);
      dataSource.verify(registry.entities, mistakes);
    });
    mistakes.report();
    dataSource.keepAggregates(registry);
    this.#registry = registry;
  }

  #addRoutes(application: AggregateApplication, dataSource: DataSource, found: readonly unknown[]): void {
    const registry = this.#registry!;
    const domain = new Domain(new EntityStore(dataSource, registry));
    const calls = this.#keys && idempotentCalls(application, this.#keys, dataSource);
    const previews = new PreviewCalls(domain, dataSource, application.configuration.previews.allowed);
    const overrides = new Overrides([...this.#resources, ...found.filter(isMarked)], domain.rights);
    this.#overrides = overrides;
    const adapter = new EntityAdapter(domain, application.configuration.bulk.maxItems);
    const exceptionOf = (error: unknown) => application.exceptionOf(error);
    const guardsOf = (route: RouteDefinition) => application.guardsOfParts(route);
    const prefixed = new Set<string>();
    for (const aggregate of registry.aggregates) {
      const operations = operationsOf(aggregate, application.configuration);
      for (const { input } of operations) for (const name of input.search.names.prefixed) prefixed.add(name);
      let table: StepTable | undefined;
      const makeBatch = (operation: Operation) =>
        batchHandler(operation, { ...{ domain, dataSource, adapter, exceptionOf, guardsOf }, table: () => table! });
      const generated = operations.map((operation) =>
        routeOf(
          operation,
          handlerOf(operation, domain, makeBatch),
          previews.surrounding(operation, calls?.surrounding(operation.input.idempotency)),
        ),
      );
      const routes = acceptOldNames(overrides.apply(application, aggregate, generated));
      const current = routes.filter((route) => !hasOldPath(route));
      table = new StepTable(current, operations.at(-1)?.steps ?? []);
      for (const route of routes) application.addRoute(route);
    }
    for (const line of outdatedNames(registry.entities)) application.logger.warn(line);
    if (prefixed.size > 0) application.logger.info(prefixedLine([...prefixed]));
    application.addGuard({ verify: () => overrides.verifyNames((line) => application.logger.warn(line)) });
    application.addContentAdapter(adapter);
  }
}

/** The models and the database of an application. */
export interface Examined {
  readonly dataSource: DataSource;
  readonly registry: MetadataRegistry;
}

/** The exports of the scanned modules, and the domain classes. */
interface Scanned {
  readonly types: readonly DomainClass[];
  readonly found: readonly unknown[];
}

type AggregateApplication = CoreApplication<AggregateConfiguration>;

/** Whether writes of any root take the header `Idempotency-Key`. */
function takesKeys({ configuration }: AggregateApplication, { aggregates }: MetadataRegistry): boolean {
  return aggregates.some(({ idempotency = configuration.idempotency.key }) => idempotency !== 'off');
}

function idempotentCalls({ configuration }: AggregateApplication, keys: DatabaseKeys, dataSource: DataSource) {
  const { name: application, idempotency: settings } = configuration;
  return new IdempotentCalls({ application, keys, dataSource, settings });
}

function sourceOptions(application: AggregateApplication) {
  const { logger, project } = application;
  return {
    owner: application.constructor.name,
    projectRoot: project.projectRoot,
    moduleRoot: project.moduleRoot,
    log: (line: string) => logger.info(line),
    report: (message: string, error: unknown) => logger.error(message, error),
  };
}

/** Models that have a table, and what asks to be a root; abstract classes between them and `BaseDomain` have neither. */
function domainClasses(exported: readonly unknown[]): DomainClass[] {
  const classes = new Set(exported.filter((one) => typeof one === 'function')) as ReadonlySet<unknown>;
  return ([...classes] as DomainClass[]).filter(
    (type) => (isModel(type) && hasTable(type)) || defaultRegistry.isDeclaredRoot(type),
  );
}

/** A client would not find them by their names alone. */
function prefixedLine(names: readonly string[]): string {
  return `Searched with the prefix, since the name alone is a parameter of reads: ${names.join(', ')}.`;
}

function isMarked(exported: unknown): exported is ResourceClass {
  return markedRoot(exported) !== undefined;
}
