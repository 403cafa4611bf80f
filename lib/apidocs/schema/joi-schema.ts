import { snakeCase } from '../../naming';
import { type JoiDescription, ruleWords } from './joi-description';
import { arrayOf, type JsonSchema, type JsonType, nullable } from './json-schema';

/**
 * What may be sent for a value that a Joi schema reads and converts: never less than it takes, and what it asks beyond
 * that in `x-further-rules`.
 *
 * Names inside are taken in snake_case and camelCase alike, so that none of them is required here.
 */
export function sentSchema(description: JoiDescription | undefined): JsonSchema {
  if (!description) return {};
  const { flags = {}, allow = [], rules = [] } = description;
  const further = [...rules.map(ruleWords), ...requiredNames(description)];
  const said: JsonSchema = {
    ...(flags.description && { description: flags.description }),
    ...(further.length > 0 && { 'x-further-rules': further }),
  };
  if (isUnforeseeable(description)) return said;
  const schema = { ...shapeOf(description), ...said };
  return allow.includes(null) ? nullable(schema) : schema;
}

/** Values that take other ways than the type of the schema says. */
function isUnforeseeable({ flags = {}, allow = [], whens }: JoiDescription): boolean {
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
  if (type === 'array') return arrayOf(items.length === 1 ? sentSchema(items[0]) : {});
  if (type === 'object' && !renames) {
    return { type: 'object', properties: Object.fromEntries(Object.entries(keys).map(propertyOf)) };
  }
  const types = TYPES[type];
  return types ? { type: types } : {};
}

function propertyOf([name, description]: [string, JoiDescription]): [string, JsonSchema] {
  return [snakeCase(name), sentSchema(description)];
}

function requiredNames({ type, keys = {} }: JoiDescription): string[] {
  if (type !== 'object') return [];
  const required = Object.entries(keys).filter(([, { flags }]) => flags?.presence === 'required');
  return required.map(([name]) => `${snakeCase(name)} is required`);
}

/** Joi reads numbers, booleans and dates from text as well. */
const TYPES: Readonly<Record<string, readonly JsonType[]>> = {
  number: ['number', 'string'],
  boolean: ['boolean', 'string'],
  date: ['string', 'number'],
};

const CONVERTING = new Set(['trim', 'case', 'replace', 'truncate', 'normalize']);
