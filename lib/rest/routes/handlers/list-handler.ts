import type { Request, RouteHandler } from '../../../core';
import { listEntities, streamChildren } from '../../../operations';
import { type Representation, represent } from '../../representation';
import type { Endpoint } from '../endpoint';

/** 200 with an array that is streamed in the order of the primary keys. */
export function listHandler(endpoint: Endpoint): RouteHandler {
  return (request) => representAll(endpoint, request);
}

async function* representAll(endpoint: Endpoint, request: Request): AsyncGenerator<Representation, void, undefined> {
  const { entity, store } = endpoint;
  const selection = endpoint.selectionOf(request);
  const entities = listEntities(store, endpoint.placeOf(request), selection);
  for await (const tree of streamChildren(store, selection, entities)) yield represent(entity, tree, selection);
}
