import { ApplicationConfiguration } from '../config/application-configuration';
import { Configuration } from '../config/configuration';
import type { Layer } from '../config/layer';
import type { Logger } from '../http/logger';
import type { RouteDefinition } from '../http/route-definition';
import { applicationMiddleware, type KoaMiddleware, type MiddlewareOptions } from '../koa/application-middleware';
import type { ServedApplication } from '../koa/served-application';
import {
  applicationFile,
  applicationLayers,
  containerLayers,
  type Project,
  type ProjectOptions,
  projectOf,
} from './application-files';
import { ApplicationParts } from './application-parts';
import { assemble } from './assemble';
import { StartError } from './errors';
import type { LivesWithApplication } from './life-cycle';
import { checkRoutes, Registrations } from './registrations';

/** A port of the container. */
export interface OpenedConnector {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** Whether a proxy before it says what scheme the client speaks. */
  readonly isProxied: boolean;
}

type ApplicationPlugin = LivesWithApplication<Application>;

export interface ApplicationOptions extends ProjectOptions {
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
  /** What the YAML file is read into; a subclass sets its own class. */
  static readonly Configuration: typeof ApplicationConfiguration = ApplicationConfiguration;

  readonly logger: Logger;
  readonly #project: Project;
  #parents?: readonly Layer[];
  #configuration?: C;
  #registered = new Registrations<Application>();
  #beforeStart?: Registrations<Application>;
  #served?: ServedApplication;
  #isMapped = false;
  #mountPath = '';
  #connectors?: readonly OpenedConnector[];

  constructor(readonly options: ApplicationOptions = {}) {
    super();
    this.#project = projectOf(options);
    this.logger = options.logger ?? console;
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
    return this.#mountPath;
  }

  /** How requests come in from outside; undefined in a Koa app, which alone knows. */
  get connectors(): readonly OpenedConnector[] | undefined {
    return this.#connectors;
  }

  get isStarted(): boolean {
    return this.#served !== undefined;
  }

  /** Overridden to add filters, with {@link addFilter}; requests pass them in the order added. */
  addFilters(): void | Promise<void> {}

  /** Overridden to define routes with {@link resource}. */
  defineRoutes(): void | Promise<void> {}

  /** Overridden to add resources, with {@link addResource}. */
  defineResources(): void | Promise<void> {}

  /** Overridden to register plugins, with {@link registerPlugin}. */
  registerPlugins(): void | Promise<void> {}

  /** Overridden to map errors; an override calls the superclass, else the shipped mappings are dropped. */
  mapExceptions(): void | Promise<void> {
    this.#isMapped = true;
  }

  /**
   * Initialises plugins, defines everything and makes ready to serve; once started, does nothing.
   *
   * @throws ConfigurationError, StartError, or what a plugin throws; plugins initialised by then are destroyed
   */
  async start(): Promise<void> {
    if (this.#served) return;
    this.#beforeStart = this.#registered;
    this.#registered = new Registrations(this.#beforeStart);
    const initialised: ApplicationPlugin[] = [];
    try {
      await this.#initialise(initialised);
      this.#served = await this.#define();
    } catch (error) {
      await destroyAll(initialised).catch((failure) => this.logger.error('A plugin could not be destroyed', failure));
      this.#registered = this.#beforeStart;
      throw error;
    }
  }

  /**
   * The routes as a start would define them, checked, without starting anything: no plugin is initialised, nothing
   * outside is reached.
   *
   * @throws what would stop the start by then
   */
  async inspect(): Promise<readonly RouteDefinition[]> {
    if (this.#served) return this.routes;
    const before = this.#registered;
    this.#registered = new Registrations(before);
    try {
      await this.registerPlugins();
      for (const plugin of this.#registered.plugins) await plugin.inspect?.(this);
      await this.#defineRoutes();
      return this.routes;
    } finally {
      this.#registered = before;
    }
  }

  /** Serves no further request, lets those in flight finish, and destroys the plugins in the order registered. */
  async stop(timeoutMs = 10_000): Promise<void> {
    const served = this.#served;
    if (!served || !this.#beforeStart) return;
    this.#served = undefined;
    const { plugins } = this.#registered;
    this.#registered = this.#beforeStart;
    await served.inFlight.settle(timeoutMs);
    await destroyAll(plugins);
  }

  /**
   * A middleware for a Koa app of your own, at any prefix; what the application does not own goes on to `next`.
   *
   * @throws StartError NOT_STARTED
   */
  middleware(options?: MiddlewareOptions): KoaMiddleware {
    if (!this.#served) throw new StartError('NOT_STARTED', this.constructor.name);
    return applicationMiddleware(() => this.#served, options);
  }

  /**
   * Called by the container that serves it, before the start.
   *
   * @param mountPath  with the base path, without a slash at its end
   * @param parents    the levels of configuration below its own
   * @param connectors how requests come in
   */
  enterContainer(mountPath: string, parents: readonly Layer[], connectors: readonly OpenedConnector[]): void {
    this.#connectors = connectors;
    this.#mountPath = mountPath;
    this.#parents = parents;
    if (!this.#served) this.#configuration = undefined;
  }

  /** For the container: what is to be served, once started. */
  get served(): ServedApplication | undefined {
    return this.#served;
  }

  #readConfiguration(): C {
    const Class = (this.constructor as typeof Application).Configuration;
    const file = applicationFile(this.constructor.name, this.#project);
    const parents = this.#parents ?? containerLayers(this.#project);
    const known = new Set(Object.keys(Class.keys()));
    const layers = applicationLayers(file, parents, this.options.configuration, known);
    return Configuration.readLayers(Class, layers, file) as C;
  }

  async #initialise(initialised: ApplicationPlugin[]): Promise<void> {
    void this.configuration;
    await this.registerPlugins();
    for (const plugin of this.#registered.plugins) {
      await plugin.init(this);
      initialised.push(plugin);
    }
  }

  async #define(): Promise<ServedApplication> {
    this.#isMapped = false;
    await this.#defineRoutes();
    await this.addFilters();
    await this.mapExceptions();
    if (!this.#isMapped) {
      const name = this.constructor.name;
      this.logger.warn(
        `${name}.mapExceptions() does not call super.mapExceptions(): the shipped mappings are dropped.`,
      );
    }
    return assemble(this.configuration, this.#registered, this.#project.moduleRoot, this.logger);
  }

  async #defineRoutes(): Promise<void> {
    await this.defineResources();
    await this.defineRoutes();
    checkRoutes(this.routes);
    for (const guard of this.#registered.guards) guard.verify?.(this.routes);
  }

  protected override get registered(): Registrations<Application> {
    return this.#registered;
  }

  protected override verifyOpen(): void {
    if (this.#served) throw new StartError('ALREADY_STARTED', this.constructor.name);
  }
}

/** Destroys all, also when one fails; then rejects with the first failure. */
async function destroyAll(plugins: readonly ApplicationPlugin[]): Promise<void> {
  const failures: unknown[] = [];
  for (const plugin of plugins) {
    try {
      await plugin.destroy();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
