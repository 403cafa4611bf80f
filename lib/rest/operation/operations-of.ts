import type { ContentShape, HttpMethod, Limits } from '../../core';
import {
  type ActionMetadata,
  type AggregateMetadata,
  type CollectionMetadata,
  type CollectionPath,
  type ConcurrencyUse,
  deletionMarkOf,
  type EntityMetadata,
  type Exposure,
  type FieldMetadata,
  isRestorable,
  RESTORE,
  versionFieldOf,
} from '../../metadata';
import { entityAt } from '../../persistence';
import { actionEntries, entriesAt, entriesFor, isPublic, type SecuredMethod } from '../../security';
import { largeValueFields } from '../access/large-fields';
import type {
  BatchesSection,
  BulkSection,
  DeletesSection,
  PreviewsSection,
  SearchSection,
} from '../aggregate-configuration';
import type { IdempotencySection } from '../idempotency/idempotency-section';
import { SearchReader } from '../search/search-reader';
import { SelectionReader } from '../selection/selection-reader';
import { BATCH_TYPE, batchPermissions, isStep } from './batch-steps';
import { largeRoutes, takesFiles } from './large-routes';
import {
  isAboutSingle,
  type Operation,
  type OperationInput,
  type OperationProblem,
  type ResponseHeader,
} from './operation';
import { replacingPermissions } from './replacing-permissions';
import { KEY_PARAMETER, resourcePath } from './resource-path';
import { actionName, type LargeVerb, largeName, routeName, type Verb } from './route-names';
import { problemsOf, rulesOf } from './verb-rules';

/** The parts of the configuration that operations are made of. */
export interface OperationSettings {
  readonly limits: Pick<Limits, 'upload'>;
  readonly bulk: BulkSection;
  readonly search: SearchSection;
  readonly concurrency: { readonly ifMatch: ConcurrencyUse };
  readonly idempotency: Pick<IdempotencySection, 'key'>;
  readonly deletes: DeletesSection;
  readonly previews: PreviewsSection;
  readonly batches: BatchesSection;
}

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
 * The operations of an aggregate: those of its root, of its collections at every depth, then its actions.
 *
 * Exposure decides: an operation whose flag is false is not there at all. It takes no action away.
 *
 * @see Specification, "Generated CRUD routes", "Action routes"
 */
