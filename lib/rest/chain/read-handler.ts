import type { RouteHandler } from '../../core';
import { readEntities } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import type { Operation } from '../operation/operation';
import type { Domain } from './domain';
import { entityContent } from './entity-content';
import { confirmPreferences, preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { keysOf } from './requested-keys';
import { respond } from './respond';

/**
 * GET by id: 200 with the entity, or with an array in request order when the path has several ids. With search
 * parameters, an entity that does not match them is missing.
 */
export function readHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    const access = domain.rights.accessOf(request);
    const deleted = input.search.deleted(request.query, access);
    const criteria = input.search.read(request.query, access);
    const requested = keysOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const reading = { withDeleted: deleted !== undefined, isSingle: !requested.isList };
    const selection = input.selection.read(request.query, access, reading);
    const place = placeOf(operation, request);
    const { retrieval } = domain.storeFor(request);
    requested.requireValidId();
    // Several roots have no tag in common.
    const version = requested.isList && place.path.length === 0 ? undefined : tags?.versionName;
    const isConditional = request.headers['if-none-match'] !== undefined && !requested.isList;
    const representation = { isList: false, isSettled: criteria === undefined };
    const isNotModified = isConditional
      ? tags?.notModifiedCheck(request, response, selection, representation)
      : undefined;
    try {
      const search = { criteria, selection, deleted, version, isNotModified };
      const trees = await readEntities(retrieval, place, requested.keys, search);
      if (isConditional && response.status === 304) return confirmPreferences(response, preferences);
      if (requested.isList && preferences.isStrict) requested.requireAll(trees);
      if (requested.isList) requested.reportMissing(response, trees);
      const content = entityContent(trees, selection, requested.isList);
      if (tags && (!requested.isList || place.path.length > 0)) {
        const rows = requested.isList ? trees.map(({ entity }) => entity) : [trees[0]!.entity];
        tags.setForRead(response, rows, selection, content, criteria === undefined);
      }
      return respond(operation, response, preferences, content);
    } catch (error) {
      throw requested.withRequestedIds(error);
    }
  };
}
