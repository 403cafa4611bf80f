import type { Request, RouteHandler } from '../../../core';
import { createEntities, type EntityTree } from '../../../operations';
import type { EntityKey } from '../../../persistence';
import { firstAlone } from '../../payload/first-alone';
import { readAllChanges } from '../../payload/read-changes';
import { represent } from '../../representation';
import { confirmPreferences, preferencesOf } from '../../request/preferences';
import type { Endpoint } from '../endpoint';

/**
 * 201 with what was created, nested children included: an object with `Location`, or for an array an array in the
 * same order, all of it or nothing.
 */
export function createHandler(endpoint: Endpoint): RouteHandler {
  const { entity } = endpoint;
  return async (request, response) => {
    const content = request.getContent();
    const { isMinimal } = preferencesOf(request);
    const created = Array.isArray(content) ? await createAll(endpoint, request, content) : undefined;
    const one = created ? undefined : await createOne(endpoint, request, content);
    if (one) response.setHeader('Location', locationOf(request, one.entity.get(entity.key.name) as EntityKey));
    confirmPreferences(response, { isMinimal });
    response.setStatus(201);
    if (isMinimal) return;
    response.setContent(one ? represent(entity, one) : created!.map((tree) => represent(entity, tree)));
  };
}

async function createOne(endpoint: Endpoint, request: Request, content: unknown): Promise<EntityTree> {
  const [created] = await firstAlone(() => createAll(endpoint, request, [content]));
  return created!;
}

async function createAll(
  endpoint: Endpoint,
  request: Request,
  contents: readonly unknown[],
): Promise<readonly EntityTree[]> {
  const { entity, store } = endpoint;
  const place = endpoint.placeOf(request);
  return createEntities(store, place, readAllChanges(entity, contents, endpoint.write('create')));
}

/** Below the path of the request as the client knows it, whatever the application is mounted under. */
function locationOf({ originalPath }: Request, key: EntityKey): string {
  return `${originalPath.replace(/\/$/, '')}/${encodeURIComponent(key)}`;
}
