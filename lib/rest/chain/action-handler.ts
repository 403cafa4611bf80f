import type { Request, RouteHandler } from '../../core';
import { isObject, isPlainObject } from '../../foundation';
import type { ActionMetadata } from '../../metadata';
import { runAction } from '../../operations';
import type { EntityKey } from '../../persistence';
import type { Access } from '../access/access';
import { argumentEntries } from '../access/writing';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { isTextFormat } from '../payload/from-text';
import { limitArrayElements } from '../payload/limit-elements';
import { readArguments } from '../payload/read-arguments';
import { typedArguments } from '../payload/typed-arguments';
import type { Domain } from './domain';
import { preferencesOf } from './preferences';
import { placeOf } from './read-place';
import { keysOf, requireSingleIds } from './requested-keys';
import { respond } from './respond';
import { entitiesAlone, returnedContent } from './returned-content';

/** 200 with the return value of the method, entities as in generated responses; 204 when it returns nothing. */
export function actionHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  const action = operation.action!;
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    requireSingleIds(request, 'An action takes one id: call it once for each entity.');
    const key = keyOf(operation, request);
    const place = placeOf(operation, request);
    const preferences = preferencesOf(operation, request);
    const content = argumentsIn(action, request);
    const rootCheck = rootCheckOf(operation, request, domain);
    const access = domain.rights.accessOf(request);
    requireReferenced(action, content, access);
    limitArrayElements(input.maxItems, content);
    const returned = await runAction(domain.storeFor(request), {
      action,
      place,
      key,
      rootCheck,
      readArguments: () => readArguments(action, content),
    });
    if (returned === undefined || preferences.isMinimal) {
      tags?.setForWrite(response, rootCheck);
      return respond(operation, response, preferences);
    }
    // A stream is written element by element later.
    const isStream = isObject(returned) && Symbol.asyncIterator in returned;
    const shown = isStream ? returned : returnedContent(domain.registry, entitiesAlone, access).write(returned);
    if (!isStream) tags?.setForWrite(response, rootCheck, undefined, shown);
    return respond(operation, response, preferences, shown);
  };
}

/** Undefined for a single child. */
function keyOf(operation: Operation, request: Request): EntityKey | undefined {
  if (operation.input.keys === 'none') return undefined;
  const requested = keysOf(operation, request);
  const [key] = requested.keys;
  if (key === undefined) throw requested.notFound();
  return key;
}

function argumentsIn(action: ActionMetadata, request: Request): unknown {
  const content = request.getContent();
  return isTextFormat(request.contentType) ? typedArguments(action, content) : content;
}

/** An argument that refers to an entity requires the permissions to read it. */
function requireReferenced({ parameters }: ActionMetadata, content: unknown, access: Access): void {
  if (access.isOpen || !isPlainObject(content)) return;
  for (const { wireName, source } of parameters) {
    if (Object.hasOwn(content, wireName)) access.require(argumentEntries(source), `The argument "${wireName}"`);
  }
}
