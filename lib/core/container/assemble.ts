import type { ApplicationConfiguration } from '../config/application-configuration';
import type { ContentSettings } from '../http/content-settings';
import type { Logger } from '../http/logger';
import type { Request } from '../http/request';
import { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDescription } from '../http/route-description';
import { InFlight } from '../koa/in-flight';
import { RouteTable } from '../koa/route-table';
import type { ServedApplication } from '../koa/served-application';
import { ApplicationContext } from './application-context';
import type { Registrations } from './registrations';
import { configuredSerializers } from './serializers';

interface Levels {
  readonly resource: ResourceConfiguration;
  readonly route: RouteConfiguration & ContentSettings;
}

/** Puts what was registered into the form that is served; configuration is inherited here, once. */
export function assemble(
  configuration: ApplicationConfiguration,
  {
    routes,
    filters,
    guards,
    adapters,
    exceptions,
  }: Pick<Registrations<unknown>, 'routes' | 'filters' | 'guards' | 'adapters' | 'exceptions'>,
  moduleRoot: string,
  logger: Logger,
): ServedApplication {
  const settings: ContentSettings = {
    defaultMediaType: configuration.defaultMediaType,
    serializers: configuredSerializers(configuration.serializers, moduleRoot),
    maxBodyBytes: configuration.limits.body,
  };
  const levels = new Map<RouteDescription, Levels>(routes.map((route) => [route, levelsOf(route, settings)]));
  const levelsFor = (route: RouteDescription | undefined) => (route ? levels.get(route) : undefined);
  return {
    table: new RouteTable(routes),
    filters: [...filters],
    guards: [...guards],
    adapters: [...adapters.filter(({ isLast }) => !isLast), ...adapters.filter(({ isLast }) => isLast)],
    exceptions,
    logger,
    inFlight: new InFlight(),
    settingsOf: (route) => levelsFor(route)?.route ?? settings,
    within<T>(request: Request, work: () => T): T {
      const { resource, route } = levelsFor(request.route) ?? {};
      return new ApplicationContext(configuration, resource, route, request).run(work);
    },
  };
}

function levelsOf(route: RouteDescription, settings: ContentSettings): Levels {
  const resource = (route.resourceConfiguration ?? new ResourceConfiguration()).inheriting(settings);
  return { resource, route: (route.configuration ?? new RouteConfiguration()).inheriting(resource) };
}
