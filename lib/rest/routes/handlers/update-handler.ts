import type { RouteHandler } from '../../../core';
import { leaf, updateEntities } from '../../../operations';
import { readChanges } from '../../payload/read-changes';
import { represent } from '../../representation';
import { confirmPreferences, preferencesOf } from '../../request/preferences';
import type { Endpoint } from '../endpoint';
import { writeRequested } from './requested-entities';

/**
 * 200 with the updated entity, or with an array when the request has a comma: the same payload for each of them, all
 * or none. Fields that the payload does not name stay.
 */
export function updateHandler(endpoint: Endpoint): RouteHandler {
  const { entity, store } = endpoint;
  return async (request, response) => {
    const { isMinimal } = preferencesOf(request);
    const place = endpoint.placeOf(request);
    const changes = readChanges(entity, request.getContent(), endpoint.write('update'));
    const { requested, entities, isStrict } = await writeRequested(endpoint, request, place, (keys, mustFindAll) =>
      updateEntities(store, place, keys, changes, { mustFindAll }),
    );
    requested.reportMissing(response, entities);
    confirmPreferences(response, { isStrict, isMinimal });
    if (isMinimal) return void response.setStatus(204);
    const updated = entities.map((one) => represent(entity, leaf(one)));
    return requested.isList ? updated : updated[0];
  };
}
