import type { RouteHandler } from '../../core';
import { readEntities } from '../../operations';
import type { Operation } from '../operation/operation';
import type { Domain } from './domain';
import { preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { keysOf } from './requested-keys';
import { respond } from './respond';
import { shown } from './shown';

/**
 * 200 with the entity, or with an array in request order when the request has a comma. With search parameters, an
 * entity that does not meet them is missing.
 */
export function readHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  return async (request, response) => {
    const access = domain.rights.accessOf(request);
    const criteria = input.search.read(request.query, access);
    const requested = keysOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const selection = input.selection.read(request.query, access);
    const place = placeOf(operation, request);
    const { retrieval } = domain.storeFor(request);
    requested.requireReadable();
    try {
      const trees = await readEntities(retrieval, place, requested.keys, { criteria, selection });
      if (requested.isList && preferences.isStrict) requested.requireAll(trees);
      if (requested.isList) requested.reportMissing(response, trees);
      return respond(operation, response, preferences, shown(trees, selection, requested.isList));
    } catch (error) {
      throw requested.inRequestsWords(error);
    }
  };
}
