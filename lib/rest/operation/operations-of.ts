import type { ContentShape, HttpMethod } from '../../core';
import type { ActionMetadata, AggregateMetadata, CollectionPath, Exposure } from '../../metadata';
import { entityAt } from '../../persistence';
import { actionEntries, entriesAt, isPublic } from '../../security';
import type { BulkSection, SearchSection } from '../aggregate-configuration';
import { SearchReader } from '../search/search-reader';
import { SelectionReader } from '../selection/selection-reader';
import { KEY_PARAMETER, type Operation, type OperationInput } from './operation';
import { actionName, resourcePath, routeName, type Verb } from './route-names';
import { problemsOf, VERB_RULES } from './verb-rules';

/** The parts of the configuration that operations are made of. */
export interface OperationSettings {
  readonly bulk: BulkSection;
  readonly search: SearchSection;
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
];

/**
 * The operations of an aggregate: those of its root, of its collections at every depth, then its actions.
 *
 * Exposure decides: an operation whose flag is false is not there at all. It takes no action away.
 *
 * @see Specification, "Generated CRUD routes", "Action routes"
 */
export function operationsOf(aggregate: AggregateMetadata, settings: OperationSettings): readonly Operation[] {
  const resourceAt = (path: CollectionPath) => resourceOf(aggregate, path, settings);
  return [
    ...crudOperations(resourceAt([]), aggregate.exposure),
    ...aggregate.paths.flatMap((path) => crudOperations(resourceAt(path), path.at(-1)!.exposure)),
    ...aggregate.actions.map((action) => actionOperation(resourceAt(action.path), action)),
  ];
}

function crudOperations(resource: Resource, exposure: Exposure): readonly Operation[] {
  return CRUD.filter(({ flag }) => exposure[flag]).map((crud) => crudOperation(resource, crud));
}

function crudOperation(resource: Resource, { verb, method }: CrudVerb): Operation {
  const { aggregate, collections } = resource;
  const secured = method === 'PATCH' ? 'PUT' : method;
  return Object.freeze({
    ...operationAt(resource, verb, method),
    name: routeName(verb, aggregate, collections),
    permissions: entriesAt(aggregate.root, collections, secured),
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
  readonly input: Pick<OperationInput, 'parents' | 'search' | 'selection' | 'maxItems' | 'missing'>;
}

function resourceOf(
  aggregate: AggregateMetadata,
  collections: CollectionPath,
  { bulk, search }: OperationSettings,
): Resource {
  const { path, parameters } = resourcePath(aggregate, collections);
  const entity = entityAt({ aggregate, path: collections });
  const input = {
    parents: parameters.map((parameter, index) => ({ parameter, entity: collections[index]!.owner })),
    search: new SearchReader(entity, collections.at(-1)?.wireName ?? aggregate.resourceName, search),
    selection: new SelectionReader(entity),
    maxItems: bulk.maxItems,
    missing: bulk.missing,
  };
  return { aggregate, collections, entity, path, input };
}

function operationAt({ input, ...resource }: Resource, verb: Operation['verb'], method: HttpMethod) {
  const rules = VERB_RULES[verb];
  const { keys, body, preferences, status, emptyStatus, headers, taken, given } = rules;
  const problems = problemsOf(method, rules, resource.collections.length > 0);
  return {
    ...resource,
    path: keys === 'none' ? resource.path : `${resource.path}/{${KEY_PARAMETER}}`,
    verb,
    method,
    input: Object.freeze({ ...input, keys, body, preferences, content: taken, query: queryOf(input.search, verb) }),
    output: Object.freeze({ status, emptyStatus, headers, problems, content: given }),
  };
}

function queryOf(search: SearchReader, verb: Operation['verb']): readonly string[] | undefined {
  if (verb === 'list') return search.listParameters;
  return verb === 'read' ? search.readParameters : undefined;
}
