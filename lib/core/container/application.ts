import { Mistakes } from '../../foundation';
import { ApplicationConfiguration } from '../config/application-configuration';
import { Configuration } from '../config/configuration';
import type { Filter } from '../http/filter';
import { type AdmittingGuard, guardsOf } from '../http/guard';
import { lineLogger } from '../http/line-logger';
import type { Logger } from '../http/logger';
import type { RouteDefinition } from '../http/route-definition';
import { applicationMiddleware, type KoaMiddleware, type MiddlewareOptions } from '../koa/application-middleware';
import type { ServedApplication } from '../koa/served-application';
import {
  applicationFile,
  applicationLayers,
  codeLayer,
  containerLayers,
  type Project,
  type ProjectOptions,
  projectOf,
} from './application-files';
import { ApplicationParts } from './application-parts';
import { assemble } from './assemble';
import { contentSettingsOf, verifyContent } from './content-levels';
import { StartError } from './errors';
import type { LivesWithApplication } from './life-cycle';
import { Lifetime } from './lifetime';
import { LivePlugins } from './live-plugins';
import { ALONE, type OpenedConnector, type Placement } from './placement';
import { checkRoutes, Registrations } from './registrations';

/** The parts of an application that are known without a start. */
export interface InspectedParts {
  readonly routes: readonly RouteDefinition[];
  /** In the order that requests pass them. */
  readonly filters: readonly Filter[];
  /** The guards that are asked about requests of a route. */
  guardsOf(route: RouteDefinition): readonly AdmittingGuard[];
}

export interface CoreApplicationOptions extends ProjectOptions {
  /** Put over the file, key by key: the highest level. */
  readonly configuration?: Record<string, unknown>;
  /** `console` when absent. */
  readonly logger?: Logger;
}

/**
 * Resources, routes, filters, plugins and exception mapping under one name; mounted in a container or in a Koa app.
 *
 * At the start, plugins are initialised in the order registered; then the overridable methods run, in the order
 * `defineResources`, `defineRoutes`, `addFilters`, `mapExceptions`.
 *
 * @see Specification, "Extension points (core layer)"
 */
export class Application<
  C extends ApplicationConfiguration = ApplicationConfiguration,
