import type { Request, RouteHandler } from '../../core';
import { createEntities } from '../../operations';
import type { EntityKey } from '../../persistence';
import { firstAlone } from '../payload/first-alone';
import { readAllChanges } from '../payload/read-changes';
import type { Endpoint } from './endpoint';
import { confirmPreferences, preferencesOf } from './preferences';
import { represent } from './representation';

/**
 * 201 with what was created, nested children included: an object with `Location`, or for an array an array in the
 * same order, all of it or nothing.
 */
export function createHandler(endpoint: Endpoint): RouteHandler {
  const { entity } = endpoint;
  return async (request, response) => {
    const content = endpoint.contentOf(request);
    const { isMinimal } = preferencesOf(request);
    const access = endpoint.accessOf(request);
    const store = endpoint.storeFor(request);
    const place = endpoint.placeOf(request);
    const isList = Array.isArray(content);
    const create = async () => {
      const write = { ...endpoint.write('create', access), isAlone: !isList };
      const payloads = await readAllChanges(entity, isList ? content : [content], write);
      const selection = isMinimal ? undefined : endpoint.answerTo(payloads, access);
      return { selection, trees: await createEntities(store, place, payloads, selection) };
    };
    const { trees, selection } = isList ? await create() : await firstAlone(create);
    if (!isList)
      response.setHeader('Location', locationOf(request, trees[0]!.entity.get(entity.key.name) as EntityKey));
    confirmPreferences(response, { isMinimal });
    response.setStatus(201);
    if (!selection) return;
    const shown = trees.map((tree) => represent(tree, selection));
    response.setContent(isList ? shown : shown[0]);
  };
}

/** Below the path of the request as the client knows it, whatever the application is mounted under. */
function locationOf({ originalPath }: Request, key: EntityKey): string {
  return `${originalPath.replace(/\/$/, '')}/${encodeURIComponent(key)}`;
}
