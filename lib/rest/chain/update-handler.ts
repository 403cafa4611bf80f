import type { RouteHandler } from '../../core';
import { furtherViolations, updateEntities } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { isConditional, needsRootCheck, rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { readChanges } from '../payload/read-changes';
import type { Domain } from './domain';
import { entityContent } from './entity-content';
import { preferencesOf } from './preferences';
import { contentOf, isMergePatch, writeOf } from './read-content';
import { placeOf } from './read-place';
import { idCount, keysOf } from './requested-keys';
import { respond } from './respond';
import { responseSelection } from './response-selection';
import { writeRequested } from './write-requested';

/**
 * PUT and PATCH: 200 with the updated entity, or with an array for several ids, which are updated by the same payload
 * in one transaction. Fields that are not in the payload do not change.
 */
export function updateHandler(operation: Operation, domain: Domain): RouteHandler {
  const { entity, collections } = operation;
  const tags = AggregateTags.of(operation, domain);
  const isChecked = needsRootCheck(operation);
  const selectionOf = responseSelection(operation);
  return async (request, response) => {
    const preferences = preferencesOf(operation, request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const rootCheck = isChecked || isConditional(request) ? rootCheckOf(operation, request, domain) : undefined;
    const access = domain.rights.accessOf(request);
    const write = writeOf(operation, 'update', access, {
      ids: idCount(request),
      isMergePatch: isMergePatch(request),
    });
    const changes = await readChanges(entity, contentOf(operation, request), write, (invalid, known) => {
      const { keys } = keysOf(operation, request);
      const payloads = [{ changes: invalid, path: [] }];
      return furtherViolations(store, { kind: 'update', place, keys, payloads }, known);
    });
    const requested = keysOf(operation, request);
    const selection = preferences.isMinimal ? undefined : selectionOf([changes], access, !requested.isList);
    const trees = await writeRequested(requested, preferences, store, place, (keys, mustFindAll) =>
      updateEntities(store, place, keys, changes, { mustFindAll, selection, rootCheck }),
    );
    if (requested.isList) requested.reportMissing(response, trees);
    const updated = selection && entityContent(trees, selection, requested.isList);
    if (collections.length > 0) tags?.setForWrite(response, rootCheck, selection, updated);
    else if (!requested.isList) tags?.setForWrite(response, rootCheck, selection, updated, trees[0]!.entity);
    return respond(operation, response, preferences, updated);
  };
}
