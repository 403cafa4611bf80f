import { checkOptions, verifyPeer } from '../../foundation';
import { ApplicationConfiguration } from '../config/application-configuration';
import { guardsOf } from '../http/guard';
import type { Health } from '../http/health';
import type { LoadState } from '../http/limiter';
import type { RecordLogger } from '../http/logger';
import type { SharedMetrics } from '../http/metrics';
import { Readiness } from '../http/readiness';
import type { RouteDefinition } from '../http/route-definition';
import { applicationMiddleware, type KoaMiddleware, type MiddlewareOptions } from '../koa/application-middleware';
import type { ServedApplication } from '../koa/served-application';
import type { Project } from './application-files';
import { ApplicationParts } from './application-parts';
import { ApplicationSettings, CORE_APPLICATION_OPTIONS, type CoreApplicationOptions } from './application-settings';
import { isCollectedApplication } from './collect-applications';
import { defineApplication, defineParts, registerPlugins } from './define-application';
import { StartError } from './errors';
import type { InspectedParts } from './inspected-parts';
import { Lifetime } from './lifetime';
import { LivePlugins } from './live-plugins';
import type { OpenedConnector, Placement } from './placement';
import { Registrations } from './registrations';
import { Standby, StandbyGuard, servedInStandby } from './standby';
import { UnreachableError } from './unreachable-error';

/** Code that runs when an application is initialised and destroyed; plugins run in the order registered. */
export interface Plugin {
  init(application: Application): void | Promise<void>;
  /** Adds the routes that `init` would add, with what their checks need, without reaching anything outside. */
  inspect?(application: Application): void | Promise<void>;
  /** `init` while something outside cannot be reached ({@link UnreachableError}), until `destroy`; when absent, `inspect`. */
  standBy?(application: Application): void | Promise<void>;
  /** Tries to reach what `init` could not, without using it. @throws UnreachableError */
  reach?(application: Application): Promise<void>;
  /** The state of what it needs outside: called once a second at most, when the readiness is asked for. */
  health?(): Promise<Health>;
  destroy(): void | Promise<void>;
}

/**
 * Resources, routes, filters, plugins and exception mapping under one name; mounted in a container or in a Koa app.
 *
 * The start initialises the plugins in the order registered. Then it calls the overridable methods: `defineResources`,
 * `defineRoutes`, `addFilters`, `mapExceptions`.
 *
 * @see Specification, "Extension points (core layer)"
 */
export class Application<
  C extends ApplicationConfiguration = ApplicationConfiguration,
