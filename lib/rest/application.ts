import { Application as CoreApplication, type ApplicationOptions as CoreOptions } from '../core';
import type { DomainClass } from '../metadata';
import { AggregateConfiguration } from './aggregate-configuration';
import { AggregatePlugin } from './aggregate-plugin';
import { mapDomainErrors } from './domain-exceptions';

export interface ApplicationOptions extends CoreOptions {
  /** The domain classes, in place of those that `db.packagesToScan` leads to. */
  readonly domain?: readonly DomainClass[];
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

  constructor({ domain, ...options }: ApplicationOptions = {}) {
    super(options);
    this.registerPlugin(new AggregatePlugin(domain));
  }

  /** Maps the errors of the domain and the database; an override calls it. */
  override mapExceptions(): void {
    super.mapExceptions();
    mapDomainErrors(this);
  }
}
