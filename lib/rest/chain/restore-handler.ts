import type { RouteHandler } from '../../core';
import { restoreEntities } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import type { Domain } from './domain';
import { entityContent } from './entity-content';
import { preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { rejectFields } from './reject-fields';
import { keysOf } from './requested-keys';
import { respond } from './respond';
import { responseSelection } from './response-selection';
import { writeRequested } from './write-requested';

/** PUT …/restore: 200 with the restored entity, or an array for several ids; one that was not deleted stays as it is. */
export function restoreHandler(operation: Operation, domain: Domain): RouteHandler {
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = responseSelection(operation);
  return async (request, response) => {
    const preferences = preferencesOf(operation, request);
    rejectFields(request);
    const store = domain.storeFor(request);
    const rootCheck = rootCheckOf(operation, request, domain);
    const place = placeOf(operation, request);
    const requested = keysOf(operation, request);
    const access = domain.rights.accessOf(request);
    const selection = preferences.isMinimal ? undefined : selectionOf([], access, !requested.isList);
    const write = (keys: typeof requested.keys, mustFindAll: boolean) =>
      restoreEntities(store, place, keys, { mustFindAll, selection, rootCheck });
    const trees = await writeRequested(requested, preferences, store, place, write, 'include');
    requested.reportMissing(response, trees);
    const content = selection && entityContent(trees, selection, requested.isList);
    // Several roots have no tag in common.
    const hasOneRoot = place.path.length > 0 || !requested.isList;
    if (hasOneRoot) tags?.setForWrite(response, rootCheck, selection, content);
    return respond(operation, response, preferences, content);
  };
}
