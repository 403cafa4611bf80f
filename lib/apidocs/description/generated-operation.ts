import type { RouteDescription } from '../../core';
import type { AggregateMetadata } from '../../metadata';
import { definitionOf, hasOldPath, type Operation } from '../../rest';
import { elementOf } from '../schema/element-of';
import type { ModelSchemas } from '../schema/model-schemas';
import type { DocumentSource } from '../source';
import type { BodyDescription, ParameterDescription, ResponseDescription } from './api-description';
import { idempotencyParameters, preferParameters } from './headers';
import { largeParameters } from './large-content';
import { mediaTypesOf } from './media-types';
import { keyParameters } from './path-parameters';
import { describedPreferences } from './preview';
import { keyProblems, withInvariants } from './problems';
import { listParameters, readParameters } from './query-parameters';
import { requestBody } from './request-body';
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
  const { words } = definitionOf(operation);
  const mediaTypes = mediaTypesOf(source, route);
  return {
    tag: operation.aggregate.root.name,
    summary: words.summary(operation),
    description: words.description(operation),
    isDeprecated: hasOldPath(route),
    parameters: parametersOf(source, operation, models),
    body: withFiles(operation, models, requestBody(route, operation, models, mediaTypes)),
    responses: [...successResponses(source, operation, models, mediaTypes), ...ownProblems(source, operation)],
    problems: operation.output.problems,
  };
}

function ownProblems({ registry }: DocumentSource, operation: Operation): readonly ResponseDescription[] {
  const problems = operation.input.idempotency === 'off' ? [] : keyProblems();
  if (operation.method === 'GET') return problems;
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

function parametersOf(source: DocumentSource, operation: Operation, models: ModelSchemas): ParameterDescription[] {
  const { configuration } = source;
  const { query } = definitionOf(operation);
  return [
    ...keyParameters(operation, models),
    ...(query === 'list' ? listParameters(operation, configuration) : []),
    ...(query === 'read' ? readParameters(operation) : []),
    ...preferParameters(describedPreferences(source, operation)),
    ...idempotencyParameters(operation.input.idempotency),
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
