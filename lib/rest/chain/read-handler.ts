import type { RouteHandler } from '../../core';
import { loadChildren } from '../../operations';
import type { Endpoint } from './endpoint';
import { confirmPreferences } from './preferences';
import { represent } from './representation';
import { readRequested } from './requested-entities';

/**
 * 200 with the entity, or with an array in request order when the request has a comma. With search parameters, an
 * entity that does not meet them is missing.
 */
export function readHandler(endpoint: Endpoint): RouteHandler {
  return async (request, response) => {
    const store = endpoint.storeFor(request);
    const access = endpoint.accessOf(request);
    const criteria = endpoint.search.read(request.query, access);
    const requested = endpoint.keysOf(request);
    const isStrict = endpoint.isStrict(request);
    const selection = endpoint.selectionOf(request, access);
    const search = { criteria, selection };
    const entities = await readRequested(endpoint, store, endpoint.placeOf(request), requested, search);
    if (isStrict && requested.missing(entities).length > 0) throw requested.notFound(requested.missing(entities));
    requested.reportMissing(response, entities);
    confirmPreferences(response, { isStrict });
    const trees = await loadChildren(store.retrieval, selection, entities);
    const represented = trees.map((tree) => represent(tree, selection));
    return requested.isList ? represented : represented[0];
  };
}
