import type { RouteHandler } from '../../core';
import { createEntities, furtherViolations } from '../../operations';
import type { EntityKey } from '../../persistence';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { needsRootCheck, rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { readAllChanges } from '../payload/read-changes';
import { withoutListIndex } from '../payload/without-list-index';
import type { Domain } from './domain';
import { entityContent } from './entity-content';
import { locationOf } from './location';
import { preferencesOf } from './preferences';
import { contentOf, writeOf } from './read-content';
import { placeOf } from './read-place';
import { respond } from './respond';
import { responseSelection } from './response-selection';

/**
 * POST: 201 with the created entity and `Location`, or for an array with an array in the same order, created in one
 * transaction.
 */
export function createHandler(operation: Operation, domain: Domain): RouteHandler {
  const { entity, collections } = operation;
  const tags = AggregateTags.of(operation, domain);
  const isChecked = needsRootCheck(operation);
  const selectionOf = responseSelection(operation);
  return async (request, response) => {
    const content = contentOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const access = domain.rights.accessOf(request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const rootCheck =
      isChecked || request.headers['if-match'] !== undefined ? rootCheckOf(operation, request, domain) : undefined;
    const isList = Array.isArray(content);
    const write = writeOf(operation, 'create', access, { isSingle: !isList });
    try {
      const payloads = await readAllChanges(entity, isList ? content : [content], write, (invalid, known) => {
        const placed = invalid.map((changes, index) => ({ changes, path: [index] }));
        return furtherViolations(store, { kind: 'create', place, payloads: placed }, known);
      });
      const selection = preferences.isMinimal ? undefined : selectionOf(payloads, access, !isList);
      const trees = await createEntities(store, place, payloads, selection, rootCheck);
      if (!isList)
        response.setHeader('Location', locationOf(request, trees[0]!.entity.get(entity.key.name) as EntityKey));
      const created = selection && entityContent(trees, selection, isList);
      if (collections.length > 0) tags?.setForWrite(response, rootCheck, selection, created);
      else if (!isList) tags?.setForWrite(response, rootCheck, selection, created, trees[0]!.entity);
      return respond(operation, response, preferences, created);
    } catch (error) {
      throw isList ? error : withoutListIndex(error);
    }
  };
}
