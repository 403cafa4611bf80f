import { Mistakes } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import { ExceptionMapping } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import type { Guard } from '../http/guard';
import { shapeOf } from '../http/path-template';
import type { RouteDefinition } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';
import { StartError } from './errors';
import type { LivesWithApplication } from './life-cycle';
import type { ResourceBuilder } from './resource-builder';

/** The parts that are registered with an application: in its constructor, by its plugins and by its methods. */
export class Registrations<A> {
  readonly plugins: LivesWithApplication<A>[];
  readonly filters: Filter[];
  readonly guards: Guard[];
  readonly adapters: ContentAdapter[];
  readonly exceptions: ExceptionMapping;
  /** Whether `mapExceptions()` has come as far as the superclass. */
  keepsShippedMappings = false;
  /** By class, or by instance where one was given. */
  readonly resources: Map<unknown, ResourceBuilder>;
  private readonly noted: StartError[];
  private readonly added: RouteDefinition[];

  /** @param base  what stands already; it is not changed by what comes later */
  constructor(base?: Registrations<A>) {
    this.plugins = [...(base?.plugins ?? [])];
    this.filters = [...(base?.filters ?? [])];
    this.guards = [...(base?.guards ?? [])];
    this.adapters = [...(base?.adapters ?? [])];
    this.exceptions = new ExceptionMapping(base?.exceptions);
    this.resources = new Map(base?.resources);
    this.noted = [...(base?.noted ?? [])];
    this.added = [...(base?.added ?? [])];
  }

  addRoute(route: RouteDefinition): void {
    this.added.push(route);
  }

  /** Notes that something was registered that cannot be used; the start tells all of it. */
  addMistake(mistake: StartError): void {
    this.noted.push(mistake);
  }

  /** Those that were noted so far, here and by the builders of routes. */
  get mistakes(): readonly StartError[] {
    return [...this.noted, ...[...this.resources.values()].flatMap(({ mistakes }) => mistakes)];
  }

  get routes(): readonly RouteDefinition[] {
    return [...this.added, ...[...this.resources.values()].flatMap((resource) => resource.routes)];
  }
}

/**
 * Checks all routes: ROUTE_METHOD_UNKNOWN, ROUTE_HANDLER_MISSING, PATH_INVALID, or ROUTE_TAKEN when two have the same
 * method and shape of path, and neither has a media type of its own.
 */
export function checkRoutes(routes: readonly RouteDefinition[], mistakes: Mistakes): void {
  const taken = new Map<string, RouteDefinition>();
  for (const route of routes) mistakes.collect(() => checkRoute(route, taken));
}

function checkRoute(route: RouteDefinition, taken: Map<string, RouteDefinition>): void {
  if (!METHODS.has(route.method)) throw new StartError('ROUTE_METHOD_UNKNOWN', describeRoute(route), route.method);
  if (typeof route.handle !== 'function') throw new StartError('ROUTE_HANDLER_MISSING', describeRoute(route));
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
