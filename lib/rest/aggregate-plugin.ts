import { type Health, type Plugin, type ResourceClassOrInstance, UnreachableError } from '../core';
import { type DomainClass, defaultRegistry, type MetadataRegistry, ModelMistakes } from '../metadata';
import {
  type DatabaseIdempotencyKeys,
  type DatabaseRates,
  type DatabaseRoles,
  type DatabaseSessions,
  type DatabaseTagKey,
  DataSource,
  EntityStore,
  isUnreachable,
} from '../persistence';
import type { AggregateApplication } from './aggregate-configuration';
import { verifyPublicMarks } from './audit/public-marks';
import { verifySecureMarks } from './audit/secured-model';
import { Domain } from './chain/domain';
import { RowDigests } from './concurrency/row-digests';
import { UNREACHABLE } from './database-exception';
import { addGeneratedRoutes } from './generated-routes';
import { Overrides } from './overriding/overrides';
import { markedRoot, type ResourceClass } from './overriding/resource';
import { verifyConstraints } from './payload/verify-constraints';
import { scanDomain } from './scan-domain';
import { verifyScopes } from './scopes/domain-scopes';
import { needsTagKey, rowDigestsOf } from './tag-key';

/** The plugin for the domain model: opens the data source, seals the registry, and adds the routes of each aggregate. */
export class AggregatePlugin implements Plugin {
  readonly #domain?: readonly DomainClass[];
  readonly #resources: readonly ResourceClassOrInstance<object>[];
  #dataSource?: DataSource;
  #overrides?: Overrides;
  #registry?: MetadataRegistry;
  #sessions?: DatabaseSessions;
  #rates?: DatabaseRates;
  #roles?: DatabaseRoles;
  #keys?: DatabaseIdempotencyKeys;

  /**
   * @param domain    the domain classes; those of `db.packagesToScan` when absent
   * @param resources classes marked `@Resource`, or instances of them, in addition to those of `db.packagesToScan`
   */
  constructor(domain?: readonly DomainClass[], resources: readonly ResourceClassOrInstance<object>[] = []) {
    this.#domain = domain;
    this.#resources = resources;
  }

  /** The store of sessions in the application's database; undefined if they are not kept there. */
  get sessions(): DatabaseSessions | undefined {
    return this.#sessions;
  }

  /** The store of rate limits in the application's database; undefined if they are not kept there. */
  get rates(): DatabaseRates | undefined {
    return this.#rates;
  }

  /** The store of role permissions in the application's database; undefined if they are not kept there. */
  get roles(): DatabaseRoles | undefined {
    return this.#roles;
  }

  /** The sealed registry; undefined before the start. */
  get registry(): MetadataRegistry | undefined {
    return this.#registry;
  }

  /** Undefined before the start and after the stop. */
  get dataSource(): DataSource | undefined {
    return this.#dataSource;
  }

