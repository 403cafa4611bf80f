import { type Deadline, deadlines, type WorkObserver } from '../../foundation';
import type { ApplicationConfiguration } from '../config/application-configuration';
import type { Principal } from '../http/principal';
import type { Request } from '../http/request';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';

/**
 * The current request and its configuration.
 *
 * @see Specification, "Configuration documents": the request-scoped `ApplicationContext.instance()`
 */
export class ApplicationContext implements Deadline {
  /** `limits.deadlineMs`; infinite for none. */
  readonly limitMs: number;
  /** By when the request has to be done, by the clock of `performance`. */
  atMs: number;
  observer?: WorkObserver;

  constructor(
    readonly applicationConfiguration: ApplicationConfiguration,
    /** With the inherited settings; undefined if no route matches. */
    readonly resourceConfiguration: ResourceConfiguration | undefined,
    /** With the inherited settings; undefined if no route matches. */
    readonly routeConfiguration: RouteConfiguration | undefined,
    readonly request: Request,
    /** The deadline of the request, if it has begun already. */
    begun?: Deadline,
  ) {
    this.limitMs = begun?.limitMs ?? (applicationConfiguration.limits.deadlineMs || Number.POSITIVE_INFINITY);
    this.atMs = begun?.atMs ?? performance.now() + this.limitMs;
    this.observer = begun?.observer;
  }

  /** Undefined without credentials, and while filters run. */
  get principal(): Principal | undefined {
    return this.request.principal;
  }

  /** The context of the current request; undefined outside of one. */
  static instance(): ApplicationContext | undefined {
    const scope = deadlines.getStore();
    return scope instanceof ApplicationContext ? scope : undefined;
  }

  /** Calls a function with this context as the current one. */
  run<T>(work: () => T): T {
    return deadlines.run(this, work);
  }
}
