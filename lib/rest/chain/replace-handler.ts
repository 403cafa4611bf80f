import type { RouteHandler } from '../../core';
import { furtherViolations, rejectedReplacement, replaceChildren } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { readReplacement } from '../payload/read-changes';
import { withoutListIndex } from '../payload/without-list-index';
import type { Domain } from './domain';
import { entityContent } from './entity-content';
import { preferencesOf } from './preferences';
import { contentOf, writeOf } from './read-content';
import { placeOf } from './read-place';
import { respond } from './respond';
import { responseSelection } from './response-selection';

/** PUT of a collection: replaces it by the elements of the payload, 200 with them in the same order. */
export function replaceHandler(operation: Operation, domain: Domain): RouteHandler {
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = responseSelection(operation);
  const collection = operation.collections.at(-1)!;
  return async (request, response) => {
    const preferences = preferencesOf(operation, request);
    const store = domain.storeFor(request);
    const rootCheck = rootCheckOf(operation, request, domain);
    const place = placeOf(operation, request);
    const access = domain.rights.accessOf(request);
    // The array is the one payload: paths in messages begin with the indexes of its elements.
    const write = writeOf(operation, 'update', access, { isSingle: true });
    try {
      const content = contentOf(operation, request);
      const changes = await readReplacement(collection, content, write, (invalid, known) =>
        furtherViolations(store, rejectedReplacement(place, invalid), known),
      );
      const elements = changes.children.get(collection)!;
      const selection = preferences.isMinimal ? undefined : selectionOf(elements, access, false);
      const trees = await replaceChildren(store, place, changes, { selection, rootCheck });
      const replaced = selection && entityContent(trees, selection, true);
      tags?.setForWrite(response, rootCheck, selection, replaced);
      return respond(operation, response, preferences, replaced);
    } catch (error) {
      throw withoutListIndex(error);
    }
  };
}
