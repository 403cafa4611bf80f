import { BoundedMemo, type Deadline } from '../../foundation';
import type { ApplicationConfiguration } from '../config/application-configuration';
import { ContentOffers } from '../http/content-offers';
import { type ContentSettings, withOnlyReader, withShapes } from '../http/content-settings';
import { type Filter, ResponseFilter } from '../http/filter';
import { type Guard, guardsOf } from '../http/guard';
import { Limiter } from '../http/limiter';
import type { Logger } from '../http/logger';
import { shapeOf } from '../http/path-template';
import type { Request } from '../http/request';
import { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDefinition } from '../http/route-definition';
import type { RouteDescription } from '../http/route-description';
import type { ContentShape } from '../http/serializer';
import { eventLoop } from '../koa/event-loop';
import { InFlight } from '../koa/in-flight';
import { OutageLog } from '../koa/outage-log';
import { bodyOf, type RoutePlan } from '../koa/route-plan';
import { RouteTable } from '../koa/route-table';
import type { ServedApplication } from '../koa/served-application';
import { ApplicationContext } from './application-context';
import type { Registrations } from './registrations';
import { areShipped } from './serializers';

type Parts = Pick<Registrations<object>, 'routes' | 'filters' | 'guards' | 'adapters' | 'exceptions' | 'observers'>;

/** Builds the served application from its parts. Settings are inherited here, once, and not per request. */
export function assemble(
  configuration: ApplicationConfiguration,
  settings: ContentSettings,
  { routes, filters, guards, adapters, exceptions, observers }: Parts,
  logger: Logger,
): ServedApplication {
  const plan = planFor(settings, filters, guards, dedicatedTypes(routes));
  const plans = new Map<RouteDescription, RoutePlan>(routes.map((route) => [route, plan(route)]));
  const withoutRoute = plan();
  const planOf = (route: RouteDescription | undefined) => (route && plans.get(route)) ?? withoutRoute;
  return {
    table: new RouteTable(routes),
    ...splitFilters(filters),
    refusalFilters: filters.filter(({ finishRefused }) => finishRefused).reverse(),
    limiter: limiterOf(configuration),
    adapters: [...adapters.filter(({ isFallback }) => !isFallback), ...adapters.filter(({ isFallback }) => isFallback)],
    exceptions,
    logger,
    outages: new OutageLog(logger),
    inFlight: new InFlight(),
    observers,
    deadlineMs: configuration.limits.deadlineMs || Number.POSITIVE_INFINITY,
    planOf,
    contextOf(request: Request, { resourceConfiguration, routeConfiguration }: RoutePlan, begun?: Deadline): Deadline {
      return new ApplicationContext(configuration, resourceConfiguration, routeConfiguration, request, begun);
    },
  };
}

function limiterOf({ limits: { concurrency, queueMs, deadlineMs } }: ApplicationConfiguration): Limiter | undefined {
  if (concurrency === 'off') return undefined;
  return new Limiter({ ...concurrency, queueMs: Math.min(queueMs, deadlineMs || queueMs) }, eventLoop());
}

/** The media types of routes that take a single one, by method and path shape. */
function dedicatedTypes(routes: readonly RouteDefinition[]): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (const route of routes) {
    if (route.mediaType === undefined) continue;
    const key = methodAndShape(route);
    types.set(key, [...(types.get(key) ?? []), route.mediaType]);
  }
  return types;
}

function methodAndShape({ method, path }: RouteDefinition): string {
  return `${method} ${shapeOf(path)}`;
}

