import type { RouteHandler } from '../../core';
import { deleteEntities } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import type { Domain } from './domain';
import { preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { rejectFields } from './reject-fields';
import { keysOf } from './requested-keys';
import { respond } from './respond';
import { writeRequested } from './write-requested';

/** DELETE: 204; of several ids, `Missing-Ids` names those that were not found. */
export function deleteHandler(operation: Operation, domain: Domain): RouteHandler {
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    rejectFields(request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const requested = keysOf(operation, request);
    const rootCheck = rootCheckOf(operation, request, domain);
    const preferences = preferencesOf(operation, request);
    const deleted = await writeRequested(requested, preferences, store, place, (keys, mustFindAll) =>
      deleteEntities(store, place, keys, { mustFindAll, rootCheck }),
    );
    requested.reportMissing(
      response,
      deleted.map((entity) => ({ entity })),
    );
    if (place.path.length > 0) tags?.setForWrite(response, rootCheck);
    return respond(operation, response, preferences);
  };
}
