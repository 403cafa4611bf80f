import type { HttpMethod, RouteDefinition, RouteHandler } from '../../core';
import type { AggregateMetadata, Exposure } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { withholding } from '../access/withheld';
import type { BulkSection, SearchSection } from '../aggregate-configuration';
import { createHandler } from '../chain/create-handler';
import { deleteHandler } from '../chain/delete-handler';
import { Endpoint, KEY_PARAMETER } from '../chain/endpoint';
import { listHandler } from '../chain/list-handler';
import { readHandler } from '../chain/read-handler';
import { updateHandler } from '../chain/update-handler';
import { withoutReadParameters } from '../chain/without-read-parameters';
import type { Operation } from '../operation/operation';
import { routeAttributes } from '../operation/route-attributes';
import { routeName, type Verb } from '../operation/route-names';

interface CrudOperation {
  readonly flag: keyof Exposure;
  readonly method: HttpMethod;
  readonly suffix: string;
  readonly verb: Verb;
  readonly handler: (endpoint: Endpoint) => RouteHandler;
}

const ONE = `/{${KEY_PARAMETER}}`;

const CRUD: readonly CrudOperation[] = [
  { flag: 'create', method: 'POST', suffix: '', verb: 'create', handler: createHandler },
  { flag: 'read', method: 'GET', suffix: '', verb: 'list', handler: listHandler },
  { flag: 'read', method: 'GET', suffix: ONE, verb: 'read', handler: readHandler },
  { flag: 'update', method: 'PUT', suffix: ONE, verb: 'update', handler: updateHandler },
  { flag: 'update', method: 'PATCH', suffix: ONE, verb: 'update', handler: updateHandler },
  { flag: 'delete', method: 'DELETE', suffix: ONE, verb: 'delete', handler: deleteHandler },
];

/**
 * The routes of an aggregate: those of its root, then those of its collections at every depth.
 *
 * Exposure decides: an operation whose flag is false gets no route at all.
 *
 * @see Specification, "Generated CRUD routes"
 */
export function crudRoutes(
  store: EntityStore,
  aggregate: AggregateMetadata,
  bulk: BulkSection,
  search: SearchSection,
): RouteDefinition[] {
  const atRoot = routesAt(new Endpoint(store, aggregate, [], bulk, search), aggregate.exposure);
  const below = aggregate.paths.flatMap((path) =>
    routesAt(new Endpoint(store, aggregate, path, bulk, search), path.at(-1)!.exposure),
  );
  return [...atRoot, ...below];
}

function routesAt(endpoint: Endpoint, exposure: Exposure): RouteDefinition[] {
  return CRUD.filter(({ flag }) => exposure[flag]).map(({ method, suffix, verb, handler }) => {
    const performed = operation(endpoint, verb);
    const handle = withholding(endpoint.store.registry, performed, handler(endpoint));
    return {
      method,
      path: endpoint.path + suffix,
      name: routeName(verb, endpoint.aggregate, endpoint.collections),
      queryParameters: queryParametersOf(endpoint, verb),
      attributes: routeAttributes(performed, method),
      isPlain: true,
      handle: method === 'GET' ? handle : withoutReadParameters(endpoint, handle),
    };
  });
}

function operation({ aggregate, collections, entity }: Endpoint, verb: Verb): Operation {
  return { verb, aggregate, path: collections, entity };
}

function queryParametersOf({ search }: Endpoint, verb: Verb): readonly string[] | undefined {
  if (verb === 'list') return search.listParameters;
  return verb === 'read' ? search.readParameters : undefined;
}
