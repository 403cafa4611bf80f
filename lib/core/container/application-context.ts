import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApplicationConfiguration } from '../config/application-configuration';
import type { Principal } from '../http/principal';
import type { Request } from '../http/request';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';

const current = new AsyncLocalStorage<ApplicationContext>();

/**
 * The current request and its configuration.
 *
 * @see Specification, "Configuration documents": the request-scoped `ApplicationContext.instance()`
 */
export class ApplicationContext {
  constructor(
    readonly applicationConfiguration: ApplicationConfiguration,
    /** With the inherited settings; undefined if no route matches. */
    readonly resourceConfiguration: ResourceConfiguration | undefined,
    /** With the inherited settings; undefined if no route matches. */
    readonly routeConfiguration: RouteConfiguration | undefined,
    readonly request: Request,
  ) {}

  /** Undefined without credentials, and while filters run. */
  get principal(): Principal | undefined {
    return this.request.principal;
  }

  /** The context of the current request; undefined outside of one. */
  static instance(): ApplicationContext | undefined {
    return current.getStore();
  }

  /** Calls a function with this context as the current one. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }
}
