import type { RouteDescription } from '../../core';
import { upperFirst } from '../../naming';
import type { Operation } from '../../rest';
import { argumentsSchema } from '../schema/argument-schemas';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { newElement } from '../schema/payload-schemas';
import type { DocumentSource } from '../source';
import { successes } from './answers';
import type { BodyDescription, ParameterDescription } from './api-description';
import { preferParameters } from './headers';
import { contentsOf, type MediaTypes, mediaTypesOf } from './media-types';
import { descriptionOf, summaryOf } from './operation-words';
import { keyParameters } from './path-parameters';
import { listParameters, readParameters } from './query-parameters';
import type { RouteContent } from './route-content';

/** What a generated route takes and gives; one that is overridden keeps what it was generated for. */
export function generatedContent(
  source: DocumentSource,
  route: RouteDescription,
  operation: Operation,
  models: ModelSchemas,
): RouteContent {
  const mediaTypes = mediaTypesOf(source, route);
  return {
    tag: operation.aggregate.root.name,
    summary: summaryOf(route, operation),
    description: descriptionOf(route, operation),
    parameters: parametersOf(source, operation, models),
    body: bodyOf(route, operation, models, mediaTypes),
    answers: successes(source, operation, models, mediaTypes),
    problems: operation.output.problems,
  };
}

function parametersOf(
  { configuration }: DocumentSource,
  operation: Operation,
  models: ModelSchemas,
): ParameterDescription[] {
  const { verb, input } = operation;
  const asked = verb === 'list' ? listParameters(operation, configuration) : [];
  return [
    ...keyParameters(operation, models),
    ...(verb === 'read' ? readParameters(operation) : asked),
    ...preferParameters(input.preferences),
  ];
}

function bodyOf(
  route: RouteDescription,
  operation: Operation,
  models: ModelSchemas,
  { read }: MediaTypes,
): BodyDescription | undefined {
  const { verb, entity, collections, action, input } = operation;
  const isRequired = input.body === 'required';
  if (verb === 'update') {
    return {
      component: `${entity.name}Update`,
      isRequired,
      contents: contentsOf(read, { object: models.update(entity) }),
    };
  }
  if (verb === 'create') {
    const collection = collections.at(-1);
    const one = collection ? newElement(collection, models) : models.create(entity);
    const several: JsonSchema = { ...arrayOf(one), maxItems: models.maxItems };
    return {
      component: `${entity.name}Create`,
      isRequired,
      contents: contentsOf(read, { object: one, list: several }),
    };
  }
  if (!action) return undefined;
  const name = `${upperFirst(route.name)}Arguments`;
  const schema = argumentsSchema(action, name);
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0 && schema.additionalProperties === false;
  if (isEmpty) return undefined;
  const needsSome = (schema.required ?? []).length > 0;
  return { isRequired: needsSome, contents: contentsOf(read, { object: models.add(name, schema) }) };
}
