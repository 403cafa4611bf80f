import Router from '@koa/router';
import { parseTemplate, type Segment, shapeOf } from '../http/path-template';
import type { RouteDefinition } from '../http/route-definition';
import type { HttpMethod } from '../http/route-description';

export interface RouteMatch {
  readonly route: RouteDefinition;
  /** As they were sent; null prototype. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What is known of a path that is ours. */
export interface FoundPath {
  /** Absent when no route of the path has the method; HEAD is answered by GET. */
  readonly match?: RouteMatch;
  readonly methods: readonly HttpMethod[];
}

interface Entry {
  readonly route: RouteDefinition;
  readonly segments: readonly Segment[];
}

/**
 * Finds the route of a path: a map from the literal first segment picks a small router for the rest.
 *
 * Letter case counts, one slash at the end does not; a literal segment is preferred to a parameter.
 */
export class RouteTable {
  readonly #routers = new Map<string, SegmentRouter>();

  constructor(routes: readonly RouteDefinition[]) {
    const entries = routes.map((route) => ({ route, segments: parseTemplate(route.path) }));
    for (const [first, group] of groupBy(entries, firstLiteral)) {
      this.#routers.set(first, new SegmentRouter(group));
    }
  }

  /** @returns undefined when no route has this path */
  find(method: string, path: string): FoundPath | undefined {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const end = plain.indexOf('/', 1);
    const first = plain.slice(1, end < 0 ? undefined : end);
    const found = [this.#routers.get(first), this.#routers.get(ANY)].flatMap((router) => router?.match(plain) ?? []);
    if (found.length === 0) return undefined;
    const wanted = method === 'HEAD' ? 'GET' : method;
    const entry = found.find(({ route }) => route.method === wanted);
    const methods = [...new Set(found.map(({ route }) => route.method))];
    return { methods, match: entry && { route: entry.route, parameters: parametersOf(entry, plain) } };
  }
}

/** Stands for routes that begin with a parameter; no literal contains a slash. */
const ANY = '/';

/** The routes with one first segment; routes of one shape share a layer of the router. */
class SegmentRouter {
  readonly #router = new Router({ sensitive: true, strict: true });
  readonly #entries = new Map<unknown, readonly Entry[]>();

  constructor(entries: readonly Entry[]) {
    const groups = groupBy(entries, ({ route }) => shapeOf(route.path));
    for (const [first, ...rest] of [...groups.values()].sort(([a], [b]) => bySpecificity(a, b))) {
      const methods = [first, ...rest].map(({ route }) => route.method);
      const layer = this.#router.register(koaPath(first.segments), methods, () => undefined);
      this.#entries.set(layer, [first, ...rest]);
    }
  }

  match(path: string): Entry[] {
    return this.#router.match(path, 'GET').path.flatMap((layer) => this.#entries.get(layer) ?? []);
  }
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

/** Koa's router takes the first that matches: literals come before parameters, from left to right. */
function bySpecificity(a: Entry, b: Entry): number {
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index];
    if (!other) break;
    const difference = Number('parameter' in segment) - Number('parameter' in other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `{id}` becomes `:id`; what means something to the router is escaped. */
function koaPath(segments: readonly Segment[]): string {
  const parts = segments.map((segment) =>
    'literal' in segment ? segment.literal.replace(/[{}()[\]+?!:*\\]/g, '\\$&') : `:${segment.parameter}`,
  );
  return `/${parts.join('/')}`;
}

function parametersOf({ segments }: Entry, path: string): Readonly<Record<string, string>> {
  const parts = path.slice(1).split('/');
  const parameters: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    if ('parameter' in segment) parameters[segment.parameter] = parts[index] ?? '';
  }
  return parameters;
}
