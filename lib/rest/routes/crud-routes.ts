import type { HttpMethod, RouteDefinition, RouteHandler } from '../../core';
import type { AggregateMetadata, Exposure } from '../../metadata';
import type { EntityStore } from '../../persistence';
import { Endpoint, KEY_PARAMETER } from './endpoint';
import { createHandler, deleteHandler, listHandler, readHandler, updateHandler } from './handlers';
import { routeName, type Verb } from './route-names';

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
export function crudRoutes(store: EntityStore, aggregate: AggregateMetadata): RouteDefinition[] {
  const atRoot = routesAt(new Endpoint(store, aggregate, []), aggregate.exposure);
  const below = aggregate.paths.flatMap((path) =>
    routesAt(new Endpoint(store, aggregate, path), path.at(-1)!.exposure),
  );
  return [...atRoot, ...below];
}

function routesAt(endpoint: Endpoint, exposure: Exposure): RouteDefinition[] {
  return CRUD.filter(({ flag }) => exposure[flag]).map(({ method, suffix, verb, handler }) => ({
    method,
    path: endpoint.path + suffix,
    name: routeName(verb, endpoint.aggregate, endpoint.collections),
    handle: handler(endpoint),
  }));
}
