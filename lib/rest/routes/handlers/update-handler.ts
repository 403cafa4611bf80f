import type { RouteHandler } from '../../../core';
import { type EntityTree, updateEntities } from '../../../operations';
import { readChanges } from '../../payload/read-changes';
import { represent } from '../../representation';
import { confirmPreferences, preferencesOf } from '../../request/preferences';
import { writtenSelection } from '../../selection/build-selection';
import { refuseSelection } from '../../selection/read-selection';
import type { Endpoint } from '../endpoint';
import { writeRequested } from './requested-entities';

/**
 * 200 with the updated entity, or with an array when the request has a comma: the same payload for each of them, all
 * or none. Fields that the payload does not name stay.
 */
export function updateHandler(endpoint: Endpoint): RouteHandler {
  const { entity, store } = endpoint;
  return async (request, response) => {
    refuseSelection(request.query);
    const { isMinimal } = preferencesOf(request);
    const place = endpoint.placeOf(request);
    const changes = await readChanges(entity, endpoint.contentOf(request), endpoint.write('update'));
    const selection = isMinimal ? undefined : writtenSelection(entity, [changes]);
    let trees: readonly EntityTree[] = [];
    const { requested, entities, isStrict } = await writeRequested(
      endpoint,
      request,
      place,
      async (keys, mustFindAll) => {
        trees = await updateEntities(store, place, keys, changes, { mustFindAll, selection });
        return trees.map((tree) => tree.entity);
      },
    );
    requested.reportMissing(response, entities);
    confirmPreferences(response, { isStrict, isMinimal });
    if (isMinimal) return void response.setStatus(204);
    const updated = trees.map((tree) => represent(entity, tree, selection));
    return requested.isList ? updated : updated[0];
  };
}