/** Returns a function that plans the requests of a route, or of no route. */
function planFor(
  settings: ContentSettings,
  filters: readonly Filter[],
  guards: readonly Guard[],
  dedicated: ReadonlyMap<string, readonly string[]>,
) {
  const inherited = contentsOf(settings);
  const levelsOf = levelsIn(settings, inherited);
  return (route?: RouteDefinition): RoutePlan => {
    const { contents = inherited, ...levels } = route ? levelsOf(route) : {};
    const content = contents(route);
    const routeGuards = guardsOf(guards, route);
    const parts = [...filters, ...routeGuards, ...(route ? [route] : [])];
    const needsContext = parts.some(needsRequestContext) || !areShipped(content.settings.serializers);
    const mediaType = route?.mediaType;
    return {
      ...levels,
      ...content,
      accepted: mediaType === undefined ? content.accepted : withOnlyReader(content.settings, mediaType),
      acceptedBySiblings: (route && mediaType === undefined && dedicated.get(methodAndShape(route))) || [],
      patchTypes: route?.patchTypes,
      guards: routeGuards,
      body: route ? bodyOf(route) : 'none',
      uploads: route?.uploads,
      items: route?.items,
      needsContext,
      pace: needsAdmission(route, routeGuards) ? {} : undefined,
    };
  };
}

function needsAdmission(route: RouteDefinition | undefined, guards: readonly Guard[]): boolean {
  return route !== undefined && (route.needsDatabase === true || guards.some((guard) => guard.needsDatabase));
}

function needsRequestContext({ needsContext }: { readonly needsContext?: boolean }): boolean {
  return needsContext !== false;
}

/** Response filters that come before all other filters run without a filter chain, which is faster. */
function splitFilters(filters: readonly Filter[]): Pick<ServedApplication, 'filters' | 'responseFilters'> {
  const first = filters.findIndex((filter) => !(filter instanceof ResponseFilter));
  const leading = first < 0 ? filters : filters.slice(0, first);
  return { filters: filters.slice(leading.length), responseFilters: [...(leading as ResponseFilter[])].reverse() };
}

interface RouteLevels {
  readonly resourceConfiguration: ResourceConfiguration;
  readonly routeConfiguration: RouteConfiguration;
  readonly contents: Contents;
}

/** Returns a function that inherits the settings of a route. Routes without a configuration share those of their resource. */
function levelsIn(settings: ContentSettings, inherited: Contents): (route: RouteDescription) => RouteLevels {
  const shared = new Map<ResourceConfiguration | undefined, RouteLevels>();
  return ({ resourceConfiguration: ofResource, configuration: ofRoute }) => {
    const known = ofRoute ? undefined : shared.get(ofResource);
    if (known) return known;
    const resourceConfiguration = (ofResource ?? new ResourceConfiguration()).inheriting(settings);
    const routeConfiguration = (ofRoute ?? new RouteConfiguration()).inheriting(resourceConfiguration);
    const contents = ofResource || ofRoute ? contentsOf(routeConfiguration) : inherited;
    const levels = { resourceConfiguration, routeConfiguration, contents };
    if (!ofRoute) shared.set(ofResource, levels);
    return levels;
  };
}

type PlannedContent = Pick<RoutePlan, 'settings' | 'accepted' | 'offers' | 'offersByShape'>;

type Contents = (route?: RouteDescription) => PlannedContent;

/** Routes with the same content shapes share their media types. */
function contentsOf(settings: ContentSettings): Contents {
  const accepted = new BoundedMemo((shapes) => withShapes(settings, shapes === '' ? undefined : shapesIn(shapes)));
  const offered = new BoundedMemo((shapes) => new ContentOffers(accepted.of(shapes)));
  return (route) => {
    const { requestBody, responseBody } = route?.shapes ?? {};
    const byShape = route?.method === 'GET' && responseBody?.map((shape) => [shape, offered.of(shape)] as const);
    return {
      settings,
      accepted: accepted.of(String(requestBody ?? '')),
      offers: offered.of(String(responseBody ?? '')),
      ...(byShape && { offersByShape: Object.fromEntries(byShape) }),
    };
  };
}

function shapesIn(shapes: string): ContentShape[] {
  return shapes.split(',') as ContentShape[];
}
