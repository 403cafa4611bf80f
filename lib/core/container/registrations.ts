import { checkOptions, Mistakes } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import { ExceptionMapping } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import type { Guard } from '../http/guard';
import { shapeOf } from '../http/path-template';
import type { RequestObserver } from '../http/request-observer';
import type { ResourceConfiguration } from '../http/route-configuration';
import { ROUTE_OPTIONS, type RouteDefinition } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';
import { StartError } from './errors';
import type { ResourceBuilder } from './resource-builder';

/** The parts of an application, registered in its constructor, by its plugins and by its methods. */
export class Registrations<P extends object> {
  readonly plugins: P[];
  readonly filters: Filter[];
  readonly guards: Guard[];
  readonly adapters: ContentAdapter[];
  readonly observers: RequestObserver[];
  readonly exceptions: ExceptionMapping;
  /** Whether `mapExceptions()` has called the superclass. */
  keepsShippedMappings = false;
  /** By class, or by the instance that was added. */
  readonly resources: Map<unknown, ResourceBuilder>;
  /** The resources that were configured. */
  readonly #configured: Set<ResourceBuilder>;
  readonly #mistakes: StartError[];
  readonly #routes: RouteDefinition[];

  /** @param base  the registrations to start from; they are copied */
  constructor(base?: Registrations<P>) {
    this.plugins = [...(base?.plugins ?? [])];
    this.filters = [...(base?.filters ?? [])];
    this.guards = [...(base?.guards ?? [])];
    this.adapters = [...(base?.adapters ?? [])];
    this.observers = [...(base?.observers ?? [])];
    this.exceptions = new ExceptionMapping(base?.exceptions);
    this.resources = new Map(base?.resources);
    this.#configured = base ? new Set(base.#configured) : new Set();
    this.#mistakes = base ? [...base.#mistakes] : [];
    this.#routes = base ? [...base.#routes] : [];
  }

  /** Configures a resource; a second configuration is a mistake. */
  configure(resource: ResourceBuilder, configuration: ResourceConfiguration): void {
    if (this.#configured.has(resource)) this.addMistake(new StartError('RESOURCE_CONFIGURED_TWICE', resource.name));
    this.#configured.add(resource);
    resource.configure(configuration);
  }

  addRoute(route: RouteDefinition): void {
    this.#routes.push(route);
  }

  /** Records an invalid part; the start reports all of them. */
  addMistake(mistake: StartError): void {
    this.#mistakes.push(mistake);
  }

  /** The mistakes so far, those of the resource builders included. */
  get mistakes(): readonly StartError[] {
    return [...this.#mistakes, ...[...this.resources.values()].flatMap(({ mistakes }) => mistakes)];
  }

  /** The mistakes that are known once all routes are defined. */
  get unusedResources(): readonly StartError[] {
    const unused = [...this.resources.values()].filter(({ isUnused }) => isUnused);
    return unused.map(({ name }) => new StartError('RESOURCE_WITHOUT_ROUTES', name));
  }

  get routes(): readonly RouteDefinition[] {
    return [...this.#routes, ...[...this.resources.values()].flatMap((resource) => resource.routes)];
  }
}

/**
 * Checks all routes: ROUTE_METHOD_UNKNOWN, ROUTE_HANDLER_MISSING, unknown members, PATH_INVALID, and ROUTE_TAKEN for two routes with the
 * same method, path shape and media type.
 */
export function checkRoutes(routes: readonly RouteDefinition[], mistakes: Mistakes): void {
  const taken = new Map<string, RouteDefinition>();
  for (const route of routes) mistakes.collect(() => checkRoute(route, taken));
}

function checkRoute(route: RouteDefinition, taken: Map<string, RouteDefinition>): void {
  if (!METHODS.has(route.method)) throw new StartError('ROUTE_METHOD_UNKNOWN', describeRoute(route), route.method);
  if (typeof route.handle !== 'function') throw new StartError('ROUTE_HANDLER_MISSING', describeRoute(route));
  checkOptions(route, ROUTE_OPTIONS, `the route ${describeRoute(route)}`);
  const key = `${route.method} ${checkedShape(route)} ${route.mediaType ?? ''}`;
  const other = taken.get(key);
  if (other) throw new StartError('ROUTE_TAKEN', describeRoute(other), describeRoute(route));
  taken.set(key, route);
}

const METHODS: ReadonlySet<string> = new Set<HttpMethod>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

function checkedShape(route: RouteDefinition): string {
  try {
    return shapeOf(route.path);
  } catch (error) {
    throw new StartError('PATH_INVALID', describeRoute(route), (error as Error).message);
  }
}

/** For messages: `GET /orders/{id} (Orders.read)`. */
export function describeRoute({ method, path, name, resource }: RouteDefinition): string {
  return `${method} ${path} (${resource ? `${resource}.` : ''}${name})`;
}
