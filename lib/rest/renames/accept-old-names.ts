import type { Request, Response, RouteDefinition, RouteHandler } from '../../core';
import type { CollectionPath, RenamedMember } from '../../metadata';
import { oldNames, oldNamesIn } from '../chain/old-names-in-content';
import { type Operation, operationOf } from '../operation/operation';
import { endOf, tellDeprecation } from './deprecation-headers';
import { oldNamesOf, reachesOldNames } from './old-names';
import { OLD_PATH } from './old-path';
import { renamedContent } from './renamed-content';
import { renamedQuery } from './renamed-query';
import { RenamedRequest } from './renamed-request';

/** Routes that take old names, and those at old paths; of a model without them, the same routes. */
export function acceptOldNames(routes: readonly RouteDefinition[]): readonly RouteDefinition[] {
  return routes.flatMap((route) => {
    const operation = operationOf(route);
    if (!operation || !concerns(operation)) return [route];
    oldNames.areServed = true;
    const former = formerPaths(operation).map(({ path, used }) => ({
      ...formerOf(route),
      path,
      handle: taking(route, operation, used),
    }));
    return [copyOf(route, { handle: taking(route, operation, []) }), ...former.map((one) => copyOf(route, one))];
  });
}

function concerns({ entity, collections, steps }: Operation): boolean {
  return (
    steps === undefined && (reachesOldNames(entity, collections.at(-1)) || collections.some(({ renamed }) => renamed))
  );
}

function formerOf({ name, attributes }: RouteDefinition) {
  return { name: `${name}Formerly`, attributes: { ...attributes, [OLD_PATH]: true } };
}

/** With accessors as they are: what a resource is configured with may be said later. */
function copyOf(route: RouteDefinition, changes: Partial<RouteDefinition>): RouteDefinition {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(route));
  return Object.assign(copy, changes) as RouteDefinition;
}

/** @param ofPath old names in its path */
function taking(route: RouteDefinition, operation: Operation, ofPath: readonly RenamedMember[]): RouteHandler {
  const returned = oldNamesReturned(operation);
  return (request, response) => {
    const used = new Set(ofPath);
    const work = () => route.handle(requestFor(request, operation, used), response);
    return telling(work, response, used, returned);
  };
}

function requestFor(request: Request, operation: Operation, used: Set<RenamedMember>): Request {
  const { entity, collections, input, action } = operation;
  const within = collections.at(-1);
  const place = { entity, within, prefix: input.search.names.prefix };
  const isRead = operation.verb === 'list' || operation.verb === 'read';
  const query = isRead ? renamedQuery(request.query, place, used) : request.query;
  // What an action takes are its arguments.
  const rename = action
    ? (content: unknown) => content
    : (content: unknown) => renamedContent(entity, content, within, used);
  return new RenamedRequest(request, query, rename);
}

async function telling(
  work: () => unknown,
  response: Response,
  used: Set<RenamedMember>,
  ofAction: readonly RenamedMember[],
): Promise<unknown> {
  const returned = await work();
  for (const name of [...oldNamesIn(returned ?? response), ...ofAction]) used.add(name);
  tellDeprecation(response, used);
  return returned;
}

/** Those of the fields of what an action returns, as far as that is told. */
function oldNamesReturned({ action }: Operation): readonly RenamedMember[] {
  const type = action?.returns?.type;
  if (type?.kind !== 'entity') return [];
  return [...type.entity.fields.values()].flatMap(({ renamed }) => renamed ?? []);
}

interface FormerPath {
  readonly path: string;
  readonly used: readonly RenamedMember[];
}

/** One for each choice of old and new names of its collections, but that of the new ones alone. */
function formerPaths({ path, collections }: Operation): readonly FormerPath[] {
  const renamed = collections.filter((one) => one.renamed);
  const choices: CollectionPath[] = [[]];
  for (const one of renamed) choices.push(...choices.map((some) => [...some, one]));
  return choices.slice(1).map((chosen) => ({
    path: pathWith(path, collections, chosen),
    used: chosen.map((one) => one.renamed!),
  }));
}

function pathWith(path: string, collections: CollectionPath, chosen: CollectionPath): string {
  const rest = [...collections];
  const [start = '', resource = '', ...segments] = path.split('/');
  const names = segments.map((segment) => {
    if (segment !== rest[0]?.wireName) return segment;
    const collection = rest.shift()!;
    return chosen.includes(collection) ? collection.renamed!.name : segment;
  });
  return [start, resource, ...names].join('/');
}

/** Lines of the log for old names whose time is over. */
export function outdatedNames(
  entities: Iterable<Parameters<typeof oldNamesOf>[0]>,
  now = Date.now(),
): readonly string[] {
  return [...entities].flatMap((entity) =>
    [...oldNamesOf(entity)].flatMap(([name, { member, renamed }]) => {
      if (endOf(renamed.until) >= now) return [];
      return `${entity.name}: the old name "${name}" of "${member.wireName}" was to go after ${renamed.until}, and is still served: remove its @RenamedFrom.`;
    }),
  );
}
