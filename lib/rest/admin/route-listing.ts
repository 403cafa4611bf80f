import { type Application, NotFoundException, type Request, type RouteDescription } from '../../core';
import { permissionsOf } from '../../security';

/** A route as `/admin/routes` tells of it. */
export interface ListedRoute {
  readonly method: string;
  /** Relative to the application, with `{name}` for a parameter. */
  readonly path: string;
  /** The method name, by which a generated route is overridden. */
  readonly name: string;
  /** The class of the resource method, or `generated`. */
  readonly resource: string;
  readonly permissions: readonly string[];
  readonly query_params: readonly string[];
}

/**
 * Lists the routes of an application, sorted by path and method; an excluded operation has none.
 *
 * @see Specification, "Custom routes and resource overriding": GET `{base_url}/admin/routes/<resource>`
 */
export class RouteListing {
  constructor(private readonly application: Pick<Application, 'routes'>) {}

  listRoutes(): readonly ListedRoute[] {
    return this.application.routes.map(listed).sort(byPathAndMethod);
  }

  /**
   * Those whose path begins with the resource: manual ones too.
   *
   * @throws NotFoundException for a resource without routes
   */
  readRoutes({ pathParameters }: Request): readonly ListedRoute[] {
    const routes = this.listRoutes();
    const found = routes.filter(({ path }) => resourceOf(path) === pathParameters.resource);
    if (found.length > 0) return found;
    const known = [...new Set(routes.map(({ path }) => resourceOf(path)))].join(', ');
    throw new NotFoundException(`No resource ${JSON.stringify(pathParameters.resource)} is here; known are ${known}.`);
  }
}

function listed(route: RouteDescription): ListedRoute {
  const { method, path, name, resource = 'generated' } = route;
  const { queryParameters } = route as { readonly queryParameters?: unknown };
  const permissions = permissionsOf(route);
  return { method, path, name, resource, permissions, query_params: namesIn(queryParameters) };
}

/** A list of names, also where it was written as text with commas. */
function namesIn(value: unknown): readonly string[] {
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return parts.map((part) => String(part).trim()).filter(Boolean);
}

function resourceOf(path: string): string | undefined {
  return path.split('/')[1];
}

function byPathAndMethod(one: ListedRoute, other: ListedRoute): number {
  return compare(one.path, other.path) || compare(one.method, other.method);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
