import type { ActionMetadata, ActionParameter, EntityMetadata } from '../../metadata';
import { snakeCase } from '../../naming';
import { describe, type JoiDescription } from './joi-description';
import { convertedSchema } from './joi-schema';
import { type JsonSchema, nullable } from './json-schema';
import { payloadValue } from './payload-values';
import { valueSchema } from './value-schemas';

/** The payload of an action: its arguments by wire name. */
export function argumentsSchema({ parameters, schema }: ActionMetadata, title: string): JsonSchema {
  const described = schema && describe(schema);
  const named = parameters.filter(({ source }) => source.kind !== 'path' && source.kind !== 'rest');
  const taken = new Set(named.map(({ name }) => name));
  const takesRest = parameters.some(({ source }) => source.kind === 'rest');
  const rest = takesRest && described ? Object.entries(described.keys ?? {}).filter(([name]) => !taken.has(name)) : [];
  const isOpen = takesRest && (!described || isOpenObject(described));
  const required = [
    ...named.filter((one) => isRequired(one, described)).map(({ wireName }) => wireName),
    ...rest.filter(([, one]) => one.flags?.presence === 'required' && !isOpen).map(([name]) => snakeCase(name)),
  ];
  return {
    title,
    type: 'object',
    properties: Object.fromEntries([
      ...named.map((one) => [one.wireName, argumentSchema(one, described)]),
      ...rest.map(([name, one]) => [snakeCase(name), convertedSchema(one)]),
    ]),
    ...(required.length > 0 && { required }),
    ...(!isOpen && { additionalProperties: false }),
  };
}

function argumentSchema({ name, source, isOptional }: ActionParameter, described?: JoiDescription): JsonSchema {
  if (source.kind === 'schema') return convertedSchema(described?.keys?.[name]);
  const schema = sourceSchema(source);
  return isOptional ? nullable(schema) : schema;
}

function sourceSchema(source: ActionParameter['source']): JsonSchema {
  switch (source.kind) {
    case 'text':
    case 'number':
    case 'boolean':
    case 'bigint':
      return valueSchema(source.kind);
    case 'date':
      return payloadValue({ kind: 'datetime', precision: 3 });
    case 'duration':
      return payloadValue(source.type);
    case 'instance':
      return instanceSchema(source.type.name, [...source.fields.values()]);
    case 'rule':
      return convertedSchema(describe(source.schema));
    case 'entity':
      return keySchema(source.entity);
    default:
      return {};
  }
}

/** The payload for an instance of a plain class. */
function instanceSchema(title: string, fields: readonly ActionParameter[]): JsonSchema {
  const required = fields.filter(({ isOptional }) => !isOptional).map(({ wireName }) => wireName);
  return {
    title,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.wireName, argumentSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** An existing root, by its key. */
function keySchema({ name, key }: EntityMetadata): JsonSchema {
  return {
    type: 'object',
    title: name,
    properties: { [key.wireName]: payloadValue(key.type) },
    required: [key.wireName],
    additionalProperties: false,
  };
}

/** An argument with a Joi schema is required only if the schema says so, since it may have a default. */
function isRequired({ name, isOptional, source }: ActionParameter, described?: JoiDescription): boolean {
  if (isOptional) return false;
  return source.kind !== 'schema' || described?.keys?.[name]?.flags?.presence === 'required';
}

function isOpenObject({ flags, patterns, renames }: JoiDescription): boolean {
  return flags?.unknown === true || patterns !== undefined || renames !== undefined;
}
