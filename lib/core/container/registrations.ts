import type { ContentAdapter } from '../http/content-adapter';
import { ExceptionMapping } from '../http/exception-mapping';
import type { Filter } from '../http/filter';
import type { Guard } from '../http/guard';
import { parseTemplate, shapeOf } from '../http/path-template';
import type { RouteDefinition } from '../http/route-definition';
import { StartError } from './errors';
import type { LivesWithApplication } from './life-cycle';
import type { ResourceBuilder } from './resource-builder';

/** What has been registered with an application: in its constructor, by its plugins and by its methods. */
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
  private readonly added: RouteDefinition[];

  /** @param base  what stands already; it is not changed by what comes later */
  constructor(base?: Registrations<A>) {
    this.plugins = [...(base?.plugins ?? [])];
    this.filters = [...(base?.filters ?? [])];
    this.guards = [...(base?.guards ?? [])];
    this.adapters = [...(base?.adapters ?? [])];
    this.exceptions = new ExceptionMapping(base?.exceptions);
    this.resources = new Map(base?.resources);
    this.added = [...(base?.added ?? [])];
  }

  addRoute(route: RouteDefinition): void {
    this.added.push(route);
  }

  get routes(): readonly RouteDefinition[] {
    return [...this.added, ...[...this.resources.values()].flatMap((resource) => resource.routes)];
  }
}

/**
 * Checks the paths of all routes.
 *
 * @throws StartError PATH_INVALID, or ROUTE_TAKEN when two routes have the same method and shape of path
 */
export function checkRoutes(routes: readonly RouteDefinition[]): void {
  const taken = new Map<string, RouteDefinition>();
  for (const route of routes) {
    checkPath(route);
    const key = `${route.method} ${shapeOf(route.path)}`;
    const other = taken.get(key);
    if (other) throw new StartError('ROUTE_TAKEN', described(other), described(route));
    taken.set(key, route);
  }
}

function checkPath(route: RouteDefinition): void {
  try {
    parseTemplate(route.path);
  } catch (error) {
    throw new StartError('PATH_INVALID', described(route), (error as Error).message);
  }
}

function described({ method, path, name, resource }: RouteDefinition): string {
  return `${method} ${path} (${resource ? `${resource}.` : ''}${name})`;
}
