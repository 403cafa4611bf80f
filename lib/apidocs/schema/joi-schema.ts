import { snakeCase } from '../../naming';
import { type JoiDescription, ruleWords } from './joi-description';
import { arrayOf, type JsonSchema, type JsonType, nullable } from './json-schema';

/**
 * The JSON Schema of the payload for a Joi schema that converts values. It is never stricter than the Joi schema; rules
 * that JSON Schema cannot express are listed in `x-further-rules`.
 *
 * No name is required, because payloads may have it in snake_case or in camelCase.
 */
export function convertedSchema(description: JoiDescription | undefined): JsonSchema {
  if (!description) return {};
  const { flags = {}, allow = [], rules = [] } = description;
  const further = [...rules.map(ruleWords), ...requiredNames(description)];
  const annotations: JsonSchema = {
    ...(flags.description && { description: flags.description }),
    ...(further.length > 0 && { 'x-further-rules': further }),
  };
  if (acceptsOtherTypes(description)) return annotations;
  const schema = { ...shapeOf(description), ...annotations };
  return allow.includes(null) ? nullable(schema) : schema;
}

/** Whether values of other types are accepted, or are converted in ways that JSON Schema cannot express. */
function acceptsOtherTypes({ flags = {}, allow = [], whens }: JoiDescription): boolean {
  const isLoose = allow.some((value) => value !== null && value !== '') && !flags.only;
  const isReplaced = flags.empty !== undefined || flags.failover !== undefined || flags.single === true;
  return isLoose || isReplaced || flags.cast !== undefined || whens !== undefined;
}

function shapeOf(description: JoiDescription): JsonSchema {
  const { type, flags = {}, allow = [], keys = {}, items = [], rules = [], renames } = description;
  const texts = allow.filter((value) => value !== null && typeof value !== 'object');
  const isConverted = rules.some(({ name }) => CONVERTING.has(name)) || flags.insensitive === true;
  if (type === 'string') return { type: 'string', ...(flags.only && !isConverted && { enum: texts }) };
  if (type === 'any') return flags.only && texts.length > 0 ? { enum: texts } : {};
  if (type === 'array') return arrayOf(items.length === 1 ? convertedSchema(items[0]) : {});
  if (type === 'object' && !renames) {
    return { type: 'object', properties: Object.fromEntries(Object.entries(keys).map(propertyOf)) };
  }
  const types = TYPES[type];
  return types ? { type: types } : {};
}

function propertyOf([name, description]: [string, JoiDescription]): [string, JsonSchema] {
  return [snakeCase(name), convertedSchema(description)];
}

function requiredNames({ type, keys = {} }: JoiDescription): string[] {
  if (type !== 'object') return [];
  const required = Object.entries(keys).filter(([, { flags }]) => flags?.presence === 'required');
  return required.map(([name]) => `${snakeCase(name)} is required`);
}

/** Joi converts strings to numbers, booleans and dates, and numbers to dates. */
const TYPES: Readonly<Record<string, readonly JsonType[]>> = {
  number: ['number', 'string'],
  boolean: ['boolean', 'string'],
  date: ['string', 'number'],
};

const CONVERTING = new Set(['trim', 'case', 'replace', 'truncate', 'normalize']);
