import type { EntityMetadata } from '../../metadata';
import { wordsFor } from '../../naming';
import { isAboutSingle, type Operation, readingEntity } from '../../rest';
import { Authorizer, entriesAt, permissionsIn, type SecureEntry } from '../../security';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { returnedValue } from '../schema/value-schemas';
import type { DocumentSource } from '../source';
import type { ResponseDescription } from './api-description';
import { batchResults } from './batch';
import { header } from './headers';
import { largeResponses } from './large-content';
import { type ContentForms, contentsOf, type MediaTypes } from './media-types';

/** The responses of a generated route other than problems. A route that takes several keys is described for one. */
export function successResponses(
  { registry }: DocumentSource,
  operation: Operation,
  models: ModelSchemas,
  mediaTypes: MediaTypes,
): ResponseDescription[] {
  if (operation.verb === 'readLarge') return largeResponses(operation);
  const { status, emptyStatus, createdStatus, headers } = operation.output;
  const isSingle = isAboutSingle(operation);
  const headerDescriptions = headers.map(header);
  const textsOf = (isSingle ? SINGLE_TEXTS[operation.verb] : undefined) ?? TEXTS[operation.verb];
  const { content, empty, created } = textsOf(operation);
  const responses: ResponseDescription[] = [];
  if (status !== undefined) {
    const contents =
      operation.verb === 'batch'
        ? batchResults(mediaTypes)
        : contentsOf(mediaTypes.written, formsOf(registry, operation, models));
    const component = isSingle ? undefined : componentOf(operation);
    responses.push({ status, description: content!, headers: headerDescriptions, contents, component });
    if (createdStatus)
      responses.push({ status: createdStatus, description: created!, headers: headerDescriptions, contents });
  }
  if (emptyStatus !== undefined && emptyStatus !== status) {
    responses.push({
      status: emptyStatus,
      description: empty!,
      headers: headerDescriptions,
      contents: [],
      component: isSingle ? undefined : EMPTY_COMPONENTS[operation.verb],
    });
  }
  if (hasEntityTag(operation)) responses.push(NOT_MODIFIED);
  return responses;
}

/** A list of roots has no `ETag`. */
function hasEntityTag({ verb, collections, input: { concurrency } }: Operation): boolean {
  return concurrency !== 'off' && (verb === 'read' || (verb === 'list' && collections.length > 0));
}

const NOT_MODIFIED: ResponseDescription = {
  status: 304,
  description: 'Not modified: the `ETag` is one of those in `If-None-Match`.',
  headers: [],
  contents: [],
  component: 'NotModified',
};

/** The component names of responses without a body, which are the same for all classes. */
const EMPTY_COMPONENTS: Readonly<Partial<Record<Operation['verb'], string>>> = {
  update: 'Updated',
  replace: 'ReplacedAll',
  delete: 'Deleted',
  restore: 'Restored',
  act: 'Done',
  updateLarge: 'ValueUpdated',
  deleteLarge: 'ValueDeleted',
};

/** The component name of a response with a body. None for a create, whose links differ, and for an action with a return type. */
function componentOf({ verb, entity, action }: Operation): string | undefined {
  if (verb === 'act') return action!.returns ? undefined : 'Result';
  const suffix = COMPONENT_SUFFIXES[verb];
  return suffix && entity.name + suffix;
}

const COMPONENT_SUFFIXES: Readonly<Partial<Record<Operation['verb'], string>>> = {
  list: 'Listed',
  read: 'Read',
  update: 'Updated',
  replace: 'Replaced',
  delete: 'Deleted',
  restore: 'Restored',
};

/** Descriptions of the responses with and without a body. */
interface ResponseTexts {
  readonly content?: string;
  readonly empty?: string;
  /** For a 201, where an update creates a missing child. */
  readonly created?: string;
}

