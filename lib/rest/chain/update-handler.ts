import type { Request, RouteHandler } from '../../core';
import { type RowTree, updateEntities, updateViolations } from '../../operations';
import { readChanges } from '../payload/read-changes';
import { type Endpoint, KEY_PARAMETER } from './endpoint';
import { confirmPreferences, preferencesOf } from './preferences';
import { represent } from './representation';
import { writeRequested } from './requested-entities';

/**
 * 200 with the updated entity, or with an array when the request has a comma: the same payload for each of them, all
 * or none. Fields that the payload does not name stay.
 */
export function updateHandler(endpoint: Endpoint): RouteHandler {
  const { entity } = endpoint;
  return async (request, response) => {
    const { isMinimal } = preferencesOf(request);
    const store = endpoint.storeFor(request);
    const place = endpoint.placeOf(request);
    const access = endpoint.accessOf(request);
    const write = endpoint.write('update', access, idsIn(request));
    const changes = await readChanges(entity, endpoint.contentOf(request), write, (refused) =>
      updateViolations(store, place, endpoint.keysOf(request).keys, refused),
    );
    const selection = isMinimal ? undefined : endpoint.answerTo([changes], access);
    let trees: readonly RowTree[] = [];
    const { requested, entities, isStrict } = await writeRequested(
      endpoint,
      store,
      request,
      place,
      async (keys, mustFindAll) => {
        trees = await updateEntities(store, place, keys, changes, { mustFindAll, selection });
        return trees.map((tree) => tree.entity);
      },
    );
    requested.reportMissing(response, entities);
    confirmPreferences(response, { isStrict, isMinimal });
    if (!selection) return void response.setStatus(204);
    const updated = trees.map((tree) => represent(tree, selection));
    return requested.isList ? updated : updated[0];
  };
}

/** As they were sent, before any is read. */
function idsIn({ rawPathParameters }: Request): number {
  return rawPathParameters[KEY_PARAMETER]!.split(',').length;
}
