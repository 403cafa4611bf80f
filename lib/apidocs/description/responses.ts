import type { EntityMetadata } from '../../metadata';
import { definitionOf, type GivenContent, isAboutSingle, type Operation, readingEntity } from '../../rest';
import { Authorizer, entriesAt, permissionsIn, type SecureEntry } from '../../security';
import { arrayOf, type JsonSchema, refTo } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { returnedValue } from '../schema/value-schemas';
import type { DocumentSource } from '../source';
import type { ResponseDescription } from './api-description';
import { BATCH_RESULT } from './batch';
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
  const { gives, words } = definitionOf(operation);
  if (gives === 'value') return largeResponses(operation, words.responses(operation));
  const { status, emptyStatus, createdStatus, headers } = operation.output;
  const headerDescriptions = headers.map(header);
  const { content, empty, created } = words.responses(operation);
  const components = isAboutSingle(operation) ? undefined : words.components?.(operation);
  const responses: ResponseDescription[] = [];
  if (status !== undefined) {
    const contents = contentsOf(mediaTypes.written, formsOf(registry, operation, models));
    const component = components?.content;
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
      component: components?.empty,
    });
  }
  if (hasEntityTag(operation, gives)) responses.push(NOT_MODIFIED);
  return responses;
}

/** A list of roots has no `ETag`. */
function hasEntityTag({ collections, input: { concurrency } }: Operation, gives: GivenContent | undefined): boolean {
  return concurrency !== 'off' && (gives === 'selected' || (gives === 'found' && collections.length > 0));
}

const NOT_MODIFIED: ResponseDescription = {
  status: 304,
  description: 'Not modified: the `ETag` is one of those in `If-None-Match`.',
  headers: [],
  contents: [],
  component: 'NotModified',
};

const UNKNOWN = 'The model does not declare its type.';

function formsOf(registry: Registry, operation: Operation, models: ModelSchemas): ContentForms {
  const { entity, output } = operation;
  const { gives } = definitionOf(operation);
  if (gives === 'returned') return returnedForms(operation, registry, models);
  if (gives === 'results') return { object: refTo(BATCH_RESULT) };
  if (gives === 'found') return { list: models.list(entity), object: models.page(entity) };
  if (gives === 'selected') return { object: models.selected(entity) };
  const one = writtenEntity(operation, models);
  return Object.fromEntries(output.shapes!.map((shape) => [shape, shape === 'list' ? arrayOf(one) : one]));
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