> extends ApplicationParts<Application> {
  /** The class that the YAML file is read into; a subclass sets its own. */
  static readonly Configuration: typeof ApplicationConfiguration = ApplicationConfiguration;

  #logger: Logger;
  #project: Project;
  #placement = ALONE;
  /** Over all that is configured. */
  #adjusted: Record<string, unknown> = {};
  #configuration?: C;
  #registered = new Registrations<Application>();
  /** While it is started, starting or stopping. */
  #lifetime?: Lifetime;
  #served?: ServedApplication;

  constructor(readonly options: CoreApplicationOptions = {}) {
    super();
    this.#project = projectOf(options);
    this.#logger = lineLogger(options.logger ?? console);
  }

  get logger(): Logger {
    return this.#logger;
  }

  /**
   * Puts configuration over all that is configured, and another logger and other folders in place of its own; for who starts
   * an application that somebody else has made, as tests do.
   *
   * @throws StartError ALREADY_STARTED
   */
  adjust({ configuration, logger, ...folders }: CoreApplicationOptions): this {
    if (this.#lifetime) throw new StartError('ALREADY_STARTED', this.constructor.name);
    this.#adjusted = { ...this.#adjusted, ...configuration };
    if (logger) this.#logger = lineLogger(logger);
    this.#project = projectOf({ ...this.#project, ...folders });
    this.#configuration = undefined;
    return this;
  }

  /**
   * Read when first asked for, at the latest by {@link start}.
   *
   * @throws ConfigurationError naming file and key
   */
  get configuration(): C {
    this.#configuration ??= this.#readConfiguration();
    return this.#configuration;
  }

  /** In snake_case, as configured. */
  get name(): string {
    return this.configuration.name;
  }

  /** The folders that files and modules of the configuration are relative to. */
  get project(): Project {
    return this.#project;
  }

  /** Where the container has mounted it, with the base path: `/shop`; empty at the root, and in a Koa app. */
  get mountPath(): string {
    return this.#placement.mountPath;
  }

  /** How requests come in from outside; undefined in a Koa app, which alone knows. */
  get connectors(): readonly OpenedConnector[] | undefined {
    return this.#placement.connectors;
  }

  get isStarted(): boolean {
    return this.#served !== undefined;
  }

  /**
   * Initialises plugins, defines everything and makes ready to serve; once started, does nothing.
   *
   * @throws ConfigurationError, StartError, or what a plugin throws; plugins initialised by then are destroyed.
   *         StartError STOPPED_DURING_START when it is stopped meanwhile
   */
  async start(): Promise<void> {
    if (this.#lifetime) return this.#lifetime.started;
    const lifetime = new Lifetime(this.constructor.name);
    this.#lifetime = lifetime;
    const report = (failure: unknown) => this.logger.error('A plugin could not be destroyed', failure);
    try {
      await lifetime.start(() => this.#begin(lifetime), report);
    } catch (error) {
      this.#forget(lifetime);
      throw error;
    }
  }

  /**
   * The routes as a start would define them, checked, without starting anything: no plugin is initialised, nothing
   * outside is reached.
   *
   * @throws what would stop the start by then
   */
  inspect(): Promise<readonly RouteDefinition[]> {
    return this.#inspecting(() => this.routes);
  }

  /**
   * {@link inspect}, with what requests pass before they come to a route.
   *
   * @throws what would stop the start by then
   */
  inspectParts(): Promise<InspectedParts> {
    return this.#inspecting(async () => {
      if (!this.#served) await this.addFilters();
      const { routes, filters, guards } = this.#registered;
      return { routes, filters, guardsOf: (route) => guardsOf(guards, route) };
    });
  }

  async #inspecting<T>(look: () => T | Promise<T>): Promise<T> {
    if (this.#served) return look();
    const before = this.#registered;
    this.#registered = new Registrations(before);
    try {
      await this.#registerPlugins();
      for (const plugin of this.#registered.plugins) await plugin.inspect?.(this);
      (await this.#defineRoutes()).report();
      return await look();
    } finally {
      this.#registered = before;
    }
  }

  /**
   * Serves no further request, lets those in flight finish, and destroys the plugins in the order registered. During
   * the start, takes the start back; called again, waits for the same stop.
   *
   * @param timeoutMs  for the requests in flight, and for each plugin
   * @throws StopError for a plugin that does not end in time, or what it throws; all others are destroyed by then
   */
  async stop(timeoutMs = this.#placement.shutdownTimeoutMs): Promise<void> {
    const lifetime = this.#lifetime;
    if (!lifetime) return;
    this.#placement = { ...this.#placement, shutdownTimeoutMs: timeoutMs };
    try {
      await lifetime.end(timeoutMs);
    } finally {
      this.#forget(lifetime);
    }
  }

  /**
   * A middleware for a Koa app of your own, at any prefix; what the application does not own goes on to `next`.
   *
   * @throws StartError NOT_STARTED, MIDDLEWARE_PREFIX_INVALID
   */
  middleware(options?: MiddlewareOptions): KoaMiddleware {
    if (!this.#served) throw new StartError('NOT_STARTED', this.constructor.name);
    const prefix = options?.prefix;
    if (prefix && !prefix.startsWith('/')) {
      throw new StartError('MIDDLEWARE_PREFIX_INVALID', this.constructor.name, prefix);
    }
    return applicationMiddleware(() => this.#served, options);
  }

  /** Called by the container that serves it, before the start. */
  enterContainer(placement: Placement): void {
    this.#placement = placement;
    if (!this.#lifetime) this.#configuration = undefined;
  }

  /** For the container: what is to be served, once started. */
  get served(): ServedApplication | undefined {
    return this.#served;
  }

  #readConfiguration(): C {
    const Class = (this.constructor as typeof Application).Configuration;
    const file = applicationFile(this.constructor.name, this.#project);
    const parents = this.#placement.parents ?? containerLayers(this.#project);
    const known = new Set(Object.keys(Class.keys()));
    const { configuration } = this.options;
    const isAdjusted = Object.keys(this.#adjusted).length > 0;
    const layers = applicationLayers(file, parents, configuration ?? (isAdjusted ? {} : undefined), known);
    return Configuration.readLayers(Class, [...layers, codeLayer(this.#adjusted)], file) as C;
  }

  async #begin(lifetime: Lifetime): Promise<void> {
    const before = this.#registered;
    lifetime.did(() => {
      this.#registered = before;
    });
    const registered = new Registrations(before);
    this.#registered = registered;
    const live = new LivePlugins<Application>();
    lifetime.did(() => live.destroy(this.#placement.shutdownTimeoutMs));
    void this.configuration;
    await this.#registerPlugins();
    for (const plugin of registered.plugins) {
      await live.init(plugin, this);
      lifetime.goOn();
    }
    const served = await this.#define();
    lifetime.goOn();
    this.#served = served;
    lifetime.did(() => this.#endServing(served));
  }

  async #endServing(served: ServedApplication): Promise<void> {
    this.#served = undefined;
    await served.inFlight.settle(this.#placement.shutdownTimeoutMs);
  }

  /** A start that was given up on may end when the next one is on its way. */
  #forget(lifetime: Lifetime): void {
    if (this.#lifetime === lifetime) this.#lifetime = undefined;
  }

  /** Before anything outside is reached, no part of an application may be known to be wrong. */
  async #registerPlugins(): Promise<void> {
    await this.registerPlugins();
    const mistakes = new Mistakes();
    mistakes.add(...this.#registered.mistakes);
    mistakes.report();
  }

  async #define(): Promise<ServedApplication> {
    const mistakes = await this.#defineRoutes();
    await this.addFilters();
    await this.mapExceptions();
    mistakes.add(...this.#registered.mistakes);
    const settings = contentSettingsOf(this.configuration, this.#project.moduleRoot, mistakes);
    verifyContent({ name: this.constructor.name, configuration: this.configuration, settings }, this.routes, mistakes);
    mistakes.report();
    if (!this.#registered.keepsShippedMappings) {
      const name = this.constructor.name;
      this.logger.warn(
        `${name}.mapExceptions() does not call super.mapExceptions(): the shipped mappings are dropped.`,
      );
    }
    return assemble(this.configuration, settings, this.#registered, this.logger);
  }

  /** @returns what is wrong with the routes */
  async #defineRoutes(): Promise<Mistakes> {
    await this.defineResources();
    await this.defineRoutes();
    const { routes } = this;
    const mistakes = new Mistakes();
    mistakes.add(...this.#registered.mistakes);
    checkRoutes(routes, mistakes);
    for (const guard of this.#registered.guards) mistakes.collect(() => guard.verify?.(routes));
    return mistakes;
  }

  protected override get registered(): Registrations<Application> {
    return this.#registered;
  }

  protected override verifyOpen(): void {
    if (this.#served) throw new StartError('ALREADY_STARTED', this.constructor.name);
  }
}

/** Invoked, in the order registered, when an application is initialised and when it is destroyed. */
export type Plugin = LivesWithApplication<Application>;
