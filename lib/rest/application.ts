import {
  CORE_APPLICATION_OPTIONS,
  Application as CoreApplication,
  type CoreApplicationOptions,
  type ResourceBuilder,
  type ResourceClassOrInstance,
  type ResourceConfiguration,
} from '../core';
import { checkOptions, type OptionKinds } from '../foundation';
import type { DomainClass, MetadataRegistry } from '../metadata';
import { type DataSource, isModel, type StatementDescriptions } from '../persistence';
import { type Authenticator, type Authorizer, Security, type UserStore } from '../security';
import { RouteListingPlugin } from './admin/route-listing';
import { AggregateConfiguration } from './aggregate-configuration';
import { AggregatePlugin, type Examined } from './aggregate-plugin';
import { SecuredModel } from './audit/secured-model';
import { mapDomainErrors } from './domain-exceptions';
import type { Operation } from './operation/operation';
import { RootResource } from './overriding/root-resource';
import { type ReadRequest, type ReadStatements, readStatements } from './read-statements';

export interface ApplicationOptions extends CoreApplicationOptions {
  /** The domain classes; those of `db.packagesToScan` when absent. */
  readonly domain?: readonly DomainClass[];
  /** Classes marked `@Resource`, or instances of them, in addition to those of `db.packagesToScan`. */
  readonly resources?: readonly ResourceClassOrInstance<object>[];
  /** Tried before those of the configuration. */
  readonly authenticators?: readonly Authenticator[];
  /** Replaces the one that reads the roles of the configuration. */
  readonly authorizer?: Authorizer;
  /** Replaces the users of the configuration. */
  readonly users?: UserStore;
  /** A connected client of redis or ioredis, for `security.rateLimit.store: redis`. */
  readonly redis?: object;
}

const OPTIONS = {
  ...CORE_APPLICATION_OPTIONS,
  domain: 'list',
  resources: 'list',
  authenticators: 'list',
  authorizer: 'any',
  users: 'any',
  redis: 'any',
} satisfies OptionKinds<ApplicationOptions>;

/**
 * An application with routes generated from its domain model.
 *
 * @example
 * ```ts
 * class OrdersApplication extends Application {}
 * ```
 * @see Specification, "Extension points (core layer)": Application
 */
export class Application<C extends AggregateConfiguration = AggregateConfiguration> extends CoreApplication<C> {
  static override readonly Configuration: typeof AggregateConfiguration = AggregateConfiguration;

  /** The authentication and authorization of requests. */
  readonly security: Security;
  readonly #aggregates: AggregatePlugin;

  constructor(options: ApplicationOptions = {}) {
    checkOptions(options, OPTIONS, `new ${new.target.name}()`);
    const { domain, resources, authenticators, authorizer, users, redis, ...coreOptions } = options;
    super(coreOptions);
    this.#aggregates = new AggregatePlugin(domain, resources);
    this.registerPlugin(this.#aggregates);
    this.security = new Security({
      authenticators,
      authorizer,
      users,
      sessionStore: () => this.#aggregates.sessions,
      rateStore: () => this.#aggregates.rates,
      roleStore: () => this.#aggregates.roles,
      redis,
    });
    this.registerPlugin(this.security);
    this.addGuard(new SecuredModel(this));
    this.registerPlugin(new RouteListingPlugin(this.security));
  }

  /** The sealed domain model; undefined before the plugins are initialized. */
  get registry(): MetadataRegistry | undefined {
    return this.#aggregates.registry;
  }

  /**
   * The database of the domain; undefined before the plugins are initialized.
   *
   * @internal
   */
  get database(): Pick<DataSource, 'descriptions' | 'tableNames' | 'pool' | 'sequelize'> | undefined {
    return this.#aggregates.dataSource;
  }

  /**
   * The SELECT statements of a request to a generated route, found without a database; see {@link readStatements}.
   *
   * @throws the errors that would stop the start
   */
  statementsOf(operation: Operation, request: ReadRequest): Promise<ReadStatements> {
    return this.#aggregates.outline(this, (domain) => readStatements(operation, domain, request));
  }

  /** Runs work on the models and the database without a start, for commands. @throws the mistakes in either */
  examine<T>(work: (examined: Examined) => Promise<T>): Promise<T> {
    return this.#aggregates.examine(this, work);
  }

  /**
   * Adds or configures a resource. An aggregate root, or a class marked with it, stands for all of its routes, the
   * generated ones included.
   *
   * @throws ResourceError RESOURCE_UNKNOWN for an override class that was not passed as `resources` or scanned,
   *         RESOURCE_NOT_A_ROOT for another domain class
   */
  override addResource<T extends object>(
    resource: ResourceClassOrInstance<T>,
    configuration?: ResourceConfiguration,
  ): ResourceBuilder<T> {
    this.#aggregates.verifyKnown(resource);
    return super.addResource(resource, configuration);
  }

  /** @internal */
  protected override createBuilder<T extends object>(resource: ResourceClassOrInstance<T>): ResourceBuilder<T> {
    return isModel(resource) ? new RootResource<T>(resource) : super.createBuilder(resource);
  }

  /**
   * Describes the statements of the domain, for traces; undefined before the plugins are initialized.
   *
   * @internal
   */
  get statementDescriptions(): StatementDescriptions | undefined {
    return this.#aggregates.dataSource?.descriptions;
  }

  /** Maps the errors of the domain and the database; overrides must call it. */
  override mapExceptions(): void {
    super.mapExceptions();
    mapDomainErrors(this, () => this.registry);
  }
}
