import type { ContentShape, HttpMethod } from '../../core';
import {
  type ActionMetadata,
  type AggregateMetadata,
  type CollectionMetadata,
  type CollectionPath,
  type EntityMetadata,
  type Exposure,
  type FieldMetadata,
  isRouted,
  RESTORE,
} from '../../metadata';
import { actionWrite, entriesAt, entriesFor, isPublic, type SecuredMethod } from '../../security';
import { largeValueFields } from '../access/large-fields';
import { BATCH_TYPE, batchPermissions, isStep } from '../operation/batch-steps';
import { largeRoutes } from '../operation/large-routes';
import { isAboutSingle, type Operation } from '../operation/operation';
import { type OperationResource, type OperationSettings, operationResource } from '../operation/operation-resource';
import { replacingPermissions } from '../operation/replacing-permissions';
import { actionName, type LargeVerb, largeName, routeName, type Verb } from '../operation/route-names';
import { definitionOf } from '../verbs/verbs';
import { baseOperation } from './base-operation';

interface CrudVerb {
  readonly flag: keyof Exposure;
  readonly method: HttpMethod;
  readonly verb: Verb;
}

const CRUD: readonly CrudVerb[] = [
  { flag: 'create', method: 'POST', verb: 'create' },
  { flag: 'read', method: 'GET', verb: 'list' },
  { flag: 'read', method: 'GET', verb: 'read' },
  { flag: 'update', method: 'PUT', verb: 'update' },
  { flag: 'update', method: 'PATCH', verb: 'update' },
  { flag: 'delete', method: 'DELETE', verb: 'delete' },
  { flag: 'delete', method: 'PUT', verb: 'restore' },
];

/**
 * The operations of an aggregate: those of its root, of its collections at every depth, its actions, and its batch.
 *
 * An operation whose exposure flag is false does not exist, nor does one below a collection that is not readable.
 * Exposure does not affect actions.
 *
 * @see Specification, "Generated CRUD routes", "Action routes"
 */
export function operationsOf(aggregate: AggregateMetadata, settings: OperationSettings): readonly Operation[] {
  const { root, exposure, actions } = aggregate;
  const paths = aggregate.paths.filter(isRouted);
  const resourceAt = (path: CollectionPath) => operationResource(aggregate, path, settings);
  const operations = [
    ...crudOperations(resourceAt([]), exposure),
    ...paths.flatMap((path) => collectionOperations(resourceAt(path), path.at(-1)!)),
    ...largeOperations(resourceAt([]), root, exposure),
    ...paths.flatMap((path) => largeOperations(resourceAt(path), path.at(-1)!.target, path.at(-1)!.exposure)),
    ...actions.map((action) => actionOperation(resourceAt(action.path), action)),
  ];
  const steps = settings.batches.allowed ? operations.filter(isStep) : [];
  return steps.length === 0 ? operations : [...operations, batchOperation(resourceAt([]), steps)];
}

function batchOperation(resource: OperationResource, steps: readonly Operation[]): Operation {
  return Object.freeze({
    ...baseOperation(resource, definitionOf({ verb: 'batch', collections: [] }), 'PATCH'),
    name: `batch${resource.aggregate.root.name}`,
    steps,
    mediaType: BATCH_TYPE,
    ...batchPermissions(steps),
  });
}

function collectionOperations(
  resource: OperationResource,
  { exposure, replace }: CollectionMetadata,
): readonly Operation[] {
  return [...crudOperations(resource, exposure), ...(replace ? [replaceOperation(resource)] : [])];
}

/** The operations of a single child, which is created by PUT. */
const SINGLE_CRUD = CRUD.filter(({ verb }) => verb !== 'create' && verb !== 'list' && verb !== 'restore');

function crudOperations(resource: OperationResource, exposure: Exposure): readonly Operation[] {
  if (isAboutSingle(resource)) {
    const isExposed = ({ verb, flag }: CrudVerb) => exposure[flag] || (verb === 'update' && exposure.create);
    return SINGLE_CRUD.filter(isExposed).map((crud) => crudOperation(resource, crud));
  }
  const { takesDeleted } = resource.input.search;
  const { isKeyed } = resource.entity;
  const isPossible = (verb: Verb) => (verb === 'restore' ? takesDeleted : verb === 'list' || isKeyed);
  const isExposed = ({ flag, verb }: CrudVerb) => exposure[flag] && isPossible(verb);
  return CRUD.filter(isExposed).map((crud) => crudOperation(resource, crud));
}

