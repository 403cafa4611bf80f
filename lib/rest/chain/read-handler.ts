import type { RouteHandler } from '../../core';
import { readEntities } from '../../operations';
import type { Operation } from '../operation/operation';
import type { Domain } from './domain';
import { preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { represent } from './representation';
import { keysOf } from './requested-keys';
import { respond } from './respond';

/**
 * 200 with the entity, or with an array in request order when the request has a comma. With search parameters, an
 * entity that does not meet them is missing.
 */
export function readHandler(operation: Operation, domain: Domain): RouteHandler {
  const { search, selection: shown } = operation.input;
  return async (request, response) => {
    const access = domain.accessOf(request);
    const criteria = search.read(request.query, access);
    const requested = keysOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const selection = shown.read(request.query, access);
    const place = placeOf(operation, request);
    const { retrieval } = domain.storeFor(request);
    requested.requireReadable();
    try {
      const trees = await readEntities(retrieval, place, requested.keys, { criteria, selection });
      if (!requested.isList) return respond(operation, response, preferences, represent(trees[0]!, selection));
      if (preferences.isStrict) requested.requireAll(trees);
      requested.reportMissing(response, trees);
      const shown = trees.map((tree) => represent(tree, selection));
      return respond(operation, response, preferences, shown);
    } catch (error) {
      throw requested.inRequestsWords(error);
    }
  };
}
