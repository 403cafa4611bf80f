import type { Request, RouteHandler } from '../../core';
import { createEntities, deleteEntities, leaf, listEntities, readEntities, updateEntities } from '../../operations';
import type { EntityKey } from '../../persistence';
import { readChanges } from '../payload/read-changes';
import { type Representation, represent } from '../representation';
import type { Endpoint } from './endpoint';

/** 201 with the created entity, its nested children included, and `Location`. */
export function createHandler(endpoint: Endpoint): RouteHandler {
  const { entity, store, collections } = endpoint;
  return async (request, response) => {
    const place = endpoint.placeOf(request);
    const changes = readChanges(entity, request.getContent(), 'create', collections.at(-1));
    const [created] = await createEntities(store, place, [changes]);
    const key = created!.entity.get(entity.key.name) as EntityKey;
    response.setStatus(201).setHeader('Location', locationOf(request, key)).setContent(represent(entity, created!));
  };
}

/** 200 with an array that is streamed in the order of the primary keys. */
export function listHandler(endpoint: Endpoint): RouteHandler {
  return (request) => representAll(endpoint, request);
}

async function* representAll(endpoint: Endpoint, request: Request): AsyncGenerator<Representation, void, undefined> {
  const { entity, store } = endpoint;
  for await (const one of listEntities(store, endpoint.placeOf(request))) yield represent(entity, leaf(one));
}

/** 200 with the entity. */
export function readHandler(endpoint: Endpoint): RouteHandler {
  return async (request) => {
    const [found] = await readEntities(endpoint.store, endpoint.placeOf(request), [endpoint.keyOf(request)]);
    return represent(endpoint.entity, leaf(found!));
  };
}

/** 200 with the updated entity; fields that the payload does not name stay. */
export function updateHandler(endpoint: Endpoint): RouteHandler {
  const { entity, store, collections } = endpoint;
  return async (request) => {
    const place = endpoint.placeOf(request);
    const key = endpoint.keyOf(request);
    const changes = readChanges(entity, request.getContent(), 'update', collections.at(-1));
    const [updated] = await updateEntities(store, place, [key], changes);
    return represent(entity, leaf(updated!));
  };
}

/** 204. */
export function deleteHandler(endpoint: Endpoint): RouteHandler {
  return async (request, response) => {
    await deleteEntities(endpoint.store, endpoint.placeOf(request), [endpoint.keyOf(request)]);
    response.setStatus(204);
  };
}

/** Below the path of the request as the client knows it, whatever the application is mounted under. */
function locationOf({ originalPath }: Request, key: EntityKey): string {
  return `${originalPath.replace(/\/$/, '')}/${encodeURIComponent(key)}`;
}
