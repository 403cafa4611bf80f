import { ownValue } from '../../foundation';
import { dependencyWords, describe, type JoiDescription, type JoiRule, ruleWords } from './joi-description';
import { NUMBER_KEYWORDS, signBound } from './joi-number-rules';
import { defined, type JsonSchema, nullable } from './json-schema';
import { patternSchema } from './pattern-schema';

/**
 * The JSON Schema for a Joi schema of a JSON column, whose values are not converted. It is never stricter than the Joi
 * schema; rules that JSON Schema cannot express are listed in `x-further-rules`.
 */
export function jsonSchemaOf(rule: unknown): JsonSchema {
  return valueSchema(describe(rule));
}

function valueSchema(description: JoiDescription): JsonSchema {
  const { flags = {}, allow = [], invalid } = description;
  const rules = isTranslatable(description) ? furtherRules(description) : ['depends on other values'];
  const further = invalid ? [...rules, 'none of some values'] : rules;
  const annotations = defined({
    description: flags.description,
    'x-further-rules': further.length > 0 ? further : undefined,
  });
  if (!isTranslatable(description)) return annotations;
  if (flags.only) return { ...annotations, ...choiceOf(allow) };
  const schema = { ...shapeOf(description), ...annotations };
  const others = allow.filter((value) => value !== null && value !== '');
  if (others.length > 0) return { anyOf: [schema, choiceOf(others)] };
  return allow.includes(null) ? nullable(schema) : schema;
}

/** Whether the type and rules of the schema alone decide what is accepted. */
function isTranslatable({ flags = {}, allow = [], whens, renames, preferences }: JoiDescription): boolean {
  const isReplaced = flags.empty !== undefined || flags.failover !== undefined || flags.insensitive === true;
  const isPlain = allow.every((value) => typeof value !== 'object' || value === null);
  return isPlain && !isReplaced && !whens && !renames && !preferences;
}

function choiceOf(allow: readonly unknown[]): JsonSchema {
  return { enum: [...allow] };
}

function shapeOf(description: JoiDescription): JsonSchema {
  switch (description.type) {
    case 'string':
      return { type: 'string', ...(description.allow?.includes('') ? {} : { minLength: 1 }), ...rulesOf(description) };
    case 'number':
      return { type: 'number', ...rulesOf(description) };
    case 'boolean':
      return 'truthy' in description || 'falsy' in description ? {} : { type: 'boolean' };
    case 'object':
      return objectSchema(description);
    case 'array':
      return arraySchema(description);
    case 'alternatives':
      return alternatives(description);
    default:
      return {};
  }
}

function objectSchema({ keys, flags = {}, patterns }: JoiDescription): JsonSchema {
  if (!keys) return { type: 'object' };
  const entries = Object.entries(keys);
  const taken = entries.filter(([, { flags }]) => flags?.presence !== 'forbidden');
  const required = entries.filter(([, { flags }]) => flags?.presence === 'required').map(([name]) => name);
  const isClosed = flags.unknown !== true && !patterns;
  return {
    type: 'object',
    properties: Object.fromEntries(taken.map(([name, key]) => [name, valueSchema(key)])),
    ...(required.length > 0 && { required }),
    ...(isClosed && { additionalProperties: false }),
  };
}

function arraySchema(description: JoiDescription): JsonSchema {
  const { items = [], ordered } = description;
  const isPlain = !ordered && items.every(({ flags }) => flags?.presence === undefined);
  const [first, ...others] = isPlain ? items.map(valueSchema) : [];
  const element = others.length > 0 ? { anyOf: [first!, ...others] } : first;
  return { type: 'array', ...(element && { items: element }), ...rulesOf(description) };
}

function alternatives({ matches = [], flags = {} }: JoiDescription): JsonSchema {
  const schemas = matches.map(({ schema }) => schema);
  const isPlain = schemas.length > 0 && schemas.every(Boolean) && (flags.match ?? 'any') === 'any';
  return isPlain ? { anyOf: schemas.map((schema) => valueSchema(schema!)) } : {};
}

function rulesOf({ type, rules = [] }: JoiDescription): JsonSchema {
  return Object.assign({}, ...rules.map((rule) => translated(type, rule)));
}

function furtherRules({ type, rules = [], dependencies = [], ordered }: JoiDescription): string[] {
  return [
    ...rules.filter((rule) => !translated(type, rule)).map(ruleWords),
    ...dependencies.map((dependency) => dependencyWords(dependency, String)),
    ...(ordered ? ['rules over its elements'] : []),
  ];
}

/** @returns undefined for a rule that JSON Schema cannot express */
function translated(type: string, rule: JoiRule): JsonSchema | undefined {
  const { name, args = {} } = rule;
  const { limit } = args;
  if (name === 'integer' && type === 'number') return { type: 'integer' };
  if (name === 'sign') return signBound(rule);
  if (name === 'pattern' && !args.options) return patternSchema(String(args.regex));
  if (name === 'unique' && Object.keys(args).length === 0) return { uniqueItems: true };
  if (typeof limit !== 'number') return undefined;
  const keyword = ownValue(ownValue(KEYWORDS, type) ?? {}, name);
  // Joi counts UTF-16 code units, JSON Schema characters: a text has at most as many characters as code units.
  if (keyword === 'minLength') return limit <= 1 ? {} : undefined;
  return keyword && { [keyword]: limit };
}

const KEYWORDS: Readonly<Record<string, Readonly<Record<string, keyof JsonSchema>>>> = {
  string: { min: 'minLength', max: 'maxLength' },
  array: { min: 'minItems', max: 'maxItems' },
  number: NUMBER_KEYWORDS,
};