> extends ApplicationParts<Plugin> {
  /** The class that the YAML file is read into; a subclass sets its own. */
  static readonly Configuration: typeof ApplicationConfiguration = ApplicationConfiguration;

  readonly #settings: ApplicationSettings<C>;
  #registered = new Registrations<Plugin>();
  /** Set from the start until the stop has ended. */
  #lifetime?: Lifetime;
  #served?: ServedApplication;
  /** Set while it waits for something outside. */
  #standby?: Standby;

  constructor(readonly options: CoreApplicationOptions = {}) {
    super();
    checkOptions(options, CORE_APPLICATION_OPTIONS, `new ${new.target.name}()`);
    this.#settings = new ApplicationSettings<C>(this.constructor as typeof Application, options);
  }

  get logger(): RecordLogger {
    return this.#settings.logger;
  }

  /**
   * Overrides configuration, logger and folders of an application that other code has created, as tests do.
   *
   * @internal
   * @throws StartError ALREADY_STARTED
   */
  adjust(options: CoreApplicationOptions): this {
    if (this.#lifetime) throw new StartError('ALREADY_STARTED', this.constructor.name);
    this.#settings.override(options);
    return this;
  }

  /**
   * Read on first use, at the latest by {@link start}.
   *
   * @throws ConfigurationError naming file and key
   */
  get configuration(): C {
    return this.#settings.configuration;
  }

  /** In snake_case, as configured. */
  get name(): string {
    return this.configuration.name;
  }

  /** The folders that files and modules of the configuration are relative to. */
  get project(): Project {
    return this.#settings.project;
  }

  /** The path at which the container has mounted it, with the base path: `/shop`; empty at the root and in a Koa app. */
  get mountPath(): string {
    return this.#settings.placement.mountPath;
  }

  /**
   * The connectors of the container; undefined in a Koa app.
   *
   * @internal
   */
  get connectors(): readonly OpenedConnector[] | undefined {
    return this.#settings.placement.connectors;
  }

  /**
   * The number of processes that serve it, so that nothing may be kept in the memory of one.
   *
   * @internal
   */
  get workers(): number {
    return this.#settings.placement.workers;
  }

  /**
   * The metrics of all applications of the container, or of this one in a Koa app.
   *
   * @internal
   */
  get sharedMetrics(): SharedMetrics {
    return this.#settings.metrics;
  }

  /**
   * The number of requests whose responses are not completely sent.
   *
   * @internal
   */
  get activeRequests(): number {
    return this.served?.inFlight.count ?? 0;
  }

  get isStarted(): boolean {
    return this.#served !== undefined;
  }

  /** The load of the requests that need the database; undefined unless started, and with `limits.concurrency: off`. */
  get load(): LoadState | undefined {
    return this.#served?.limiter;
  }

  /**
   * Initialises the plugins and defines routes and filters; does nothing once started. If a plugin throws an
   * {@link UnreachableError}, the application stands by: see {@link ready}.
   *
   * @throws ConfigurationError, StartError, PackageError, or the error of a plugin; plugins that were initialised are destroyed.
   *         StartError STOPPED_DURING_START when {@link stop} is called meanwhile
   */
  async start(): Promise<void> {
    // Never resolves: the module must not continue as if the application served.
    if (isCollectedApplication(this)) return new Promise(() => undefined);
    if (this.#lifetime) return this.#lifetime.started;
    const lifetime = new Lifetime(this.constructor.name);
    this.#lifetime = lifetime;
    try {
      await lifetime.start(
        () => this.#begin(lifetime),
        (failure) => this.#report(failure),
      );
    } catch (error) {
      this.#forget(lifetime);
      throw error;
    }
  }

  /**
   * Resolves when everything is served: at once, unless the application has started without something outside, such as its
   * database.
   *
   * @throws StartError NOT_STARTED; the error that ends the process, since the application cannot start
   */
  async ready(): Promise<void> {
    await this.#lifetime?.started;
    await this.#standby?.completed;
    if (!this.#served) throw new StartError('NOT_STARTED', this.constructor.name);
  }

  /**
   * The checked routes that a start would define. No plugin is initialised and nothing outside is reached.
   *
   * @throws the error that would stop the start at that point
   */
  inspect(): Promise<readonly RouteDefinition[]> {
    return this.#inspecting(() => this.routes);
  }

  /**
   * The routes of {@link inspect}, with the filters and guards that requests pass before them.
   *
   * @internal
   * @throws the error that would stop the start at that point
   */
  inspectParts(): Promise<InspectedParts> {
    return this.#inspecting(() => {
      const { routes, filters, guards } = this.#registered;
      return { routes, filters, guardsOf: (route) => guardsOf(guards, route) };
    });
  }

  async #inspecting<T>(inspect: () => T | Promise<T>): Promise<T> {
    if (this.served) return inspect();
    const before = this.#registered;
    const registered = new Registrations(before);
    this.#registered = registered;
    try {
      await registerPlugins(this, registered);
      for (const plugin of registered.plugins) await plugin.inspect?.(this);
      (await defineParts(this, registered)).report();
      return await inspect();
    } finally {
      this.#registered = before;
    }
  }

  /**
   * Takes no new requests, lets those in flight finish, and destroys the plugins in the order registered. During the
   * start, it undoes the start. A second call waits for the same stop.
   *
   * @param timeoutMs  for the requests in flight, and for each plugin
   * @throws StopError for a plugin that does not end in time, or the error of a plugin; the others are destroyed by then
   */
  async stop(timeoutMs = this.#settings.placement.shutdownTimeoutMs): Promise<void> {
    const lifetime = this.#lifetime;
    if (!lifetime) return;
    this.#settings.setShutdownTimeout(timeoutMs);
    try {
      await lifetime.end(timeoutMs);
    } finally {
      this.#forget(lifetime);
    }
  }

  /**
   * Returns a middleware for a Koa app of your own, at any prefix; requests that match no route go on to `next`.
   *
   * @throws StartError NOT_STARTED, MIDDLEWARE_PREFIX_INVALID, MIDDLEWARE_HEALTH_INVALID
   */
  middleware(options?: MiddlewareOptions): KoaMiddleware {
    if (!this.served && isCollectedApplication(this)) return (_ctx, next) => next() as Promise<void>;
    if (!this.served) throw new StartError('NOT_STARTED', this.constructor.name);
    const { prefix, health } = options ?? {};
    if (prefix && !prefix.startsWith('/'))
      throw new StartError('MIDDLEWARE_PREFIX_INVALID', this.constructor.name, prefix);
    if (health !== undefined && !health.startsWith('/'))
      throw new StartError('MIDDLEWARE_HEALTH_INVALID', this.constructor.name, health);
    return applicationMiddleware(() => this.served, new Readiness(() => [this]), options);
  }

  /** Whether it can serve requests, with the facts of its plugins. Never rejects. */
  async health(): Promise<Health> {
    if (!this.#served) return { isReady: false, facts: { reason: this.#standby ? 'stands by' : 'not started' } };
    const parts = await Promise.all(this.#registered.plugins.map((plugin) => healthOf(plugin)));
    return {
      isReady: parts.every(({ isReady }) => isReady),
      facts: Object.assign({}, ...parts.map(({ facts }) => facts)),
    };
  }

  /**
   * Called by the container that serves the application, before the start.
   *
   * @internal
   */
  enterContainer(placement: Placement): void {
    this.#settings.place(placement, this.#lifetime !== undefined);
  }

  /**
   * The parts that the container serves; undefined unless started.
   *
   * @internal
   */
  get served(): ServedApplication | undefined {
    return this.#served ?? this.#standby?.served;
  }

  async #begin(lifetime: Lifetime): Promise<void> {
    const before = this.#registered;
    lifetime.addUndo(() => {
      this.#registered = before;
    });
    verifyPeer('koa');
    void this.configuration;
    try {
      await this.#complete(lifetime, before);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      await this.#standBy(lifetime, before, error);
    }
  }

  /** Starts everything; undone on failure. */
  async #complete(lifetime: Lifetime, before: Registrations<Plugin>): Promise<void> {
    const begin = async () => {
      const registered = new Registrations(before);
      this.#registered = registered;
      const live = new LivePlugins<Application>();
      lifetime.addUndo(() => live.destroy(this.#settings.placement.shutdownTimeoutMs));
      await registerPlugins(this, registered);
      for (const plugin of registered.plugins) {
        await live.init(plugin, this);
        lifetime.verifyNotEnded();
      }
      const served = await defineApplication(this, registered);
      lifetime.verifyNotEnded();
      this.#served = served;
      lifetime.addUndo(() => this.#endServing(served));
    };
    await lifetime.attempt(begin, (failure) => this.#report(failure));
  }

  async #standBy(lifetime: Lifetime, before: Registrations<Plugin>, reason: UnreachableError): Promise<void> {
    const standby = new Standby(
      this.constructor.name,
      {
        prepare: (error, live) => this.#prepareStandby(before, error, live),
        reach: async () => {
          for (const plugin of this.#registered.plugins) await plugin.reach?.(this);
        },
        complete: () => this.#complete(lifetime, before),
      },
      this.logger,
      this.#settings.placement.shutdownTimeoutMs,
    );
    lifetime.addUndo(() => standby.end(this.#settings.placement.shutdownTimeoutMs));
    await standby.begin(reason);
    this.#standby = standby;
  }

  async #prepareStandby(before: Registrations<Plugin>, reason: UnreachableError, live: LivePlugins<void>) {
    const registered = new Registrations(before);
    this.#registered = registered;
    const guard = new StandbyGuard(reason);
    registered.guards.unshift(guard);
    await registerPlugins(this, registered);
    for (const plugin of registered.plugins) {
      if (!plugin.standBy) await plugin.inspect?.(this);
      else await live.init({ init: () => plugin.standBy!(this), destroy: () => plugin.destroy() });
    }
    guard.coverOthers(registered.routes, before.routes);
    return servedInStandby(await defineApplication(this, registered), reason);
  }

  async #endServing(served: ServedApplication): Promise<void> {
    this.#served = undefined;
    await served.inFlight.settle(this.#settings.placement.shutdownTimeoutMs);
    served.outages.close();
  }

  #report(failure: unknown): void {
    this.logger.error('A plugin could not be destroyed', failure);
  }

  /** A start that was stopped may end after the next start has begun. */
  #forget(lifetime: Lifetime): void {
    if (this.#lifetime !== lifetime) return;
    this.#lifetime = undefined;
    this.#standby = undefined;
  }

  /** @internal */
  protected override get registered(): Registrations<Plugin> {
    return this.#registered;
  }

  /** @internal */
  protected override verifyOpen(): void {
    if (this.#served) throw new StartError('ALREADY_STARTED', this.constructor.name);
  }
}

async function healthOf(plugin: Plugin): Promise<Health> {
  try {
    return (await plugin.health?.()) ?? { isReady: true };
  } catch {
    return { isReady: false, facts: { [plugin.constructor.name]: 'failed' } };
  }
}