const TEXTS: Readonly<Record<Operation['verb'], (operation: Operation) => ResponseTexts>> = {
  list: ({ entity }) => ({ content: `The ${wordsFor(entity.name).many}.` }),
  create: () => ({
    content: 'The created entity; no body with `return=minimal`.',
  }),
  read: ({ entity }) => ({
    content: `The ${wordsFor(entity.name).one}; for several ids an array in their order.`,
  }),
  update: ({ entity }) => ({
    content: `The updated ${wordsFor(entity.name).one}; for several ids an array.`,
    empty: 'Updated, with `return=minimal`.',
  }),
  replace: ({ entity }) => ({
    content: `All ${wordsFor(entity.name).many} of the collection, in the order of the payload.`,
    empty: 'Replaced, with `return=minimal`.',
  }),
  delete: () => ({ empty: 'Deleted.' }),
  restore: ({ entity }) => ({
    content: `The restored ${wordsFor(entity.name).one}; for several ids an array.`,
    empty: 'Restored, with `return=minimal`.',
  }),
  act: ({ action }) => ({
    content: action?.returns ? 'The result of the action.' : `The result of the action. ${UNKNOWN}`,
    empty: 'The action ran and has no result, or the request has `Prefer: return=minimal`.',
  }),
  batch: () => ({ content: 'The result of each step.', empty: 'All steps succeeded, with `return=minimal`.' }),
  readLarge: () => ({}),
  updateLarge: () => ({ empty: 'The value was stored.' }),
  deleteLarge: () => ({ empty: 'The value was removed.' }),
};

/** The descriptions for the child of a one-to-one collection. */
const SINGLE_TEXTS: Partial<typeof TEXTS> = {
  read: ({ entity }) => ({ content: `The ${wordsFor(entity.name).one}.` }),
  update: ({ entity }) => ({
    content: `The updated ${wordsFor(entity.name).one}.`,
    created: `The ${wordsFor(entity.name).one}, created because there was none; no body with \`return=minimal\`.`,
    empty: 'Updated, with `return=minimal`.',
  }),
};

const UNKNOWN = 'The model does not declare its type.';

function formsOf(registry: Registry, operation: Operation, models: ModelSchemas): ContentForms {
  const { verb, entity } = operation;
  if (verb === 'act') return returnedForms(operation, registry, models);
  if (verb === 'list') return { list: models.list(entity), object: models.page(entity) };
  if (verb === 'read') return { object: models.selected(entity) };
  const one = writtenEntity(operation, models);
  if (verb === 'replace') return { list: arrayOf(one) };
  return verb === 'create' ? { object: one, list: arrayOf(one) } : { object: one };
}

type Registry = DocumentSource['registry'];

function returnedForms(operation: Operation, registry: Registry, models: ModelSchemas): ContentForms {
  const { returns } = operation.action!;
  if (!returns) return { any: { description: UNKNOWN } };
  const { isList, type } = returns;
  const one = type.kind === 'entity' ? returnedEntity(operation, registry, type.entity, models) : returnedValue(type);
  if (isList) return { list: arrayOf(one) };
  return type.kind === 'entity' || type.kind === 'instance' ? { object: one } : { text: one };
}

function returnedEntity(
  operation: Operation,
  registry: Registry,
  entity: EntityMetadata,
  models: ModelSchemas,
): JsonSchema {
  return readableEntity(operation, readingEntity(registry, entity), entity, models);
}

function writtenEntity(operation: Operation, models: ModelSchemas): JsonSchema {
  const { aggregate, collections, entity } = operation;
  return readableEntity(operation, entriesAt(aggregate.root, collections, 'GET'), entity, models);
}

/** The entity, or only its key where a client that may send the request need not have the permissions to read it. */
function readableEntity(
  operation: Operation,
  reading: readonly SecureEntry[],
  entity: EntityMetadata,
  models: ModelSchemas,
): JsonSchema {
  const granted = new Set(permissionsIn(operation.permissions));
  // Every principal has this one.
  if (granted.size > 0) granted.add(Authorizer.AUTHENTICATED);
  const isReadable = permissionsIn(reading).every((name) => granted.has(name));
  return isReadable ? models.response(entity) : models.responseOrKey(entity);
}
