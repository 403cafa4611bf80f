import type { RouteHandler } from '../../core';
import { replaceChildren } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { guardOf } from '../concurrency/write-guard';
import type { Operation } from '../operation/operation';
import { errorOfFirst } from '../payload/error-of-first';
import { readReplacement } from '../payload/read-changes';
import type { Domain } from './domain';
import { shown } from './entity-content';
import { preferencesOf } from './preferences';
import { contentOf, writeOf } from './read-content';
import { placeOf } from './read-place';
import { respond } from './respond';
import { writtenShown } from './response-selection';

/** 200 with what the collection has then, in the order of the payload: exactly the elements of that array. */
export function replaceHandler(operation: Operation, domain: Domain): RouteHandler {
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = writtenShown(operation);
  const collection = operation.collections.at(-1)!;
  return async (request, response) => {
    const preferences = preferencesOf(operation, request);
    const store = domain.storeFor(request);
    const guard = guardOf(operation, request);
    const place = placeOf(operation, request);
    const access = domain.rights.accessOf(request);
    // Messages speak of the array, which is all there is.
    const write = writeOf(operation, 'update', access, { isAlone: true });
    try {
      const changes = await readReplacement(collection, contentOf(operation, request), write);
      const elements = changes.children.get(collection)!;
      const selection = preferences.isMinimal ? undefined : selectionOf(elements, access, false);
      const trees = await replaceChildren(store, place, changes, { selection, guard });
      const content = selection && shown(trees, selection, true);
      tags?.written(response, guard.root, selection, content);
      return respond(operation, response, preferences, content);
    } catch (error) {
      throw errorOfFirst(error);
    }
  };
}
