import { type Application, NotFoundException, type Plugin, type Request, type RouteDescription } from '../../core';
import { commaSeparated, compareNames } from '../../naming';
import { Authorizer, permissionsOf, type Security } from '../../security';
import type { AggregateConfiguration } from '../aggregate-configuration';

/** A route in the response of `/admin/routes`. */
export interface ListedRoute {
  readonly method: string;
  /** Relative to the application, with `{name}` for a parameter. */
  readonly path: string;
  /** The name of the method; a method with this name overrides a generated route. */
  readonly name: string;
  /** Only of a route that takes a single media type, such as a batch. */
  readonly media_type?: string;
  /** The class of the resource method, or `generated`. */
  readonly resource: string;
  readonly permissions: readonly string[];
  readonly query_params: readonly string[];
}

/**
 * Lists the routes of an application, sorted by path and method.
 *
 * @see Specification, "Custom routes and resource overriding": GET `{base_url}/admin/routes/<resource>`
 */
export class RouteListing {
  constructor(private readonly application: Pick<Application, 'routes'>) {}

  listRoutes(): readonly ListedRoute[] {
    return this.application.routes.map(listedRoute).sort(byPathAndMethod);
  }

  /**
   * Lists the routes whose path begins with the resource, hand-written ones included.
   *
   * @throws NotFoundException for a resource without routes
   */
  readRoutes({ pathParameters }: Request): readonly ListedRoute[] {
    const routes = this.listRoutes();
    const found = routes.filter(({ path }) => resourceOf(path) === pathParameters.resource);
    if (found.length > 0) return found;
    const known = [...new Set(routes.map(({ path }) => resourceOf(path)))].filter(Boolean).join(', ');
    throw new NotFoundException(
      `No resource ${JSON.stringify(pathParameters.resource)} was found. Known resources: ${known}.`,
    );
  }
}

function listedRoute(route: RouteDescription): ListedRoute {
  const { method, path, name, mediaType, resource = 'generated' } = route;
  const { queryParameters } = route as { readonly queryParameters?: unknown };
  const permissions = permissionsOf(route);
  const singleMediaType = mediaType === undefined ? {} : { media_type: mediaType };
  const query_params = commaSeparated(queryParameters);
  return { method, path, name, ...singleMediaType, resource, permissions, query_params };
}

function resourceOf(path: string): string | undefined {
  return path.split('/')[1];
}

function byPathAndMethod(first: ListedRoute, second: ListedRoute): number {
  return (
    compareNames(first.path, second.path) ||
    compareNames(first.method, second.method) ||
    compareNames(first.media_type ?? '', second.media_type ?? '')
  );
}

/** Adds the listing of the routes to an application; its section `admin` says who has access. */
export class RouteListingPlugin implements Plugin {
  /** @param security initialized before this plugin */
  constructor(private readonly security: Pick<Security, 'hasAuthenticator'>) {}

  init(application: Application<AggregateConfiguration>): void {
    const { routes } = application.configuration.admin;
    if (routes === 'off') return;
    const permissions = this.#permissions(application.configuration.admin);
    const listing = application.resource(new RouteListing(application));
    for (const [path, method] of [
      ['/admin/routes', 'listRoutes'],
      ['/admin/routes/{resource}', 'readRoutes'],
    ] as const) {
      const route = listing.builder(path).action('GET', method);
      if (permissions.length > 0) route.attribute(Authorizer.PERMISSIONS, permissions);
      if (routes === 'public') route.attribute(Authorizer.PUBLIC, true);
    }
  }

  inspect(application: Application<AggregateConfiguration>): void {
    this.init(application);
  }

  destroy(): void {}

  /** Without configured permissions any principal has access, or everybody if there is no authenticator. */
  #permissions({ routes, permissions }: AggregateConfiguration['admin']): readonly string[] {
    if (permissions.length > 0 || routes === 'public') return permissions;
    return this.security.hasAuthenticator ? [Authorizer.AUTHENTICATED] : [];
  }
}
