import {
  Application as CoreApplication,
  type ApplicationOptions as CoreOptions,
  type Resource,
  type ResourceBuilder,
  type ResourceConfiguration,
} from '../core';
import type { DomainClass } from '../metadata';
import { RouteListing } from './admin/route-listing';
import { AggregateConfiguration } from './aggregate-configuration';
import { AggregatePlugin } from './aggregate-plugin';
import { mapDomainErrors } from './domain-exceptions';

export interface ApplicationOptions extends CoreOptions {
  /** The domain classes, in place of those that `db.packagesToScan` leads to. */
  readonly domain?: readonly DomainClass[];
  /** Classes marked `@Resource`, or instances of such, beside those that `db.packagesToScan` leads to. */
  readonly resources?: readonly Resource<object>[];
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

  readonly #aggregates: AggregatePlugin;

  constructor({ domain, resources, ...options }: ApplicationOptions = {}) {
    super(options);
    this.#aggregates = new AggregatePlugin(domain, resources);
    this.registerPlugin(this.#aggregates);
    const listing = this.resource(new RouteListing(this));
    listing.builder('/admin/routes').action('GET', 'listRoutes');
    listing.builder('/admin/routes/{resource}').action('GET', 'readRoutes');
  }

  /** @throws ResourceError RESOURCE_UNKNOWN for an override class that the application does not know */
  override addResource<T extends object>(
    resource: Resource<T>,
    configuration?: ResourceConfiguration,
  ): ResourceBuilder<T> {
    this.#aggregates.verifyKnown(resource);
    return super.addResource(resource, configuration);
  }

  /** Maps the errors of the domain and the database; an override calls it. */
  override mapExceptions(): void {
    super.mapExceptions();
    mapDomainErrors(this);
  }
}
