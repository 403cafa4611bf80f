import {
  type Application,
  type Container,
  type InspectedParts,
  parseTemplate,
  type RouteDefinition,
  RouteTable,
} from '../../core';
import { nearestName } from '../../naming';

/** The route of a request. */
export interface FoundRoute {
  readonly application: Application;
  readonly parts: InspectedParts;
  readonly route: RouteDefinition;
  readonly parameters: Readonly<Record<string, string>>;
  /** The path of the request below the mount path. */
  readonly path: string;
}

/** The reason why no route matches a request. */
export interface NoRoute {
  /** The methods that the path has. */
  readonly allowed: readonly string[];
  /** The methods and paths of similar routes. */
  readonly nearest: readonly string[];
}

const MAX_NEAREST = 5;

/** @param path  without a query */
export async function findRoute(container: Container, method: string, path: string): Promise<FoundRoute | NoRoute> {
  const allowed: string[] = [];
  const known: KnownRoute[] = [];
  for (const application of container.inspect()) {
    const parts = await application.inspectParts();
    const { mountPath } = application;
    known.push(...parts.routes.map((route) => ({ method: route.method, path: mountPath + route.path })));
    const below = pathBelow(path, mountPath);
    const found = below === undefined ? undefined : new RouteTable(parts.routes).find(method, below);
    if (found?.match) return { application, parts, ...found.match, path: below! };
    allowed.push(...(found?.methods ?? []));
  }
  return { allowed, nearest: nearestTo(method, path, known) };
}

interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

function pathBelow(path: string, prefix: string): string | undefined {
  if (prefix === '') return path;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

/** The routes whose paths have the fewest different segments; a misspelt segment counts half. */
function nearestTo(method: string, path: string, known: readonly KnownRoute[]): readonly string[] {
  const requested = segmentsOf(path);
  const ranked = known.map((route) => ({ route, distance: distanceTo(requested, route.path) }));
  const least = Math.min(...ranked.map(({ distance }) => distance));
  const nearest = ranked
    .filter(({ distance }) => distance <= least && distance < requested.length)
    .map(({ route }) => route)
    .sort((one, other) => Number(other.method === method) - Number(one.method === method))
    .map((route) => `${route.method} ${route.path}`);
  return [...new Set(nearest)].slice(0, MAX_NEAREST);
}

function distanceTo(requested: readonly string[], template: string): number {
  const segments = parseTemplate(template);
  let distance = Math.abs(segments.length - requested.length);
  for (const [index, segment] of segments.entries()) {
    const requestedSegment = requested[index];
    if (requestedSegment === undefined || 'parameter' in segment || segment.literal === requestedSegment) continue;
    distance += nearestName(requestedSegment, [segment.literal]) === undefined ? 1 : 0.5;
  }
  return distance;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
