import Router from '@koa/router';
import { parseTemplate, type Segment, shapeOf } from '../http/path-template';
import type { RouteDefinition } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';

export interface RouteMatch {
  readonly route: RouteDefinition;
  /** As sent, not decoded; null prototype. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The routes of a path. */
export interface FoundPath {
  /** The route with the method; HEAD is served by GET. */
  readonly match?: RouteMatch;
  /** The methods of the path if there is no match. */
  readonly methods: readonly HttpMethod[];
  /** The route of PATCH, if there is no match and the path has one. */
  readonly patch?: RouteDefinition;
}

interface Entry {
  readonly route: RouteDefinition;
  readonly segments: readonly Segment[];
  /** The parameters with the indexes of their segments. */
  readonly parameters: readonly { readonly name: string; readonly index: number }[];
  /** Routes of the same method and path that take a single media type. */
  byMediaType?: Map<string, Entry>;
}

/** The routes of one path shape, by method. */
type Shape = ReadonlyMap<string, Entry>;

/**
 * Finds the route of a path: a map by the first literal segment selects a small router.
 *
 * Paths are case-sensitive, one trailing slash is ignored, and literal segments win over parameters.
 */
export class RouteTable {
  readonly #routers = new Map<string, Router>();
  /** The methods of all routes. */
  readonly methods: readonly HttpMethod[];
  /** By layer of a router. */
  readonly #shapes = new Map<unknown, Shape>();

  constructor(routes: readonly RouteDefinition[]) {
    const entries = routes.map(entryOf);
    this.methods = [...new Set(routes.map(({ method }) => method))];
    for (const [first, group] of groupBy(entries, firstLiteral)) this.#routers.set(first, this.#routerOf(group));
  }

  /**
   * @param contentType  the header as sent
   * @returns undefined if no route has the path
   */
  find(method: string, path: string, contentType?: string): FoundPath | undefined {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const end = plain.indexOf('/', 1);
    const first = plain.slice(1, end < 0 ? undefined : end);
    const routeMethod = method === 'HEAD' ? 'GET' : method;
    const shapes: Shape[] = [];
    for (const router of [this.#routers.get(first), this.#routers.get(ANY)]) {
      for (const layer of router?.match(plain, 'GET').path ?? []) {
        const shape = this.#shapes.get(layer)!;
        const entry = shape.get(routeMethod);
        if (entry) {
          const match = entry.byMediaType ? entryOfMediaType(entry, contentType) : entry;
          return { methods: [], match: { route: match.route, parameters: parametersOf(match, plain) } };
        }
        shapes.push(shape);
      }
    }
    if (shapes.length === 0) return undefined;
    const patch = shapes.map((shape) => shape.get('PATCH')?.route).find((route) => route !== undefined);
    return { methods: methodsOf(shapes), patch };
  }

  /** A router for routes with the same first segment; routes of the same shape share a layer. */
  #routerOf(entries: readonly Entry[]): Router {
    const router = new Router({ sensitive: true, strict: true });
    const groups = groupBy(entries, ({ route }) => shapeOf(route.path));
    for (const group of [...groups.values()].sort(([a], [b]) => bySpecificity(a, b))) {
      const methods = group.map(({ route }) => route.method);
      const layer = router.register(koaPath(group[0].segments), methods, () => undefined);
      this.#shapes.set(layer, entriesByMethod(group));
    }
    return router;
  }
}

/** The key of routes that begin with a parameter; literals contain no slash. */
const ANY = '/';

function methodsOf(shapes: readonly Shape[]): readonly HttpMethod[] {
  const entries = shapes.flatMap((shape) => [...shape.values()]);
  return [...new Set(entries.map(({ route }) => route.method))];
}

/** Attaches routes that take a single media type to the route that takes all others, if there is one. */
function entriesByMethod(entries: readonly Entry[]): Shape {
  const shape = new Map<string, Entry>();
  const sorted = [...entries].sort((a, b) => Number(hasMediaType(a)) - Number(hasMediaType(b)));
  for (const entry of sorted) {
    const { method, mediaType } = entry.route;
    const first = shape.get(method);
    if (!first) shape.set(method, entry);
    else if (mediaType !== undefined) first.byMediaType = new Map(first.byMediaType).set(mediaType, entry);
  }
  return shape;
}

function hasMediaType({ route: { mediaType } }: Entry): boolean {
  return mediaType !== undefined;
}

function entryOfMediaType(entry: Entry, contentType = ''): Entry {
  const [name = ''] = contentType.split(';', 1);
  return entry.byMediaType!.get(name.trim().toLowerCase()) ?? entry;
}

type Group = [Entry, ...Entry[]];

function groupBy(entries: readonly Entry[], key: (entry: Entry) => string): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const group = groups.get(key(entry));
    if (group) group.push(entry);
    else groups.set(key(entry), [entry]);
  }
  return groups;
}

function firstLiteral({ segments: [first] }: Entry): string {
  if (!first) return '';
  return 'literal' in first ? first.literal : ANY;
}

/** Sorts literals before parameters, from left to right: the router takes the first match. */
function bySpecificity(a: Entry, b: Entry): number {
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index];
    if (!other) break;
    const difference = Number('parameter' in segment) - Number('parameter' in other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The path in the router's syntax: `{id}` becomes `:id`; special characters are escaped. */
function koaPath(segments: readonly Segment[]): string {
  const parts = segments.map((segment) =>
    'literal' in segment ? segment.literal.replace(/[{}()[\]+?!:*\\]/g, '\\$&') : `:${segment.parameter}`,
  );
  return `/${parts.join('/')}`;
}

function entryOf(route: RouteDefinition): Entry {
  const segments = parseTemplate(route.path);
  const parameters = segments.flatMap((segment, index) =>
    'parameter' in segment ? [{ name: segment.parameter, index }] : [],
  );
  return { route, segments, parameters };
}

function parametersOf({ parameters }: Entry, path: string): Readonly<Record<string, string>> {
  if (parameters.length === 0) return NO_PARAMETERS;
  const parts = path.slice(1).split('/');
  const values: Record<string, string> = Object.create(null);
  for (const { name, index } of parameters) values[name] = parts[index] ?? '';
  return values;
}

export const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze(Object.create(null));