export function operationsOf(aggregate: AggregateMetadata, settings: OperationSettings): readonly Operation[] {
  const { root, exposure, paths, actions } = aggregate;
  const resourceAt = (path: CollectionPath) => resourceOf(aggregate, path, settings);
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

function batchOperation(resource: Resource, steps: readonly Operation[]): Operation {
  return Object.freeze({
    ...operationAt(resource, 'batch', 'PATCH'),
    name: `batch${resource.aggregate.root.name}`,
    steps,
    mediaType: BATCH_TYPE,
    ...batchPermissions(steps),
  });
}

function collectionOperations(resource: Resource, { exposure, replace }: CollectionMetadata): readonly Operation[] {
  return [...crudOperations(resource, exposure), ...(replace ? [replaceOperation(resource)] : [])];
}

/** Of a single child: a PUT creates it, too. */
const SINGLE_CRUD = CRUD.filter(({ verb }) => verb !== 'create' && verb !== 'list' && verb !== 'restore');

function crudOperations(resource: Resource, exposure: Exposure): readonly Operation[] {
  if (!isAboutSingle(resource)) {
    const { takesDeleted } = resource.input.search;
    const isThere = ({ flag, verb }: CrudVerb) => exposure[flag] && (verb !== 'restore' || takesDeleted);
    return CRUD.filter(isThere).map((crud) => crudOperation(resource, crud));
  }
  const isExposed = ({ verb, flag }: CrudVerb) => exposure[flag] || (verb === 'update' && exposure.create);
  return SINGLE_CRUD.filter(isExposed).map((crud) => crudOperation(resource, crud));
}

/** The method whose permissions an operation needs: to restore takes what to delete takes. */
const SECURED: Readonly<Partial<Record<Verb, SecuredMethod>>> = {
  create: 'POST',
  list: 'GET',
  read: 'GET',
  delete: 'DELETE',
  restore: 'DELETE',
};

function crudOperation(resource: Resource, { verb, method }: CrudVerb): Operation {
  const { aggregate, collections } = resource;
  const secured = SECURED[verb] ?? 'PUT';
  const operation = operationAt(resource, verb, method);
  return Object.freeze({
    ...operation,
    path: verb === 'restore' ? `${operation.path}/${RESTORE}` : operation.path,
    name: routeName(verb, aggregate, collections),
    permissions: entriesAt(aggregate.root, collections, secured),
    isPublic: isPublic(collections.at(-1) ?? aggregate.root, secured),
  });
}

/** A PUT on the collection itself, with what whatever it does would take alone: the rest is asked for what it does. */
function replaceOperation(resource: Resource): Operation {
  const { aggregate, collections } = resource;
  return Object.freeze({
    ...operationAt(resource, 'replace', 'PUT'),
    name: routeName('replace', aggregate, collections),
    ...replacingPermissions(aggregate.root, collections),
  });
}

function largeOperations(resource: Resource, entity: EntityMetadata, exposure: Exposure): readonly Operation[] {
  return largeRoutes(entity, exposure).map(({ field, verb, method }) => largeOperation(resource, field, verb, method));
}

function largeOperation(resource: Resource, field: FieldMetadata, verb: LargeVerb, method: HttpMethod): Operation {
  const { aggregate, collections, entity } = resource;
  // To leave a value out is to update its entity.
  const secured = method === 'GET' ? 'GET' : 'PUT';
  const { input, ...operation } = operationAt(resource, verb, method);
  const uploads = verb === 'updateLarge' ? { maxBytes: resource.maxUploadBytes, isWhole: true } : undefined;
  return Object.freeze({
    ...operation,
    input: Object.freeze({ ...input, uploads }),
    path: `${operation.path}/${field.wireName}`,
    name: largeName(verb, aggregate, collections, field),
    field,
    permissions: [
      ...entriesAt(aggregate.root, collections, secured),
      ...largeValueFields(entity, field).flatMap((one) => entriesFor(one, secured)),
    ],
    isPublic: isPublic(collections.at(-1) ?? aggregate.root, secured),
  });
}

function actionOperation(resource: Resource, action: ActionMetadata): Operation {
  const { output, ...operation } = operationAt(resource, 'act', 'PUT');
  return Object.freeze({
    ...operation,
    path: `${operation.path}/${action.name}`,
    name: actionName(action, resource.aggregate),
    action,
    output: Object.freeze({ ...output, content: shapesOf(action) }),
    permissions: actionEntries(resource.aggregate, action),
    isPublic: isPublic(action, 'PUT'),
  });
}

/** Undefined where it is not known what the method returns. */
function shapesOf({ returns }: ActionMetadata): readonly ContentShape[] | undefined {
  if (!returns) return undefined;
  if (returns.isList) return ['list'];
  return returns.type.kind === 'entity' || returns.type.kind === 'instance' ? ['object'] : ['text'];
}

/** A root or a collection: what its operations share. */
interface Resource extends Pick<Operation, 'aggregate' | 'collections' | 'entity' | 'path'> {
  readonly maxUploadBytes: number;
  readonly takesPreviews: boolean;
  readonly input: Pick<
    OperationInput,
    'parents' | 'search' | 'selection' | 'maxItems' | 'missing' | 'respondsGone' | 'idempotency' | 'concurrency'
  >;
}

function resourceOf(
  aggregate: AggregateMetadata,
  collections: CollectionPath,
  { bulk, search, deletes, concurrency, idempotency, limits, previews }: OperationSettings,
): Resource {
  const { path, parents } = resourcePath(aggregate, collections);
  const entity = entityAt({ aggregate, path: collections });
  const within = collections.at(-1);
  const deleting = isRestorable(entity, within ?? aggregate)
    ? entriesAt(aggregate.root, collections, 'DELETE')
    : undefined;
  const input = {
    parents,
    search: new SearchReader(entity, within?.wireName ?? aggregate.resourceName, search, { deleting, within }),
    selection: new SelectionReader(entity, within),
    maxItems: bulk.maxItems,
    missing: bulk.missing,
    concurrency: aggregate.concurrency ?? concurrency.ifMatch,
    idempotency: aggregate.idempotency ?? idempotency.key,
    respondsGone: deletes.gone && [aggregate.root, ...collections.map(({ target }) => target)].some(deletionMarkOf),
  };
  const settings = { maxUploadBytes: limits.upload, takesPreviews: previews.allowed };
  return { aggregate, collections, entity, path, input, ...settings };
}

const REPLAYED: ResponseHeader = 'Idempotency-Replayed';

function operationAt(
  { input, maxUploadBytes, takesPreviews, ...resource }: Resource,
  verb: Operation['verb'],
  method: HttpMethod,
) {
  const rules = rulesOf(verb, isAboutSingle(resource));
  const preferences = rules.preferences.filter((one) => one !== 'preview' || takesPreviews);
  const { keys, body, status, emptyStatus, createdStatus, taken, given } = rules;
  const idempotency = method === 'GET' || verb === 'updateLarge' || verb === 'deleteLarge' ? 'off' : input.idempotency;
  const concurrency = concurrencyOf(resource, input, verb, method);
  const headers = idempotency === 'off' ? rules.headers : [...rules.headers, REPLAYED];
  const isBelowRoot = resource.collections.length > 0;
  const mayBeGone = input.respondsGone && verb !== 'restore' && (keys !== 'none' || isBelowRoot);
  const isWrite = verb === 'create' || verb === 'update';
  const uploads = isWrite && takesFiles(resource.entity) ? { maxBytes: maxUploadBytes, isWhole: false } : undefined;
  const problems = withConditions(problemsOf(method, rules, isBelowRoot, mayBeGone), method, concurrency);
  return {
    ...resource,
    path: keys === 'none' ? resource.path : `${resource.path}/{${KEY_PARAMETER}}`,
    verb,
    method,
    input: Object.freeze({
      ...input,
      ...{ keys, body, preferences, concurrency, idempotency },
      ...{ content: taken, uploads, query: queryOf(input.search, verb) },
    }),
    output: Object.freeze({ status, emptyStatus, createdStatus, headers, problems, content: given }),
  };
}

/** A read needs no condition, and a root that is to be created has no version that one could name. */
function concurrencyOf(
  { aggregate, collections }: Pick<Resource, 'aggregate' | 'collections'>,
  { concurrency }: Resource['input'],
  verb: Operation['verb'],
  method: HttpMethod,
): ConcurrencyUse {
  const isFree = method === 'GET' || (verb === 'create' && collections.length === 0);
  const isNamed = versionFieldOf(aggregate.root) !== undefined;
  return concurrency === 'required' && (isFree || !isNamed) ? 'optional' : concurrency;
}

function withConditions(
  problems: readonly OperationProblem[],
  method: HttpMethod,
  concurrency: ConcurrencyUse,
): readonly OperationProblem[] {
  if (method === 'GET' || concurrency === 'off') return problems;
  const ofConditions: OperationProblem[] = concurrency === 'required' ? [412, 428] : [412];
  return [...new Set([...problems, ...ofConditions])];
}

function queryOf(search: SearchReader, verb: Operation['verb']): readonly string[] | undefined {
  if (verb === 'list') return search.listParameters;
  return verb === 'read' ? search.readParameters : undefined;
}
