import type { Request, RouteHandler } from '../../../core';
import { leaf, listEntities } from '../../../operations';
import { type Representation, represent } from '../../representation';
import type { Endpoint } from '../endpoint';

/** 200 with an array that is streamed in the order of the primary keys. */
export function listHandler(endpoint: Endpoint): RouteHandler {
  return (request) => representAll(endpoint, request);
}

async function* representAll(endpoint: Endpoint, request: Request): AsyncGenerator<Representation, void, undefined> {
  const { entity, store } = endpoint;
  for await (const one of listEntities(store, endpoint.placeOf(request))) yield represent(entity, leaf(one));
}
