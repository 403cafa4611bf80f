import { isObject } from '../../foundation';
import type { ApiDescription } from '../description/api-description';
import { type JsonSchema, modelName } from '../schema/json-schema';

/** Inlines models that are not objects, such as keys: a model of Swagger 1.2 is always an object. */
export function inlineScalarModels(api: ApiDescription): ApiDescription {
  const { models } = api;
  const isObjectModel = ([, { type }]: [string, JsonSchema]) => type === 'object';
  const objects = Object.fromEntries(Object.entries(models).filter(isObjectModel));
  return inlined({ ...api, models: objects }, models) as ApiDescription;
}

function inlined(value: unknown, models: ApiDescription['models']): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, models));
  if (!isObject(value)) return value;
  const model = models[modelName(value) ?? ''];
  const { title: _, ...schema } = model ?? {};
  const { $ref, ...own } = value as JsonSchema;
  const plain = model && model.type !== 'object' ? { ...schema, ...own } : value;
  return Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, inlined(one, models)]));
}
