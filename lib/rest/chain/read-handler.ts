import type { RouteHandler } from '../../core';
import { type RowTree, readEntities } from '../../operations';
import type { Operation } from '../operation/operation';
import type { Domain } from './domain';
import { type Preferences, preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { represent } from './representation';
import { keysOf, type RequestedKeys } from './requested-keys';
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
      if (requested.isList) verifyComplete(requested, trees, preferences);
      requested.reportMissing(response, trees);
      const represented = trees.map((tree) => represent(tree, selection));
      return respond(operation, response, preferences, requested.isList ? represented : represented[0]);
    } catch (error) {
      throw requested.inRequestsWords(error);
    }
  };
}

/** @throws NotFoundException in strict handling, when one of several is missing */
function verifyComplete(requested: RequestedKeys, trees: readonly RowTree[], { isStrict }: Preferences): void {
  const missing = isStrict ? requested.missing(trees) : [];
  if (missing.length > 0) throw requested.notFound(missing);
}
