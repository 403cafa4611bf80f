import type { RouteHandler } from '../../core';
import { deleteEntities } from '../../operations';
import type { Endpoint } from './endpoint';
import { confirmPreferences } from './preferences';
import { writeRequested } from './requested-entities';

/** 204; `Missing-Ids` names those of several that were not there. */
export function deleteHandler(endpoint: Endpoint): RouteHandler {
  return async (request, response) => {
    const store = endpoint.storeFor(request);
    const place = endpoint.placeOf(request);
    const { requested, entities, isStrict } = await writeRequested(
      endpoint,
      store,
      request,
      place,
      (keys, mustFindAll) => deleteEntities(store, place, keys, { mustFindAll }),
    );
    requested.reportMissing(response, entities);
    confirmPreferences(response, { isStrict });
    response.setStatus(204);
  };
}
