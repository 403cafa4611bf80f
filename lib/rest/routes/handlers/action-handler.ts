import { BadRequestException, type Request, type RouteHandler } from '../../../core';
import type { ActionMetadata } from '../../../metadata';
import { runAction } from '../../../operations';
import { readArguments } from '../../payload/read-arguments';
import { representReturned } from '../../represent-returned';
import { confirmPreferences, preferencesOf } from '../../request/preferences';
import { refuseSelection } from '../../selection/read-selection';
import type { Endpoint } from '../endpoint';

/** 200 with what the method returns, entities as generated answers show them; 204 when it returns nothing. */
export function actionHandler(endpoint: Endpoint, action: ActionMetadata): RouteHandler {
  const { store } = endpoint;
  return async (request, response) => {
    requireSingleIds(request);
    endpoint.search.refuse(request.query);
    refuseSelection(request.query);
    const requested = endpoint.keysOf(request);
    const place = endpoint.placeOf(request);
    const [key] = requested.keys;
    if (key === undefined) throw requested.notFound();
    const { isMinimal } = preferencesOf(request);
    const content = request.getContent();
    const returned = await runAction(store, {
      action,
      place,
      key,
      readArguments: () => readArguments(action, content),
    });
    confirmPreferences(response, { isMinimal });
    if (returned === undefined || isMinimal) return void response.setStatus(204);
    return representReturned(store.registry, returned);
  };
}

function requireSingleIds({ rawPathParameters }: Request): void {
  if (!Object.values(rawPathParameters).some((raw) => raw.includes(','))) return;
  throw new BadRequestException('An action takes one id: call it once for each entity.');
}
