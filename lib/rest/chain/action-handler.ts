import { BadRequestException, type Request, type RouteHandler } from '../../core';
import { isObject, isPlainObject } from '../../foundation';
import type { ActionMetadata } from '../../metadata';
import { runAction } from '../../operations';
import type { Access } from '../access/access';
import { argumentEntries } from '../access/writing';
import { requireElements } from '../payload/item-count';
import { readArguments } from '../payload/read-arguments';
import type { Endpoint } from './endpoint';
import { confirmPreferences, preferencesOf } from './preferences';
import { entitiesAlone, returnedContent } from './returned-content';

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
    requireElements(endpoint.bulk.maxItems, content);
    const returned = await runAction(endpoint.storeFor(request), {
      action,
      place,
      key,
      readArguments: () => readArguments(action, content),
    });
    confirmPreferences(response, { isMinimal });
    if (returned === undefined || isMinimal) return void response.setStatus(204);
    // The elements of a stream are written as they come.
    if (isObject(returned) && Symbol.asyncIterator in returned) return returned;
    return returnedContent(endpoint.store.registry, entitiesAlone, access).write(returned);
  };
}

/** An argument that names an entity takes the right to read it. */
function demandNamed({ parameters }: ActionMetadata, content: unknown, access: Access): void {
  if (access.isOpen || !isPlainObject(content)) return;
  for (const { wireName, source } of parameters) {
    if (Object.hasOwn(content, wireName)) access.demand(argumentEntries(source), `The argument "${wireName}"`);
  }
}

function requireSingleIds({ rawPathParameters }: Request): void {
  if (!Object.values(rawPathParameters).some((raw) => raw.includes(','))) return;
  throw new BadRequestException('An action takes one id: call it once for each entity.');
}
