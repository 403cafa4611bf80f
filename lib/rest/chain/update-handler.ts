import type { Request, RouteHandler } from '../../core';
import { updateEntities, updateViolations } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { guardOf, needsGuard } from '../concurrency/write-guard';
import type { Operation } from '../operation/operation';
import { KEY_PARAMETER } from '../operation/resource-path';
import { readChanges } from '../payload/read-changes';
import type { Domain } from './domain';
import { shown } from './entity-content';
import { preferencesOf } from './preferences';
import { contentOf, writeOf } from './read-content';
import { placeOf } from './read-place';
import { keysOf } from './requested-keys';
import { respond } from './respond';
import { writtenShown } from './response-selection';
import { writeRequested } from './write-requested';

/**
 * 200 with the updated entity, or with an array when the request has a comma: the same payload for each of them, all
 * or none. Fields that the payload does not name stay.
 */
export function updateHandler(operation: Operation, domain: Domain): RouteHandler {
  const { entity, collections } = operation;
  const tags = AggregateTags.of(operation, domain);
  const isGuarded = needsGuard(operation);
  const selectionOf = writtenShown(operation);
  return async (request, response) => {
    const preferences = preferencesOf(operation, request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const guard = isGuarded || request.headers['if-match'] !== undefined ? guardOf(operation, request) : undefined;
    const access = domain.rights.accessOf(request);
    const write = writeOf(operation, 'update', access, { ids: idsIn(request) });
    const changes = await readChanges(entity, contentOf(operation, request), write, (refused) =>
      updateViolations(store, place, keysOf(operation, request).keys, refused),
    );
    const requested = keysOf(operation, request);
    const selection = preferences.isMinimal ? undefined : selectionOf([changes], access, !requested.isList);
    const trees = await writeRequested(requested, preferences, store, place, (keys, mustFindAll) =>
      updateEntities(store, place, keys, changes, { mustFindAll, selection, guard }),
    );
    if (requested.isList) requested.reportMissing(response, trees);
    const updated = selection && shown(trees, selection, requested.isList);
    if (collections.length > 0 || !requested.isList)
      tags?.written(response, collections.length > 0 ? guard?.root : trees[0]!.entity, selection, updated);
    return respond(operation, response, preferences, updated);
  };
}

/** As they were sent, before any is read. */
function idsIn({ rawPathParameters }: Request): number {
  return rawPathParameters[KEY_PARAMETER]!.split(',').length;
}
