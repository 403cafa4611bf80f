import type { EntityMetadata, ReturnedContent } from '../../metadata';
import { isAboutSingle, type Operation, readingEntity } from '../../rest';
import { entriesAt } from '../../security';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { returnedValue } from '../schema/value-schemas';
import type { DocumentSource } from '../source';
import { spoken } from '../words';
import type { ResponseDescription } from './api-description';
import { batchResults } from './batch';
import { header } from './headers';
import { largeResponses } from './large-content';
import { type ContentForms, contentsOf, type MediaTypes } from './media-types';

/** What a generated route answers with when all is well: for one key, where it takes several. */
export function successes(
  { registry }: DocumentSource,
  operation: Operation,
  models: ModelSchemas,
  mediaTypes: MediaTypes,
): ResponseDescription[] {
  if (operation.verb === 'readLarge') return largeResponses(operation);
  const { status, emptyStatus, createdStatus, headers } = operation.output;
  const isSingle = isAboutSingle(operation);
  const own = headers.map(header);
  const words = (isSingle ? SINGLE_WORDS[operation.verb] : undefined) ?? WORDS[operation.verb];
  const { content, empty, created } = words(operation);
  const responses: ResponseDescription[] = [];
  if (status !== undefined) {
    const contents =
      operation.verb === 'batch'
        ? batchResults(mediaTypes)
        : contentsOf(mediaTypes.written, formsOf(registry, operation, models));
    const component = isSingle ? undefined : componentOf(operation);
    responses.push({ status, description: content!, headers: own, contents, component });
    if (createdStatus) responses.push({ status: createdStatus, description: created!, headers: own, contents });
  }
  if (emptyStatus !== undefined && emptyStatus !== status) {
    responses.push({
      status: emptyStatus,
      description: empty!,
      headers: own,
      contents: [],
      component: isSingle ? undefined : EMPTY[operation.verb],
    });
  }
  if (isTagged(operation)) responses.push(NOT_MODIFIED);
  return responses;
}

/** A list of roots has no tag. */
function isTagged({ verb, collections, input: { concurrency } }: Operation): boolean {
  return concurrency !== 'off' && (verb === 'read' || (verb === 'list' && collections.length > 0));
}

const NOT_MODIFIED: ResponseDescription = {
  status: 304,
  description: 'It is still what `If-None-Match` names.',
  headers: [],
  contents: [],
  component: 'NotModified',
};

/** The names of responses without a body: the same for all classes. */
const EMPTY: Readonly<Partial<Record<Operation['verb'], string>>> = {
  update: 'Updated',
  replace: 'ReplacedAll',
  delete: 'Deleted',
  restore: 'Restored',
  act: 'Done',
  updateLarge: 'ValueUpdated',
  deleteLarge: 'ValueDeleted',
};

/** Of a create the links lead to where it stands, and an action has a response of its own. */
function componentOf({ verb, entity, action }: Operation): string | undefined {
  if (verb === 'act') return action!.returns ? undefined : 'Result';
  const suffix = COMPONENTS[verb];
  return suffix && entity.name + suffix;
}

const COMPONENTS: Readonly<Partial<Record<Operation['verb'], string>>> = {
  list: 'Listed',
  read: 'Read',
  update: 'Updated',
  replace: 'Replaced',
  delete: 'Deleted',
  restore: 'Restored',
};

/** What is said of a response with a body, and of one without. */
interface Words {
  readonly content?: string;
  readonly empty?: string;
  /** Of one that may turn out to create. */
  readonly created?: string;
}

const WORDS: Readonly<Record<Operation['verb'], (operation: Operation) => Words>> = {
  list: ({ entity }) => ({ content: `The ${spoken(entity.name).many}.` }),
  create: () => ({
    content: `What was created; no body with \`return=minimal\`.`,
  }),
  read: ({ entity }) => ({
    content: `The ${spoken(entity.name).one}; an array of them, in the order of the ids, where the request has a comma.`,
  }),
  update: ({ entity }) => ({
    content: `The updated ${spoken(entity.name).one}; an array of them where the request has a comma.`,
    empty: 'Updated, with `return=minimal`.',
  }),
  replace: ({ entity }) => ({
    content: `All ${spoken(entity.name).many} that are there now, in the order of the payload.`,
    empty: 'Replaced, with `return=minimal`.',
  }),
  delete: () => ({ empty: 'Deleted.' }),
  restore: ({ entity }) => ({
    content: `The restored ${spoken(entity.name).one}; an array of them where the request has a comma.`,
    empty: 'Restored, with `return=minimal`.',
  }),
  act: ({ action }) => ({
    content: action?.returns ? 'The result of the action.' : `The result of the action. ${UNKNOWN}`,
    empty: 'Done: the action has no result, or the request prefers `return=minimal`.',
  }),
  batch: () => ({ content: 'What each step has come to.', empty: 'Done, with `return=minimal`.' }),
  readLarge: () => ({}),
  updateLarge: () => ({ empty: 'Written.' }),
  deleteLarge: () => ({ empty: 'There is no value any more.' }),
};

/** What a single child is answered with. */
const SINGLE_WORDS: Partial<typeof WORDS> = {
  read: ({ entity }) => ({ content: `The ${spoken(entity.name).one}.` }),
  update: ({ entity }) => ({
    content: `The updated ${spoken(entity.name).one}.`,
    created: `The created ${spoken(entity.name).one}: there was none. No body with \`return=minimal\`.`,
    empty: 'Updated, with `return=minimal`.',
  }),
};

const UNKNOWN = 'The model does not say of what type it is.';

function formsOf(registry: Registry, operation: Operation, models: ModelSchemas): ContentForms {
  const { verb, entity, action } = operation;
  if (verb === 'act') return returnedForms(registry, action!.returns, models);
  if (verb === 'list') return { list: models.list(entity), object: models.page(entity) };
  if (verb === 'read') return { object: models.shown(entity) };
  const one = written(operation, models);
  if (verb === 'replace') return { list: arrayOf(one) };
  return verb === 'create' ? { object: one, list: arrayOf(one) } : { object: one };
}

type Registry = DocumentSource['registry'];

function returnedForms(registry: Registry, returns: ReturnedContent | undefined, models: ModelSchemas): ContentForms {
  if (!returns) return { any: { description: UNKNOWN } };
  const { isList, type } = returns;
  const one = type.kind === 'entity' ? returnedEntity(registry, type.entity, models) : returnedValue(type);
  if (isList) return { list: arrayOf(one) };
  return type.kind === 'entity' || type.kind === 'instance' ? { object: one } : { text: one };
}

function returnedEntity(registry: Registry, entity: EntityMetadata, models: ModelSchemas): JsonSchema {
  return readingEntity(registry, entity).length > 0 ? models.responseOrKey(entity) : models.response(entity);
}

/** Of entities that may be written but not read, the key alone. */
function written({ aggregate, collections, entity }: Operation, models: ModelSchemas): JsonSchema {
  const isSecured = entriesAt(aggregate.root, collections, 'GET').length > 0;
  return isSecured ? models.responseOrKey(entity) : models.response(entity);
}