  /** @throws UnreachableError if the database cannot be reached, and only requests require it; the mistakes in the model */
  init(application: AggregateApplication): Promise<void> {
    return reaching(application, () => this.#open(application));
  }

  /** Prepares the routes without the database: what they send to it is rejected. */
  async standBy(application: AggregateApplication): Promise<void> {
    const { dataSource, exports } = await this.#outline(application);
    this.#dataSource = dataSource;
    await this.#orDestroy(async () => {
      this.#openDatabaseStores(application, dataSource);
      this.#addRoutes(application, dataSource, exports, new RowDigests(''));
    });
  }

  /** Reads are served as long as the database can be reached, even if it accepts no writes. */
  async health(): Promise<Health> {
    const writer = await this.#dataSource!.writerState();
    return { isReady: writer !== 'unreachable', facts: { writer } };
  }

  reach(application: AggregateApplication): Promise<void> {
    const { types } = this.#dataSource!;
    return reaching(application, () =>
      DataSource.reach(application.configuration.db, types, sourceOptions(application)),
    );
  }

  async #open(application: AggregateApplication): Promise<void> {
    const mistakes = new ModelMistakes();
    const { exports, types } = scanDomain(application, this.#domain, mistakes);
    const options = { ...sourceOptions(application), mistakes };
    const dataSource = await DataSource.open(application.configuration.db, types, options);
    this.#dataSource = dataSource;
    await this.#orDestroy(async () => {
      this.#seal(application, dataSource, mistakes);
      const tagKey = await this.#openStores(application, dataSource);
      await mistakes.inWordsOfAuthors(() => dataSource.applySchema(this.#registry!.entities));
      await this.#roles?.verify();
      await this.#keys?.verify();
      const digests = await rowDigestsOf(application, this.#registry!, tagKey);
      this.#addRoutes(application, dataSource, exports, digests);
    });
  }

  /** The container does not destroy a plugin whose initialization has failed. */
  async #orDestroy(initialise: () => Promise<void>): Promise<void> {
    try {
      await initialise();
    } catch (error) {
      await this.destroy();
      throw error;
    }
  }

  /**
   * Runs work on the models and the database without starting the application; no table is created or changed.
   *
   * @throws the mistakes in the model, or the error of connecting to the database
   */
  async examine<T>(application: AggregateApplication, work: (examined: Examined) => Promise<T>): Promise<T> {
    const mistakes = new ModelMistakes();
    const { types } = scanDomain(application, this.#domain, mistakes);
    const options = { ...sourceOptions(application), mistakes, isCompared: true, isReadOnly: true };
    const dataSource = await DataSource.open(application.configuration.db, types, options);
    try {
      this.#seal(application, dataSource, mistakes);
      await this.#openStores(application, dataSource);
      return await work({ dataSource, registry: this.#registry! });
    } finally {
      await dataSource.close();
    }
  }

  inspect(application: AggregateApplication): Promise<void> {
    return this.#withoutDatabase(application, (dataSource, exports) =>
      this.#addRoutes(application, dataSource, exports, new RowDigests('')),
    );
  }

  /** Runs work on the domain without a database: a query in it throws. */
  outline<T>(application: AggregateApplication, work: (domain: Domain) => Promise<T>): Promise<T> {
    return this.#withoutDatabase(application, (dataSource) =>
      work(new Domain(new EntityStore(dataSource, this.#registry!), new RowDigests(''))),
    );
  }

  async #withoutDatabase<T>(
    application: AggregateApplication,
    work: (dataSource: DataSource, exports: readonly unknown[]) => T | Promise<T>,
  ): Promise<T> {
    const { dataSource, exports } = await this.#outline(application);
    try {
      return await work(dataSource, exports);
    } finally {
      await dataSource.close();
    }
  }

  async #outline(application: AggregateApplication): Promise<Outlined> {
    const mistakes = new ModelMistakes();
    const { exports, types } = scanDomain(application, this.#domain, mistakes);
    const options = { ...sourceOptions(application), mistakes };
    const dataSource = await DataSource.outline(application.configuration.db, types, options);
    try {
      this.#seal(application, dataSource, mistakes);
      return { dataSource, exports };
    } catch (error) {
      await dataSource.close();
      throw error;
    }
  }

  /** @throws ResourceError for a resource with a mark that this application would ignore */
  verifyKnown(resource: ResourceClassOrInstance<object>): void {
    this.#overrides?.verifyKnown(resource);
  }

  async destroy(): Promise<void> {
    await this.#dataSource?.close();
    this.#dataSource = undefined;
  }

  /** Opens the stores whose tables are created and checked together with those of the domain. */
  async #openStores(application: AggregateApplication, dataSource: DataSource): Promise<DatabaseTagKey | undefined> {
    this.#openDatabaseStores(application, dataSource);
    return needsTagKey(application, this.#registry!) ? dataSource.tagKey() : undefined;
  }

  #openDatabaseStores(application: AggregateApplication, dataSource: DataSource): void {
    const { session, rateLimit, rolesTable } = application.configuration.security;
    if (rolesTable) this.#roles = dataSource.roles(rolesTable);
    if (rateLimit?.store === 'database') this.#rates = dataSource.rates();
    if (session && session.store !== 'memory') this.#sessions = dataSource.sessions();
    if (takesIdempotencyKeys(application, this.#registry!)) this.#keys = dataSource.keys();
  }

  /** @throws all mistakes in the model at once */
  #seal({ logger }: AggregateApplication, dataSource: DataSource, mistakes: ModelMistakes): void {
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
    for (const line of registry.warnings) logger.warn(line);
    dataSource.registerAggregates(registry);
    this.#registry = registry;
  }

  #addRoutes(
    application: AggregateApplication,
    dataSource: DataSource,
    exports: readonly unknown[],
    digests: RowDigests,
  ): void {
    const domain = new Domain(new EntityStore(dataSource, this.#registry!), digests);
    // Set first: adding the resources of the overrides calls verifyKnown.
    this.#overrides = new Overrides(
      [...this.#resources, ...exports.filter(isMarkedResource)],
      domain.rights,
      dataSource,
    );
    addGeneratedRoutes(application, { domain, dataSource, overrides: this.#overrides, keys: this.#keys });
  }
}

/** A sealed domain whose database is not connected. */
interface Outlined {
  readonly dataSource: DataSource;
  readonly exports: readonly unknown[];
}

/** The models and the database of an application. */
export interface Examined {
  readonly dataSource: DataSource;
  readonly registry: MetadataRegistry;
}

/** Whether the writes of any root take the header `Idempotency-Key`. */
function takesIdempotencyKeys({ configuration }: AggregateApplication, { aggregates }: MetadataRegistry): boolean {
  return aggregates.some(({ idempotency = configuration.idempotency.key }) => idempotency !== 'off');
}

/** Lets the application stand by while its database cannot be reached, unless the start requires it. */
async function reaching({ configuration }: AggregateApplication, open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (error) {
    if (configuration.db.required === 'start' || !isUnreachable(error)) throw error;
    throw new UnreachableError(UNREACHABLE, { cause: error as Error });
  }
}

function sourceOptions(application: AggregateApplication) {
  const { logger, project, workers } = application;
  return {
    workers,
    isKeyless: (type: DomainClass) => defaultRegistry.isDeclaredKeyless(type),
    owner: application.constructor.name,
    projectRoot: project.projectRoot,
    moduleRoot: project.moduleRoot,
    log: (line: string) => logger.info(line),
    report: (message: string, error: unknown) => logger.error(message, error),
  };
}

function isMarkedResource(exported: unknown): exported is ResourceClass {
  return markedRoot(exported) !== undefined;
}
