import type { ContentShape, HttpMethod } from '../../core';
import {
  type ActionMetadata,
  type AggregateMetadata,
  type CollectionPath,
  type FieldMetadata,
  isRouted,
} from '../../metadata';
import { actionWrite, entriesAt, entriesFor, isPublic, type SecuredMethod } from '../../security';
import { largeValueFields } from '../access/large-fields';
import { stepOpOf } from '../operation/batch-steps';
import type { Operation, Protection } from '../operation/operation';
import { type OperationResource, type OperationSettings, operationResource } from '../operation/operation-resource';
import { actionName, largeName, routeName } from '../operation/route-names';
import type { VerbDefinition } from '../verbs/verb-definition';
import { definitionOf, exposedFieldVerbs, exposedVerbs } from '../verbs/verbs';
import { baseOperation } from './base-operation';
import { batchOperation } from './batch-operation';

/**
 * The operations of an aggregate: those of its root, of its collections at every depth, its actions, and its batch.
 *
 * An operation whose exposure flag is false does not exist, nor does one below a collection that is not readable.
 * Exposure does not affect actions.
 *
 * @see Specification, "Generated CRUD routes", "Action routes"
 */
export function operationsOf(aggregate: AggregateMetadata, settings: OperationSettings): readonly Operation[] {
  const resourceAt = (path: CollectionPath) => operationResource(aggregate, path, settings);
  const resources = [[], ...aggregate.paths.filter(isRouted)].map(resourceAt);
  const operations = [
    ...resources.flatMap(resourceOperations),
    ...resources.flatMap(largeOperations),
    ...aggregate.actions.map((action) => actionOperation(resourceAt(action.path), action)),
  ];
  const steps = settings.batches.allowed ? operations.filter((operation) => stepOpOf(operation) !== undefined) : [];
  return steps.length === 0 ? operations : [...operations, batchOperation(resources[0]!, steps)];
}

function resourceOperations(resource: OperationResource): readonly Operation[] {
  return exposedVerbs(resource).flatMap((definition) =>
    definition.methods.map((method) => resourceOperation(resource, definition, method)),
  );
}

function resourceOperation(resource: OperationResource, definition: VerbDefinition, method: HttpMethod): Operation {
  return Object.freeze({
    ...baseOperation(resource, definition, method),
    name: routeName(definition, resource.aggregate, resource.collections),
    ...(definition.protection?.(resource) ?? protectionOf(resource, definition.requires)),
  });
}

function protectionOf(
  { aggregate: { root }, collections, writes }: OperationResource,
  method: SecuredMethod,
): Protection {
  return {
    permissions: method === 'GET' ? entriesAt(root, collections, method) : writes[method],
    isPublic: isPublic(collections.at(-1) ?? root, method),
    isUnrestricted: method !== 'GET' && writes.unrestricted.has(method),
  };
}

function largeOperations(resource: OperationResource): readonly Operation[] {
  return resource.entity.largeFields.flatMap((field) =>
    exposedFieldVerbs(resource, field).map((definition) => largeOperation(resource, field, definition)),
  );
}

function largeOperation(resource: OperationResource, field: FieldMetadata, definition: VerbDefinition): Operation {
  const { aggregate, collections, entity } = resource;
  const { permissions, isUnrestricted, isPublic } = protectionOf(resource, definition.requires);
  const fieldEntries = largeValueFields(entity, field).flatMap((one) => entriesFor(one, definition.requires));
  const { input, ...operation } = baseOperation(resource, definition);
  const { mediaType, isMediaTypeFixed } = field.large!;
  const body = { maxBytes: resource.maxUploadBytes, rawBody: true, ...(isMediaTypeFixed && { mediaType }) };
  return Object.freeze({
    ...operation,
    input: Object.freeze({ ...input, uploads: definition.takes === 'value' ? body : undefined }),
    path: `${operation.path}/${field.wireName}`,
    name: largeName(definition, aggregate, collections, field),
    field,
    permissions: [...permissions, ...fieldEntries],
    isUnrestricted: isUnrestricted && fieldEntries.length === 0,
    isPublic,
  });
}

function actionOperation(resource: OperationResource, action: ActionMetadata): Operation {
  const definition = definitionOf({ verb: 'act', collections: action.path });
  const { output, ...operation } = baseOperation(resource, definition);
  const { entries, isUnrestricted } = actionWrite(resource.aggregate.root, action);
  return Object.freeze({
    ...operation,
    path: `${operation.path}/${action.name}`,
    name: actionName(action, resource.aggregate),
    action,
    output: Object.freeze({ ...output, shapes: shapesOf(action) }),
    permissions: entries,
    isUnrestricted,
    isPublic: isPublic(action, definition.requires),
  });
}

/** Undefined if the return type of the method is unknown. */
function shapesOf({ returns }: ActionMetadata): readonly ContentShape[] | undefined {
  if (!returns) return undefined;
  if (returns.isList) return ['list'];
  return returns.type.kind === 'entity' || returns.type.kind === 'instance' ? ['object'] : ['text'];
}
