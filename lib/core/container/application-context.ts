import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApplicationConfiguration } from '../config/application-configuration';
import type { Principal } from '../http/principal';
import type { Request } from '../http/request';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';

const current = new AsyncLocalStorage<ApplicationContext>();

/**
 * The request that the calling code serves, and its configuration.
 *
 * @see Specification, "Configuration documents": the request-scoped `ApplicationContext.instance()`
 */
export class ApplicationContext {
  constructor(
    readonly applicationConfiguration: ApplicationConfiguration,
    /** With what it inherits from the application; undefined when no route of ours has the path. */
    readonly resourceConfiguration: ResourceConfiguration | undefined,
    /** With what it inherits from resource and application; undefined when no route of ours has the path. */
    readonly routeConfiguration: RouteConfiguration | undefined,
    readonly request: Request,
  ) {}

  /** Who sends the request; undefined without credentials, and while filters run. */
  get principal(): Principal | undefined {
    return this.request.principal;
  }

  /** Undefined outside a request. */
  static instance(): ApplicationContext | undefined {
    return current.getStore();
  }

  /** Runs the work with this context as the current one. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }
}
