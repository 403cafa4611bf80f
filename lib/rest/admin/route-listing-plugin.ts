import type { Application, Plugin } from '../../core';
import { Authorizer, type Security } from '../../security';
import type { AggregateConfiguration } from '../aggregate-configuration';
import { RouteListing } from './route-listing';

/** Enters an application with the listing of its routes, for those whom the section `admin` lets in. */
export class RouteListingPlugin implements Plugin {
  /** @param security initialised before this */
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

  /** Any principal may see it unless more is said; where nothing can tell who sends a request, everybody may. */
  #permissions({ routes, permissions }: AggregateConfiguration['admin']): readonly string[] {
    if (permissions.length > 0 || routes === 'public') return permissions;
    return this.security.hasAuthenticator ? [Authorizer.AUTHENTICATED] : [];
  }
}
