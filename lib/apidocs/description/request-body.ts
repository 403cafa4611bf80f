import type { RouteDescription } from '../../core';
import { upperFirst } from '../../naming';
import { definitionOf, isAboutSingle, type Operation, type TakenContent } from '../../rest';
import { argumentsSchema } from '../schema/argument-schemas';
import { arrayOf, type JsonSchema, refTo } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { changedElement, newElement, savedSingle } from '../schema/payload-schemas';
import type { BodyDescription } from './api-description';
import { BATCH } from './batch';
import { largeBody } from './large-content';
import { type ContentForms, contentsOf, type MediaTypes } from './media-types';

/** The body of a generated route; undefined without one. */
export function requestBody(
  { name }: RouteDescription,
  operation: Operation,
  models: ModelSchemas,
  { read }: MediaTypes,
): BodyDescription | undefined {
  const { takes, words } = definitionOf(operation);
  const { input, mediaType } = operation;
  if (takes === undefined) return undefined;
  if (takes === 'value') return largeBody(operation);
  if (takes === 'arguments') return argumentsBody(name, operation, models, read);
  const component = isAboutSingle(operation) ? undefined : words.components?.(operation).body;
  const contents = contentsOf(mediaType === undefined ? read : [{ name: mediaType }], FORMS[takes](operation, models));
  return { component, isRequired: input.body === 'required', contents };
}

type SchemasOf = (operation: Operation, models: ModelSchemas) => ContentForms;

const FORMS: Readonly<Record<Exclude<TakenContent, 'arguments' | 'value'>, SchemasOf>> = {
  entities({ entity, collections }, models) {
    const collection = collections.at(-1);
    const one = collection ? newElement(collection, models) : models.create(entity);
    return { object: one, list: severalOf(one, models) };
  },
  changes: ({ entity }, models) => ({ object: models.update(entity) }),
  child: ({ collections }, models) => ({ object: savedSingle(collections.at(-1)!, models) }),
  elements: ({ collections }, models) => ({ list: severalOf(changedElement(collections.at(-1)!, models), models) }),
  steps: () => ({ object: refTo(BATCH) }),
};

function severalOf(one: JsonSchema, { maxItems }: ModelSchemas): JsonSchema {
  return { ...arrayOf(one), maxItems };
}

/** Undefined for an action without arguments. */
function argumentsBody(
  routeName: string,
  { action }: Operation,
  models: ModelSchemas,
  read: MediaTypes['read'],
): BodyDescription | undefined {
  const name = `${upperFirst(routeName)}Arguments`;
  const schema = argumentsSchema(action!, name);
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0 && schema.additionalProperties === false;
  if (isEmpty) return undefined;
  const needsSome = (schema.required ?? []).length > 0;
  return { isRequired: needsSome, contents: contentsOf(read, { object: models.add(name, schema) }) };
}
