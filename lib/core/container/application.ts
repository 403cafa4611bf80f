import { ApplicationConfiguration } from '../config/application-configuration';
import { Configuration } from '../config/configuration';
import type { Layer } from '../config/layer';
import type { ContentAdapter } from '../http/content-adapter';
import type { ErrorClass, ExceptionClass, ExceptionHandling } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import type { HttpException } from '../http/http-exception';
import type { Logger } from '../http/logger';
import type { ResourceConfiguration } from '../http/route-configuration';
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
import { assemble } from './assemble';
import { StartError } from './errors';
import type { LivesWithApplication } from './life-cycle';
import { checkRoutes, Registrations } from './registrations';
import { type Resource, ResourceBuilder } from './resource-builder';

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
export class Application<C extends ApplicationConfiguration = ApplicationConfiguration> {
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

  constructor(readonly options: ApplicationOptions = {}) {
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

  /** All that have been registered so far. */
  get routes(): readonly RouteDefinition[] {
    return this.#registered.routes;
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

  addRoute(route: RouteDefinition): void {
    this.#open().addRoute(route);
  }

  /** Makes the resource known; its routes are defined with {@link resource}. One that is known gets the configuration. */
  addResource<T extends object>(resource: Resource<T>, configuration?: ResourceConfiguration): ResourceBuilder<T> {
    const known = this.#open().resources.get(resource) as unknown as ResourceBuilder<T> | undefined;
    if (known) return configuration ? known.configure(configuration) : known;
    const instance = typeof resource === 'function' ? new resource() : resource;
    const builder = new ResourceBuilder<T>(instance, configuration);
    this.#open().resources.set(resource, builder as unknown as ResourceBuilder);
    return builder;
  }

  /** Begins routes on a resource: `this.resource(Orders).builder('/orders/{id}').action('GET', 'read')`. */
  resource<T extends object>(resource: Resource<T>): ResourceBuilder<T> {
    const known = this.#open().resources.get(resource) as unknown as ResourceBuilder<T> | undefined;
    return known ?? this.addResource(resource);
  }

  addFilter(filter: Filter): void {
    this.#open().filters.push(filter);
  }

  registerPlugin(plugin: ApplicationPlugin): void {
    this.#open().plugins.push(plugin);
  }

  addContentAdapter(adapter: ContentAdapter): void {
    this.#open().adapters.push(adapter);
  }

  /** Answers errors of a class, and of its subclasses, as an exception; see `ExceptionMapping` for what comes first. */
  addExceptionMapping<E>(errorClass: ErrorClass<E>, target: ExceptionClass | ((error: E) => HttpException)): void {
    this.#open().exceptions.addMapping(errorClass, target);
  }

  /** Lets a handler answer errors of a class, and of its subclasses. */
  addExceptionHandler<E>(errorClass: ErrorClass<E>, handler: ExceptionHandling<E>): void {
    this.#open().exceptions.addHandler(errorClass, handler);
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
   */
  enterContainer(mountPath: string, parents: readonly Layer[]): void {
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
    await this.defineResources();
    await this.defineRoutes();
    await this.addFilters();
    await this.mapExceptions();
    if (!this.#isMapped) {
      const name = this.constructor.name;
      this.logger.warn(
        `${name}.mapExceptions() does not call super.mapExceptions(): the shipped mappings are dropped.`,
      );
    }
    checkRoutes(this.routes);
    return assemble(this.configuration, this.#registered, this.#project.moduleRoot, this.logger);
  }

  #open(): Registrations<Application> {
    if (this.#served) throw new StartError('ALREADY_STARTED', this.constructor.name);
    return this.#registered;
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
