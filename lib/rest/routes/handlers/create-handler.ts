import type { Request, RouteHandler } from '../../../core';
import { createEntities } from '../../../operations';
import type { EntityKey } from '../../../persistence';
import { firstAlone } from '../../payload/first-alone';
import { readAllChanges } from '../../payload/read-changes';
import { type Representation, represent } from '../../representation';
import { confirmPreferences, preferencesOf } from '../../request/preferences';
import { writtenSelection } from '../../selection/build-selection';
import { refuseSelection } from '../../selection/read-selection';
import type { Endpoint } from '../endpoint';

/** What was created, and what the answer shows of it: nothing where that is wanted. */
interface Created {
  readonly keys: readonly EntityKey[];
  readonly shown: readonly Representation[];
}

/**
 * 201 with what was created, nested children included: an object with `Location`, or for an array an array in the
 * same order, all of it or nothing.
 */
export function createHandler(endpoint: Endpoint): RouteHandler {
  return async (request, response) => {
    refuseSelection(request.query);
    const content = endpoint.contentOf(request);
    const { isMinimal } = preferencesOf(request);
    const isList = Array.isArray(content);
    const { keys, shown } = isList
      ? await createAll(endpoint, request, content, isMinimal)
      : await firstAlone(() => createAll(endpoint, request, [content], isMinimal));
    if (!isList) response.setHeader('Location', locationOf(request, keys[0]!));
    confirmPreferences(response, { isMinimal });
    response.setStatus(201);
    if (!isMinimal) response.setContent(isList ? shown : shown[0]);
  };
}

async function createAll(
  endpoint: Endpoint,
  request: Request,
  contents: readonly unknown[],
  isMinimal: boolean,
): Promise<Created> {
  const { entity, store } = endpoint;
  const place = endpoint.placeOf(request);
  const payloads = await readAllChanges(entity, contents, endpoint.write('create'));
  const selection = isMinimal ? undefined : writtenSelection(entity, payloads);
  const trees = await createEntities(store, place, payloads, selection);
  return {
    keys: trees.map((tree) => tree.entity.get(entity.key.name) as EntityKey),
    shown: isMinimal ? [] : trees.map((tree) => represent(entity, tree, selection)),
  };
}

/** Below the path of the request as the client knows it, whatever the application is mounted under. */
function locationOf({ originalPath }: Request, key: EntityKey): string {
  return `${originalPath.replace(/\/$/, '')}/${encodeURIComponent(key)}`;
}
