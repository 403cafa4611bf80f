import type { RouteDescription } from '../../core';
import type { AggregateMetadata } from '../../metadata';
import { upperFirst } from '../../naming';
import { hasOldPath, type Operation } from '../../rest';
import { argumentsSchema } from '../schema/argument-schemas';
import { elementOf } from '../schema/element-of';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { changedElement, newElement, savedSingle } from '../schema/payload-schemas';
import type { DocumentSource } from '../source';
import type { BodyDescription, ParameterDescription, ResponseDescription } from './api-description';
import { batchBody } from './batch';
import { idempotencyParameters, preferParameters } from './headers';
import { largeBody, largeParameters } from './large-content';
import { contentsOf, type MediaTypes, mediaTypesOf } from './media-types';
import { descriptionOf, summaryOf } from './operation-words';
import { keyParameters } from './path-parameters';
import { describedPreferences } from './preview';
import { keyProblems, withInvariants } from './problems';
import { listParameters, readParameters } from './query-parameters';
import { successResponses } from './responses';
import type { RouteContent } from './route-content';

/** Describes a generated route. An overridden route is described as it was generated. */
export function generatedContent(
  source: DocumentSource,
  route: RouteDescription,
  { entity: target, ...rest }: Operation,
  models: ModelSchemas,
): RouteContent {
  const collection = rest.collections.at(-1);
  const operation: Operation = { ...rest, entity: collection?.joinFields.size ? elementOf(collection) : target };
  const mediaTypes = mediaTypesOf(source, route);
  return {
    tag: operation.aggregate.root.name,
    summary: summaryOf(route, operation),
    description: descriptionOf(route, operation),
    isDeprecated: hasOldPath(route),
    parameters: parametersOf(source, operation, models),
    body: withFiles(operation, models, bodyOf(route, operation, models, mediaTypes)),
    responses: [...successResponses(source, operation, models, mediaTypes), ...ownProblems(source, operation)],
    problems: operation.output.problems,
  };
}

function ownProblems({ registry }: DocumentSource, operation: Operation): readonly ResponseDescription[] {
  const problems = operation.input.idempotency === 'off' ? [] : keyProblems();
  if (READING.has(operation.verb)) return problems;
  const checked = registry.aggregates.filter((one) => one.invariants.length > 0 && checksInvariants(operation, one));
  return withInvariants(problems, checked);
}

/** A write also checks the invariants of other aggregates that contain its entity; a new entity is in none of them. */
function checksInvariants(
  { aggregate, collections, verb, entity }: Operation,
  { root, paths }: AggregateMetadata,
): boolean {
  if (root === aggregate.root) return verb !== 'delete' || collections.length > 0;
  return verb !== 'create' && paths.some((path) => path.at(-1)?.target.type === entity.type);
}

const READING: ReadonlySet<Operation['verb']> = new Set(['list', 'read', 'readLarge']);

function parametersOf(source: DocumentSource, operation: Operation, models: ModelSchemas): ParameterDescription[] {
  const { configuration } = source;
  const { verb, input } = operation;
  return [
    ...keyParameters(operation, models),
    ...(verb === 'list' ? listParameters(operation, configuration) : []),
    ...(verb === 'read' ? readParameters(operation) : []),
    ...preferParameters(describedPreferences(source, operation)),
    ...idempotencyParameters(input.idempotency),
    ...(operation.field ? largeParameters(operation) : []),
  ];
}

const FORM = 'multipart/form-data';

/** In a multipart form, bytes of large values are sent as files. */
function withFiles({ entity, input }: Operation, models: ModelSchemas, body?: BodyDescription) {
  if (!input.uploads || !body) return body;
  const contents = body.contents.map(({ mediaType, schema }) => {
    return { mediaType, schema: mediaType === FORM ? models.form(entity, schema) : schema };
  });
  return { ...body, contents };
}

function bodyOf(
  route: RouteDescription,
  operation: Operation,
  models: ModelSchemas,
  { read }: MediaTypes,
): BodyDescription | undefined {
  const { verb, entity, collections, action, input } = operation;
  const isRequired = input.body === 'required';
  const collection = collections.at(-1);
  if (verb === 'update' && collection?.kind === 'oneToOne') {
    return { isRequired, contents: contentsOf(read, { object: savedSingle(collection, models) }) };
  }
  if (verb === 'updateLarge') return largeBody(operation);
  if (verb === 'batch') return batchBody(operation);
  if (verb === 'update') {
    return {
      component: `${entity.name}${route.method === 'PATCH' ? 'Patch' : 'Update'}Body`,
      isRequired,
      contents: contentsOf(read, { object: models.update(entity) }),
    };
  }
  if (verb === 'create') {
    const one = collection ? newElement(collection, models) : models.create(entity);
    const several: JsonSchema = { ...arrayOf(one), maxItems: models.maxItems };
    return {
      component: `${entity.name}CreateBody`,
      isRequired,
      contents: contentsOf(read, { object: one, list: several }),
    };
  }
  if (verb === 'replace') {
    const list: JsonSchema = { ...arrayOf(changedElement(collections.at(-1)!, models)), maxItems: models.maxItems };
    return { component: `${entity.name}ReplacementBody`, isRequired, contents: contentsOf(read, { list }) };
  }
  if (!action) return undefined;
  const name = `${upperFirst(route.name)}Arguments`;
  const schema = argumentsSchema(action, name);
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0 && schema.additionalProperties === false;
  if (isEmpty) return undefined;
  const needsSome = (schema.required ?? []).length > 0;
  return { isRequired: needsSome, contents: contentsOf(read, { object: models.add(name, schema) }) };
}
