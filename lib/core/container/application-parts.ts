import { nameOfPart, partFault } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import type { ErrorClass, ExceptionClass, ExceptionHandling } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import { type AdmittingGuard, type Guard, guardsOf } from '../http/guard';
import type { HttpException } from '../http/http-exception';
import type { ResourceConfiguration } from '../http/route-configuration';
import type { RouteDefinition } from '../http/route-definition';
import { StartError, type StartErrorCode } from './errors';
import type { LivesWithApplication } from './life-cycle';
import { classFault, filterFault, handlerFault, isGuard, isResource, mappingFault, nameOfErrors } from './part-faults';
import type { Registrations } from './registrations';
import { ResourceBuilder, type ResourceClassOrInstance } from './resource-builder';

/**
 * How the parts of an application of type `A` are registered: by what it overrides, and by calls until it has started.
 *
 * Parts that are invalid are collected; the start reports all of them at once.
 */
export abstract class ApplicationParts<A> {
  protected abstract get registered(): Registrations<A>;

  /** @throws StartError ALREADY_STARTED */
  protected abstract verifyOpen(): void;

  /** Overridden to register plugins, with {@link registerPlugin}. */
  registerPlugins(): void | Promise<void> {}

  /** Overridden to add resources, with {@link addResource}. */
  defineResources(): void | Promise<void> {}

  /** Overridden to define routes with {@link resource}. */
  defineRoutes(): void | Promise<void> {}

  /** Overridden to add filters, with {@link addFilter}; requests pass them in the order added. */
  addFilters(): void | Promise<void> {}

  /** Overridden to map errors; an override calls the superclass, else the shipped mappings are dropped. */
  mapExceptions(): void | Promise<void> {
    this.registered.keepsShippedMappings = true;
  }

  /** All that have been registered so far. */
  get routes(): readonly RouteDefinition[] {
    return this.registered.routes;
  }

  addRoute(route: RouteDefinition): void {
    this.#open().addRoute(route);
  }

  /** Makes the resource known; its routes are defined with {@link resource}. One that is known gets the configuration. */
  addResource<T extends object>(
    resource: ResourceClassOrInstance<T>,
    configuration?: ResourceConfiguration,
  ): ResourceBuilder<T> {
    const known = this.#open().resources.get(resource) as unknown as ResourceBuilder<T> | undefined;
    if (known) return configuration ? known.configure(configuration) : known;
    if (!isResource(resource)) throw new StartError('RESOURCE_INVALID', this.constructor.name, nameOfPart(resource));
    const instance = typeof resource === 'function' ? new resource() : resource;
    const builder = new ResourceBuilder<T>(instance, configuration);
    this.#open().resources.set(resource, builder as unknown as ResourceBuilder);
    return builder;
  }

  /** Begins routes on a resource: `this.resource(Orders).builder('/orders/{id}').action('GET', 'read')`. */
  resource<T extends object>(resource: ResourceClassOrInstance<T>): ResourceBuilder<T> {
    const known = this.#open().resources.get(resource) as unknown as ResourceBuilder<T> | undefined;
    return known ?? this.addResource(resource);
  }

  addFilter(filter: Filter): void {
    this.#open().filters.push(filter);
    this.#note('FILTER_INVALID', filterFault(filter), nameOfPart(filter));
  }

  /** Adds one that decides, after all filters, whether a request may go on. */
  addGuard(guard: Guard): void {
    this.#open().guards.push(guard);
    if (!isGuard(guard)) this.#note('GUARD_INVALID', '', nameOfPart(guard));
  }

  registerPlugin(plugin: LivesWithApplication<A>): void {
    this.#open().plugins.push(plugin);
    this.#note('PLUGIN_INVALID', partFault(plugin, ['init', 'destroy']), nameOfPart(plugin));
  }

  addContentAdapter(adapter: ContentAdapter): void {
    this.#open().adapters.push(adapter);
    const fault = partFault(adapter, ['reads', 'read', 'writes', 'write']);
    this.#note('CONTENT_ADAPTER_INVALID', fault, nameOfPart(adapter));
  }

  /** Answers errors of a class, and of its subclasses, as an exception; see `ExceptionMapping` for what comes first. */
  addExceptionMapping<E>(errorClass: ErrorClass<E>, target: ExceptionClass | ((error: E) => HttpException)): void {
    this.#open().exceptions.addMapping(errorClass, target);
    this.#note('EXCEPTION_MAPPING_INVALID', classFault(errorClass) ?? mappingFault(target), nameOfErrors(errorClass));
  }

  /** Lets a handler write the response to errors of a class, and of its subclasses. */
  addExceptionHandler<E>(errorClass: ErrorClass<E>, handler: ExceptionHandling<E>): void {
    this.#open().exceptions.addHandler(errorClass, handler);
    const fault = classFault(errorClass) ?? handlerFault(handler);
    this.#note('EXCEPTION_HANDLER_INVALID', fault, nameOfPart(handler), nameOfErrors(errorClass));
  }

  /** The guards that are asked about a part of a request that is carried out as one of another route. */
  guardsOfParts(route: RouteDefinition): readonly AdmittingGuard[] {
    return guardsOf(this.registered.guards, route).filter(({ admitsWhole }) => !admitsWhole);
  }

  /** The exception that an error is mapped to; undefined where a handler writes the response. */
  exceptionOf(error: unknown): HttpException | undefined {
    const translation = this.registered.exceptions.translate(error);
    return 'exception' in translation ? translation.exception : undefined;
  }

  /** @param fault  undefined where there is none */
  #note(code: StartErrorCode, fault: string | undefined, ...parts: readonly string[]): void {
    if (fault === undefined) return;
    this.registered.addMistake(new StartError(code, this.constructor.name, ...parts, fault));
  }

  #open(): Registrations<A> {
    this.verifyOpen();
    return this.registered;
  }
}
