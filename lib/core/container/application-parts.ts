import { nameOfPart, partFault } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import type { ErrorClass, ExceptionClass, ExceptionHandler } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import { type Guard, guardsOf, type RequestGuard } from '../http/guard';
import type { HttpException } from '../http/http-exception';
import type { RequestObserver } from '../http/request-observer';
import type { ResourceConfiguration } from '../http/route-configuration';
import type { RouteDefinition } from '../http/route-definition';
import { StartError, type StartErrorCode } from './errors';
import { classFault, filterFault, handlerFault, isGuard, isResource, mappingFault, nameOfErrors } from './part-faults';
import type { Registrations } from './registrations';
import { ResourceBuilder, type ResourceClassOrInstance } from './resource-builder';

/**
 * Registers the parts of an application: in the methods that it overrides, and by calls until it has started.
 *
 * Invalid parts are collected; the start reports all of them at once.
 *
 * @typeParam P  the plugins of the application
 */
export abstract class ApplicationParts<P extends object> {
  /** @internal */
  protected abstract get registered(): Registrations<P>;

  /**
   * @internal
   * @throws StartError ALREADY_STARTED
   */
  protected abstract verifyOpen(): void;

  /** Override to register plugins with {@link registerPlugin}. */
  registerPlugins(): void | Promise<void> {}

  /** Override to add resources with {@link addResource}. */
  defineResources(): void | Promise<void> {}

  /** Override to define routes with {@link resource}. */
  defineRoutes(): void | Promise<void> {}

  /** Override to add filters with {@link addFilter}; requests pass them in the order added. */
  addFilters(): void | Promise<void> {}

  /** Override to map errors. Call `super.mapExceptions()` to keep the shipped mappings. */
  mapExceptions(): void | Promise<void> {
    this.registered.keepsShippedMappings = true;
  }

  /** The routes registered so far. */
  get routes(): readonly RouteDefinition[] {
    return this.registered.routes;
  }

  addRoute(route: RouteDefinition): void {
    this.#open().addRoute(route);
  }

  /**
   * Adds a resource, whose routes are defined with {@link resource}; returns the same builder if it was added before. A
   * resource is configured once.
   */
  addResource<T extends object>(
    resource: ResourceClassOrInstance<T>,
    configuration?: ResourceConfiguration,
  ): ResourceBuilder<T> {
    const registered = this.#open();
    const known = registered.resources.get(resource) as unknown as ResourceBuilder<T> | undefined;
    if (!known && !isResource(resource)) {
      throw new StartError('RESOURCE_INVALID', this.constructor.name, nameOfPart(resource));
    }
    const builder = known ?? this.createBuilder(resource);
    registered.resources.set(resource, builder as unknown as ResourceBuilder);
    if (configuration !== undefined) registered.configure(builder as unknown as ResourceBuilder, configuration);
    return builder;
  }

  /** @internal */
  protected createBuilder<T extends object>(resource: ResourceClassOrInstance<T>): ResourceBuilder<T> {
    return new ResourceBuilder<T>(typeof resource === 'function' ? new resource() : resource);
  }

  /** Returns the builder of a resource's routes: `this.resource(Orders).builder('/orders/{id}').action('GET', 'read')`. */
  resource<T extends object>(resource: ResourceClassOrInstance<T>): ResourceBuilder<T> {
    return this.addResource(resource);
  }

  addFilter(filter: Filter): void {
    this.#open().filters.push(filter);
    this.#note('FILTER_INVALID', filterFault(filter), nameOfPart(filter));
  }

  /** Adds a guard, which accepts or rejects requests after all filters. */
  addGuard(guard: Guard): void {
    this.#open().guards.push(guard);
    if (!isGuard(guard)) this.#note('GUARD_INVALID', '', nameOfPart(guard));
  }

  registerPlugin(plugin: P): void {
    this.#open().plugins.push(plugin);
    this.#note('PLUGIN_INVALID', partFault(plugin, ['init', 'destroy']), nameOfPart(plugin));
  }

  /** Adds an observer, which sees each request and the work for it. */
  addObserver(observer: RequestObserver): void {
    this.#open().observers.push(observer);
    this.#note('OBSERVER_INVALID', partFault(observer, ['begin']), nameOfPart(observer));
  }

  addContentAdapter(adapter: ContentAdapter): void {
    this.#open().adapters.push(adapter);
    const fault = partFault(adapter, ['canRead', 'read', 'canWrite', 'write']);
    this.#note('CONTENT_ADAPTER_INVALID', fault, nameOfPart(adapter));
  }

  /** Maps errors of a class and its subclasses to an exception. The most specific class wins. */
  addExceptionMapping<E>(errorClass: ErrorClass<E>, target: ExceptionClass | ((error: E) => HttpException)): void {
    this.#open().exceptions.addMapping(errorClass, target);
    this.#note('EXCEPTION_MAPPING_INVALID', classFault(errorClass) ?? mappingFault(target), nameOfErrors(errorClass));
  }

  /** Lets a handler write the response to errors of a class and its subclasses. */
  addExceptionHandler<E>(
    errorClass: ErrorClass<E>,
    handler: ExceptionHandler<E> | ExceptionHandler<E>['handle'],
  ): void {
    this.#open().exceptions.addHandler(errorClass, handler);
    const fault = classFault(errorClass) ?? handlerFault(handler);
    this.#note('EXCEPTION_HANDLER_INVALID', fault, nameOfPart(handler), nameOfErrors(errorClass));
  }

  /**
   * The guards that check one step of a batch, which runs as a request of another route.
   *
   * @internal
   */
  guardsOfStep(route: RouteDefinition): readonly RequestGuard[] {
    return guardsOf(this.registered.guards, route).filter(({ oncePerRequest }) => !oncePerRequest);
  }

  /**
   * The exception that an error is mapped to; undefined where a handler writes the response.
   *
   * @internal
   */
  exceptionOf(error: unknown): HttpException | undefined {
    const translation = this.registered.exceptions.translate(error);
    return 'exception' in translation ? translation.exception : undefined;
  }

  /** @param fault  undefined for a valid part */
  #note(code: StartErrorCode, fault: string | undefined, ...parts: readonly string[]): void {
    if (fault === undefined) return;
    this.registered.addMistake(new StartError(code, this.constructor.name, ...parts, fault));
  }

  #open(): Registrations<P> {
    this.verifyOpen();
    return this.registered;
  }
}
