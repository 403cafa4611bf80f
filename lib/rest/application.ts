import {
  Application as CoreApplication,
  type CoreApplicationOptions,
  type ResourceBuilder,
  type ResourceClassOrInstance,
  type ResourceConfiguration,
} from '../core';
import type { DomainClass, MetadataRegistry } from '../metadata';
import { type Authenticator, type Authorizer, Security, type UserStore } from '../security';
import { RouteListingPlugin } from './admin/route-listing';
import { AggregateConfiguration } from './aggregate-configuration';
import { AggregatePlugin, type Examined } from './aggregate-plugin';
import { SecuredModel } from './audit/secured-model';
import { mapDomainErrors } from './domain-exceptions';
import type { Operation } from './operation/operation';
import { type ReadRequest, type ReadStatements, readStatements } from './read-statements';

export interface ApplicationOptions extends CoreApplicationOptions {
  /** The domain classes, in place of those that `db.packagesToScan` leads to. */
  readonly domain?: readonly DomainClass[];
  /** Classes marked `@Resource`, or instances of such, beside those that `db.packagesToScan` leads to. */
  readonly resources?: readonly ResourceClassOrInstance<object>[];
  /** Asked before those of the configuration. */
  readonly authenticators?: readonly Authenticator[];
  /** In place of one that reads the roles of the configuration. */
  readonly authorizer?: Authorizer;
  /** In place of the users of the configuration. */
  readonly users?: UserStore;
  /** A connected client of redis or ioredis, for `security.rateLimit.store: redis`. */
  readonly redis?: object;
}

/**
 * An application whose routes come from its domain model.
 *
 * @example
 * ```ts
 * class OrdersApplication extends Application {}
 * ```
 * @see Specification, "Extension points (core layer)": Application
 */
export class Application<C extends AggregateConfiguration = AggregateConfiguration> extends CoreApplication<C> {
  static override readonly Configuration: typeof AggregateConfiguration = AggregateConfiguration;

  /** Who sends a request, and what they may do. */
  readonly security: Security;
  readonly #aggregates: AggregatePlugin;

  constructor({ domain, resources, authenticators, authorizer, users, redis, ...options }: ApplicationOptions = {}) {
    super(options);
    this.#aggregates = new AggregatePlugin(domain, resources);
    this.registerPlugin(this.#aggregates);
    this.security = new Security({
      authenticators,
      authorizer,
      users,
      sessions: () => this.#aggregates.sessions,
      rates: () => this.#aggregates.rates,
      roles: () => this.#aggregates.roles,
      redis,
    });
    this.registerPlugin(this.security);
    this.addGuard(new SecuredModel(this));
    this.registerPlugin(new RouteListingPlugin(this.security));
  }

  /** The sealed domain model; undefined before the plugins are initialised. */
  get registry(): MetadataRegistry | undefined {
    return this.#aggregates.registry;
  }

  /**
   * The statements that a request of a generated route reads with, without a database; see {@link readStatements}.
   *
   * @throws what would stop the start
   */
  statementsOf(operation: Operation, asked: ReadRequest): Promise<ReadStatements> {
    return this.#aggregates.outlined(this, (domain) => readStatements(operation, domain, asked));
  }

  /** Looks at the models and the database without a start: for commands. @throws what is wrong with either */
  examine<T>(look: (examined: Examined) => Promise<T>): Promise<T> {
    return this.#aggregates.examine(this, look);
  }

  /** @throws ResourceError RESOURCE_UNKNOWN for an override class that the application does not know */
  override addResource<T extends object>(
    resource: ResourceClassOrInstance<T>,
    configuration?: ResourceConfiguration,
  ): ResourceBuilder<T> {
    this.#aggregates.verifyKnown(resource);
    return super.addResource(resource, configuration);
  }

  /** Maps the errors of the domain and the database; an override calls it. */
  override mapExceptions(): void {
    super.mapExceptions();
    mapDomainErrors(this, () => this.registry);
  }
}
