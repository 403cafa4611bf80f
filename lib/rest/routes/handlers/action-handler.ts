import { BadRequestException, type Request, type RouteHandler } from '../../../core';
import type { ActionMetadata } from '../../../metadata';
import { runAction } from '../../../operations';
import type { Access } from '../../access/access';
import { argumentEntries } from '../../access/writing';
import { requireArraysAtMost } from '../../payload/payload-members';
import { readArguments } from '../../payload/read-arguments';
import { representReturned } from '../../represent-returned';
import { confirmPreferences, preferencesOf } from '../../request/preferences';
import type { Endpoint } from '../endpoint';

/** 200 with what the method returns, entities as generated answers show them; 204 when it returns nothing. */
export function actionHandler(endpoint: Endpoint, action: ActionMetadata): RouteHandler {
  return async (request, response) => {
    requireSingleIds(request);
    const requested = endpoint.keysOf(request);
    const place = endpoint.placeOf(request);
    const [key] = requested.keys;
    if (key === undefined) throw requested.notFound();
    const { isMinimal } = preferencesOf(request);
    const content = request.getContent();
    const access = endpoint.accessOf(request);
    demandNamed(action, content, access);
    requireArraysAtMost(endpoint.bulk.maxItems, content);
    const returned = await runAction(endpoint.storeFor(request), {
      action,
      place,
      key,
      readArguments: () => readArguments(action, content),
    });
    confirmPreferences(response, { isMinimal });
    if (returned === undefined || isMinimal) return void response.setStatus(204);
    return representReturned(endpoint.store.registry, returned, access);
  };
}

/** An argument that names an entity takes the right to read it. */
function demandNamed({ parameters }: ActionMetadata, content: unknown, access: Access): void {
  if (access.isOpen || typeof content !== 'object' || content === null) return;
  for (const { wireName, source } of parameters) {
    if (Object.hasOwn(content, wireName)) access.demand(argumentEntries(source), `The argument "${wireName}"`);
  }
}

function requireSingleIds({ rawPathParameters }: Request): void {
  if (!Object.values(rawPathParameters).some((raw) => raw.includes(','))) return;
  throw new BadRequestException('An action takes one id: call it once for each entity.');
}
