import type { RouteHandler } from '../../core';
import { deleteEntities, furtherViolations, readEntities, saveSingle } from '../../operations';
import { AggregateTags } from '../concurrency/aggregate-tags';
import { rootCheckOf } from '../concurrency/write-conditions';
import type { Operation } from '../operation/operation';
import { readChanges } from '../payload/read-changes';
import type { Domain } from './domain';
import { entityContent } from './entity-content';
import { locationOf } from './location';
import { preferencesOf } from './preferences';
import { contentOf, isMergePatch, writeOf } from './read-content';
import { placeOf } from './read-place';
import { rejectFields } from './reject-fields';
import { respond, respondCreated } from './respond';
import { responseSelection } from './response-selection';

/** GET of a single child: 200, or 404 when there is none or it does not match the search. */
export function readSingleHandler(operation: Operation, domain: Domain): RouteHandler {
  const { input } = operation;
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    const access = domain.rights.accessOf(request);
    const criteria = input.search.read(request.query, access);
    const preferences = preferencesOf(operation, request);
    const selection = input.selection.read(request.query, access, { isSingle: true });
    const place = placeOf(operation, request);
    const isConditional = request.headers['if-none-match'] !== undefined;
    const representation = { isList: false, isSettled: criteria === undefined };
    const isNotModified = isConditional
      ? tags?.notModifiedCheck(request, response, selection, representation)
      : undefined;
    const search = { criteria, selection, version: tags?.versionName, isNotModified };
    const trees = await readEntities(domain.storeFor(request).retrieval, place, undefined, search);
    if (isConditional && response.status === 304) return;
    const content = entityContent(trees, selection, false);
    tags?.setForRead(response, [trees[0]!.entity], selection, content, criteria === undefined);
    return respond(operation, response, preferences, content);
  };
}

/** PUT of a single child: 200 when it was updated, 201 when it was created. */
export function saveSingleHandler(operation: Operation, domain: Domain): RouteHandler {
  const { entity } = operation;
  const tags = AggregateTags.of(operation, domain);
  const selectionOf = responseSelection(operation);
  return async (request, response) => {
    const preferences = preferencesOf(operation, request);
    const store = domain.storeFor(request);
    const place = placeOf(operation, request);
    const rootCheck = rootCheckOf(operation, request, domain);
    const access = domain.rights.accessOf(request);
    const write = writeOf(operation, 'update', access, { isMergePatch: isMergePatch(request) });
    const changes = await readChanges(entity, contentOf(operation, request), write, (invalid, known) =>
      furtherViolations(store, { kind: 'update', place, payloads: [{ changes: invalid, path: [] }] }, known),
    );
    const selection = preferences.isMinimal ? undefined : selectionOf([changes], access, true);
    const { tree, isNew } = await saveSingle(store, place, changes, { selection, rootCheck });
    const content = selection && entityContent([tree], selection, false);
    tags?.setForWrite(response, rootCheck, selection, content);
    if (!isNew) return respond(operation, response, preferences, content);
    response.setHeader('Location', locationOf(request));
    return respondCreated(operation, response, preferences, content);
  };
}

/** DELETE of a single child: 204, or 404 when there is none. */
export function deleteSingleHandler(operation: Operation, domain: Domain): RouteHandler {
  const tags = AggregateTags.of(operation, domain);
  return async (request, response) => {
    rejectFields(request);
    const preferences = preferencesOf(operation, request);
    const rootCheck = rootCheckOf(operation, request, domain);
    await deleteEntities(domain.storeFor(request), placeOf(operation, request), undefined, { rootCheck });
    tags?.setForWrite(response, rootCheck);
    return respond(operation, response, preferences);
  };
}
