import { ownValue } from '../../foundation';
import { argumentsOf, type Validators } from '../../persistence';
import type { FieldType } from '../../values';
import { intersected } from './joi-rules';
import type { JsonSchema } from './json-schema';
import { patternSchema } from './pattern-schema';
import { NUMBER_KINDS, TEXT_KINDS } from './type-kinds';

type Args = readonly unknown[];
/** Returns undefined for a validator that JSON Schema cannot express. */
type Translate = (args: Args, type: FieldType) => JsonSchema | undefined;

/** The model's validators as a JSON Schema. Those that JSON Schema cannot express are listed in `x-further-rules`. */
export function validatorSchema(validators: Validators, type: FieldType): JsonSchema {
  return Object.entries(validators).reduce<JsonSchema>((schema, [name, validator]) => {
    const args = argumentsOf(validator);
    const translated = typeof validator === 'function' ? undefined : translatorOf(name, type)?.(args, type);
    return intersected(schema, translated ?? { 'x-further-rules': [ruleText(name, args)] });
  }, {});
}

function translatorOf(name: string, { kind }: FieldType): Translate | undefined {
  if (TEXT_KINDS.has(kind)) return ownValue(TEXT_RULES, name);
  return NUMBER_KINDS.has(kind) ? ownValue(NUMBER_RULES, name) : undefined;
}

const fixed =
  (schema: JsonSchema): Translate =>
  (args) =>
    args.length === 0 ? schema : undefined;

const expression: Translate = ([pattern, flags = '']) => {
  if (pattern instanceof RegExp) return patternSchema(String(pattern));
  return typeof pattern === 'string' ? patternSchema(`/${pattern}/${flags}`) : undefined;
};

/** Sequelize compares values as strings. */
const oneOf: Translate = ([values]) => (Array.isArray(values) ? { enum: values.map(String) } : undefined);

const TEXT_RULES: Readonly<Record<string, Translate>> = {
  equals: ([value]) => ({ enum: [String(value)] }),
  is: expression,
  isAlpha: fixed({ pattern: '^[A-Za-z]+$' }),
  isAlphanumeric: fixed({ pattern: '^[0-9A-Za-z]+$' }),
  isEmail: fixed({ format: 'email' }),
  isIn: oneOf,
  isIPv4: fixed({ format: 'ipv4' }),
  isIPv6: fixed({ format: 'ipv6' }),
  isNumeric: fixed({ pattern: '^[+-]?(\\d*\\.)?\\d+$' }),
  isUUID: () => ({ format: 'uuid' }),
  len: ([min, max]) => ({
    ...(typeof min === 'number' && min > 0 && { minLength: min }),
    ...(typeof max === 'number' && { maxLength: max }),
  }),
  notEmpty: fixed({ pattern: '\\S' }),
  regex: expression,
};

const NUMBER_RULES: Readonly<Record<string, Translate>> = {
  isDecimal: fixed({}),
  isFloat: fixed({}),
  isIn: ([values], { kind }) =>
    kind === 'integer' && Array.isArray(values) && values.every(Number.isSafeInteger) ? { enum: values } : undefined,
  isInt: (args, { kind }) => (kind === 'integer' ? fixed({})(args, { kind: 'boolean' }) : undefined),
  isNumeric: fixed({}),
  max: ([maximum]) => (typeof maximum === 'number' ? { maximum } : undefined),
  min: ([minimum]) => (typeof minimum === 'number' ? { minimum } : undefined),
  notEmpty: fixed({}),
};

function ruleText(name: string, args: Args): string {
  const plain = args.flat().filter((one) => ['string', 'number'].includes(typeof one) || one instanceof RegExp);
  return [name, ...plain.map(String)].join(' ');
}
