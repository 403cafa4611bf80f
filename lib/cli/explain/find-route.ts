import {
  type Application,
  type Container,
  type InspectedParts,
  parseTemplate,
  type RouteDefinition,
  RouteTable,
} from '../../core';
import { nearestName } from '../../naming';

/** A route that a request would come to. */
export interface FoundRoute {
  readonly application: Application;
  readonly parts: InspectedParts;
  readonly route: RouteDefinition;
  readonly parameters: Readonly<Record<string, string>>;
  /** Below the mount path. */
  readonly path: string;
}

/** Why a request would come to none. */
export interface NoRoute {
  /** Of the path, for other methods. */
  readonly allowed: readonly string[];
  /** Method and path of those that were probably meant. */
  readonly nearest: readonly string[];
}

const MOST_NEAREST = 5;

/** @param path without a query */
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

/** Routes of the path first, then those with the fewest segments that differ; a segment within two letters counts half. */
function nearestTo(method: string, path: string, known: readonly KnownRoute[]): readonly string[] {
  const asked = segmentsOf(path);
  const ranked = known.map((route) => ({ route, distance: distanceTo(asked, route.path) }));
  const least = Math.min(...ranked.map(({ distance }) => distance));
  const nearest = ranked
    .filter(({ distance }) => distance <= least && distance < asked.length)
    .map(({ route }) => route)
    .sort((one, other) => Number(other.method === method) - Number(one.method === method))
    .map((route) => `${route.method} ${route.path}`);
  return [...new Set(nearest)].slice(0, MOST_NEAREST);
}

function distanceTo(asked: readonly string[], template: string): number {
  const segments = parseTemplate(template);
  let distance = Math.abs(segments.length - asked.length);
  for (const [index, segment] of segments.entries()) {
    const sent = asked[index];
    if (sent === undefined || 'parameter' in segment || segment.literal === sent) continue;
    distance += nearestName(sent, [segment.literal]) === undefined ? 1 : 0.5;
  }
  return distance;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