/** The method whose permissions an operation requires; PUT for all others. Restoring requires those of deleting. */
const SECURED: Readonly<Partial<Record<Verb, SecuredMethod>>> = {
  create: 'POST',
  list: 'GET',
  read: 'GET',
  delete: 'DELETE',
  restore: 'DELETE',
};

function crudOperation(resource: OperationResource, { verb, method }: CrudVerb): Operation {
  const { aggregate, collections } = resource;
  const secured = SECURED[verb] ?? 'PUT';
  const operation = baseOperation(resource, definitionOf({ verb, collections }), method);
  return Object.freeze({
    ...operation,
    path: verb === 'restore' ? `${operation.path}/${RESTORE}` : operation.path,
    name: routeName(verb, aggregate, collections),
    ...protectionOf(resource, secured),
  });
}

function protectionOf(
  { aggregate: { root }, collections, writes }: OperationResource,
  method: SecuredMethod,
): Pick<Operation, 'permissions' | 'isPublic' | 'isUnrestricted'> {
  return {
    permissions: method === 'GET' ? entriesAt(root, collections, method) : writes[method],
    isPublic: isPublic(collections.at(-1) ?? root, method),
    isUnrestricted: method !== 'GET' && writes.unrestricted.has(method),
  };
}

/** PUT of a whole collection. The handler checks the permissions of each create, update and delete in it. */
function replaceOperation(resource: OperationResource): Operation {
  const { aggregate, collections } = resource;
  return Object.freeze({
    ...baseOperation(resource, definitionOf({ verb: 'replace', collections }), 'PUT'),
    name: routeName('replace', aggregate, collections),
    ...replacingPermissions(aggregate.root, collections),
  });
}

function largeOperations(
  resource: OperationResource,
  entity: EntityMetadata,
  exposure: Exposure,
): readonly Operation[] {
  return largeRoutes(entity, exposure).map(({ field, verb, method }) => largeOperation(resource, field, verb, method));
}

function largeOperation(
  resource: OperationResource,
  field: FieldMetadata,
  verb: LargeVerb,
  method: HttpMethod,
): Operation {
  const { aggregate, collections, entity } = resource;
  // Deleting the value updates the entity.
  const secured = method === 'GET' ? 'GET' : 'PUT';
  const { permissions, isUnrestricted, isPublic } = protectionOf(resource, secured);
  const fieldEntries = largeValueFields(entity, field).flatMap((one) => entriesFor(one, secured));
  const { input, ...operation } = baseOperation(resource, definitionOf({ verb, collections }), method);
  const { mediaType, isMediaTypeFixed } = field.large!;
  const body = { maxBytes: resource.maxUploadBytes, rawBody: true, ...(isMediaTypeFixed && { mediaType }) };
  const uploads = verb === 'updateLarge' ? body : undefined;
  return Object.freeze({
    ...operation,
    input: Object.freeze({ ...input, uploads }),
    path: `${operation.path}/${field.wireName}`,
    name: largeName(verb, aggregate, collections, field),
    field,
    permissions: [...permissions, ...fieldEntries],
    isUnrestricted: isUnrestricted && fieldEntries.length === 0,
    isPublic,
  });
}

function actionOperation(resource: OperationResource, action: ActionMetadata): Operation {
  const { output, ...operation } = baseOperation(
    resource,
    definitionOf({ verb: 'act', collections: resource.collections }),
    'PUT',
  );
  const { entries, isUnrestricted } = actionWrite(resource.aggregate.root, action);
  return Object.freeze({
    ...operation,
    path: `${operation.path}/${action.name}`,
    name: actionName(action, resource.aggregate),
    action,
    output: Object.freeze({ ...output, shapes: shapesOf(action) }),
    permissions: entries,
    isUnrestricted,
    isPublic: isPublic(action, 'PUT'),
  });
}

/** Undefined if the return type of the method is unknown. */
function shapesOf({ returns }: ActionMetadata): readonly ContentShape[] | undefined {
  if (!returns) return undefined;
  if (returns.isList) return ['list'];
  return returns.type.kind === 'entity' || returns.type.kind === 'instance' ? ['object'] : ['text'];
}
