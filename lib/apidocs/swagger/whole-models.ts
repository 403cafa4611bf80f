import { isObject } from '../../foundation';
import type { ApiDescription } from '../description/api-description';
import { type JsonSchema, modelName } from '../schema/json-schema';

/** The description with models that are objects alone, as Swagger 1.2 has them: a key stands where it is used. */
export function withObjectModels(api: ApiDescription): ApiDescription {
  const { models } = api;
  const isWhole = ([, { type }]: [string, JsonSchema]) => type === 'object';
  const objects = Object.fromEntries(Object.entries(models).filter(isWhole));
  return placed({ ...api, models: objects }, models) as ApiDescription;
}

function placed(value: unknown, models: ApiDescription['models']): unknown {
  if (Array.isArray(value)) return value.map((one) => placed(one, models));
  if (!isObject(value)) return value;
  const model = models[modelName(value) ?? ''];
  const { title: _, ...schema } = model ?? {};
  const { $ref, ...own } = value as JsonSchema;
  const plain = model && model.type !== 'object' ? { ...schema, ...own } : value;
  return Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, placed(one, models)]));
}
