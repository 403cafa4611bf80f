import { derivedRequest, type Request, type Response, type RouteDefinition } from '../../core';
import { andThen } from '../../foundation';
import type { CollectionPath, EntityMetadata, RenamedMember } from '../../metadata';
import { oldNames, oldNamesIn } from '../chain/old-names-in-content';
import { type Operation, operationOf } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import type { NotingRun, Run } from '../verbs/run-of';
import { definitionOf } from '../verbs/verbs';
import { deprecationHeaders, endOfDay } from './deprecation-headers';
import { oldNamesOf, reachesOldNames } from './old-names';
import { OLD_PATH } from './old-path';
import { renamedContent } from './renamed-content';
import { renamedQuery } from './renamed-query';
import { renamedSteps } from './renamed-steps';
import { usedNamesOf } from './used-names';

/** Makes routes accept the old names of renamed members, and adds a route for each old path. Other routes stay the same. */
export function acceptOldNames(routes: readonly RouteDefinition[]): readonly RouteDefinition[] {
  return routes.flatMap((route) => {
    const operation = operationOf(route);
    if (!operation || !concernsOldNames(operation)) return [route];
    oldNames.areServed = true;
    return [
      copyOf(route, acceptedBy(route, operation, [])),
      ...oldPathsOf(operation).map((oldPath) => routeAt(oldPath, route, operation)),
    ];
  });
}

function concernsOldNames({ entity, collections }: Operation): boolean {
  return reachesOldNames(entity, collections.at(-1)) || collections.some(({ renamed }) => renamed);
}

/** Makes the calls of an operation accept old names: those of a preview, and of the steps of a batch. */
export function acceptOldNamesInCalls(operation: Operation, run: Run): NotingRun {
  if (!concernsOldNames(operation)) return (parts, caller) => run(parts, caller);
  return async (parts, caller, request) => {
    const used = usedNamesOf(request);
    const outcome = await run(derivedRequest(parts, renamedParts(parts, operation, used)), caller);
    for (const name of oldNamesIn(outcome.content)) used.add(name);
    return outcome;
  };
}

function routeAt({ path, used }: OldPath, route: RouteDefinition, operation: Operation): RouteDefinition {
  return copyOf(route, {
    name: `${route.name}Formerly`,
    attributes: { ...route.attributes, [OLD_PATH]: true },
    path,
    ...acceptedBy(route, operation, used),
  });
}

/** Copies accessors as accessors: they read the configuration of the resource, which may be set later. */
function copyOf(route: RouteDefinition, changes: Partial<RouteDefinition>): RouteDefinition {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(route));
  return Object.assign(copy, changes) as RouteDefinition;
}

/**
 * The members of a route that accept old names.
 *
 * @param usedInPath the old names in the path of the route
 */
function acceptedBy(
  route: RouteDefinition,
  operation: Operation,
  usedInPath: readonly RenamedMember[],
): Pick<RouteDefinition, 'handle' | 'readHead' | 'errorHeaders'> {
  const usedByResult = oldNamesReturned(operation);
  const { handle, readHead } = route;
  const accept = (request: Request) => {
    const used = usedNamesOf(request);
    for (const name of usedInPath) used.add(name);
    return { used, renamed: derivedRequest<Request>(request, renamedParts(request, operation, used)) };
  };
  return {
    handle(request, response) {
      const { used, renamed } = accept(request);
      return withDeprecation(() => handle(renamed, response), response, used, usedByResult);
    },
    readHead:
      readHead &&
      ((request, response) => {
        const { used, renamed } = accept(request);
        return andThen(readHead(renamed, response), (proceed) => {
          return () => withDeprecation(proceed, response, used, usedByResult);
        });
      }),
    errorHeaders: (request) => deprecationHeaders(new Set([...usedInPath, ...usedNamesOf(request)])),
  };
}

/** Query and content with the current names. */
function renamedParts(
  request: RequestParts,
  operation: Operation,
  used: Set<RenamedMember>,
): Pick<RequestParts, 'query' | 'getContent'> {
  const { entity, collections, input } = operation;
  const { takes, query } = definitionOf(operation);
  const within = collections.at(-1);
  return {
    query:
      query !== undefined
        ? renamedQuery(request.query, { entity, within, names: input.search.names }, used)
        : request.query,
    getContent() {
      const content = request.getContent();
      if (takes === 'steps') return renamedSteps(entity, content, used);
      // The payload of an action has the names of its parameters, which have no old names.
      return takes === 'arguments' ? content : renamedContent(entity, content, within, used);
    },
  };
}

/** Handles a request, then sets the deprecation headers for the old names in the request and in its response. */
async function withDeprecation(
  handle: () => unknown,
  response: Response,
  used: Set<RenamedMember>,
  usedByResult: readonly RenamedMember[],
): Promise<unknown> {
  const returned = await handle();
  for (const name of [...oldNamesIn(returned ?? response), ...usedByResult]) used.add(name);
  for (const [name, value] of Object.entries(deprecationHeaders(used))) response.setHeader(name, value);
  return returned;
}

/** The old names of the fields of the entity that an action returns, if its return type is declared. */
function oldNamesReturned({ action }: Operation): readonly RenamedMember[] {
  const type = action?.returns?.type;
  if (type?.kind !== 'entity') return [];
  return [...type.entity.fields.values()].flatMap(({ renamed }) => renamed ?? []);
}

interface OldPath {
  readonly path: string;
  /** The old names in it. */
  readonly used: readonly RenamedMember[];
}

/** The paths of an operation with old names: one for each choice of renamed collections. */
function oldPathsOf({ path, collections }: Operation): readonly OldPath[] {
  let choices: CollectionPath[] = [[]];
  for (const collection of collections) {
    if (collection.renamed) choices = [...choices, ...choices.map((choice) => [...choice, collection])];
  }
  return choices
    .filter((choice) => choice.length > 0)
    .map((choice) => ({
      path: pathWithOldNames(path, collections, choice),
      used: choice.map(({ renamed }) => renamed!),
    }));
}

/** @param renamed the collections that the path names by their old names */
function pathWithOldNames(path: string, collections: CollectionPath, renamed: CollectionPath): string {
  const remaining = [...collections];
  const [start = '', resource = '', ...segments] = path.split('/');
  const names = segments.map((segment) => {
    const [collection] = remaining;
    if (!collection || segment !== collection.wireName) return segment;
    remaining.shift();
    return renamed.includes(collection) ? collection.renamed!.name : segment;
  });
  return [start, resource, ...names].join('/');
}

/** Log messages for old names that are still served after their last day. */
export function outdatedNames(entities: Iterable<EntityMetadata>, now = Date.now()): readonly string[] {
  return [...entities].flatMap((entity) =>
    [...oldNamesOf(entity)].flatMap(([name, { member, renamed }]) => {
      if (endOfDay(renamed.until) >= now) return [];
      return `${entity.name}: the old name "${name}" of "${member.wireName}" expired on ${renamed.until} but is still served: remove its @RenamedFrom.`;
    }),
  );
}
