import { ownValue } from '../../foundation';
import { snakeCase } from '../../naming';
import type { FieldType } from '../../values';
import { describe, type JoiDescription, type JoiRule, ruleWords } from './joi-description';
import { jsonSchemaOf } from './joi-json-schema';
import { NUMBER_KEYWORDS, signBound } from './joi-number-rules';
import { defined, type JsonSchema } from './json-schema';
import { patternSchema } from './pattern-schema';
import { strictestBounds } from './strictest-bounds';
import { NUMBER_KINDS, TEXT_KINDS } from './type-kinds';

/** A rule of `@Constraint` as a JSON Schema. Rules that JSON Schema cannot express are listed in `x-further-rules`. */
export interface RuleSchema {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

type Translate = (rule: JoiRule, description: JoiDescription) => JsonSchema | undefined;

/** @param type  of the column that the rule is for */
export function ruleSchema(rule: unknown, type: FieldType): RuleSchema {
  const description = describe(rule);
  const { flags = {}, rules = [], examples } = description;
  const isRequired = flags.presence === 'required' && !description.whens;
  if (type.kind === 'json') return { schema: { ...jsonSchemaOf(rule), ...(examples && { examples }) }, isRequired };
  const translate = translatorOf(description, type);
  const translated = rules.map((one) => ({ rule: one, schema: translate?.(one, description) }));
  const chosen = choice(description, type);
  const further = [
    ...translated.filter(({ schema }) => !schema).map(({ rule }) => ruleWords(rule)),
    ...furtherConditions(description, chosen.enum !== undefined),
  ];
  return {
    schema: {
      ...(flags.description && { description: flags.description }),
      ...(examples && { examples }),
      ...(translate && Object.assign({}, chosen, ...translated.map(({ schema }) => schema))),
      ...(further.length > 0 && { 'x-further-rules': further }),
    },
    isRequired,
  };
}

/** Combines two schemas that both apply to a value. */
export function intersected(one: JsonSchema, other: JsonSchema): JsonSchema {
  const further = [...(one['x-further-rules'] ?? []), ...(other['x-further-rules'] ?? [])];
  const hasTwoPatterns = one.pattern && other.pattern && one.pattern !== other.pattern;
  return defined({
    ...one,
    ...other,
    ...strictestBounds(one, other),
    ...(one.enum && other.enum && { enum: one.enum.filter((value) => other.enum?.includes(value)) }),
    ...(hasTwoPatterns && { pattern: one.pattern, allOf: [...(one.allOf ?? []), { pattern: other.pattern }] }),
    ...(further.length > 0 && { 'x-further-rules': further }),
  });
}

/** @returns undefined where values can bypass the rules, or are converted before the rules apply */
function translatorOf(
  { type, allow = [], flags = {}, whens }: JoiDescription,
  column: FieldType,
): Translate | undefined {
  const hasExceptions = allow.some((value) => value !== null && value !== '' && !flags.only);
  if (hasExceptions || whens || flags.empty !== undefined || flags.failover !== undefined) return undefined;
  if (type === 'string' && TEXT_KINDS.has(column.kind)) return textRule;
  if (type !== 'number' || !NUMBER_KINDS.has(column.kind)) return undefined;
  return column.kind === 'integer' ? integerRule : numberRule;
}

/** Joi counts UTF-16 code units, JSON Schema characters, so that only an upper limit can be translated. */
const textRule: Translate = ({ name, args = {} }, { allow = [] }) => {
  const { limit, regex } = args;
  if (name === 'max' && typeof limit === 'number') return { maxLength: limit };
  if (name === 'min' && limit === 1) return {};
  return name === 'pattern' && !args.options && !allow.includes('') ? patternSchema(String(regex)) : undefined;
};

const integerRule: Translate = (rule, description) => (rule.name === 'integer' ? {} : numberRule(rule, description));

const numberRule: Translate = (rule) => {
  if (rule.name === 'sign') return signBound(rule);
  const keyword = ownValue(NUMBER_KEYWORDS, rule.name);
  const limit = rule.args?.limit;
  return keyword && typeof limit === 'number' ? { [keyword]: limit } : undefined;
};

/** The conditions outside of `rules` that a JSON Schema of one column cannot express. */
function furtherConditions(
  { flags = {}, allow = [], invalid, keys, items, matches, whens }: JoiDescription,
  isChoice: boolean,
) {
  const names = Object.keys(keys ?? {}).map(snakeCase);
  return [
    ...(flags.only && !isChoice ? [`one of ${allow.filter(isPlain).join(', ')}`] : []),
    ...(invalid ? [`none of ${invalid.filter(isPlain).join(', ') || 'other values'}`] : []),
    ...(names.length > 0 ? [`rules over ${names.join(', ')}`] : []),
    ...(items ? ['rules over its elements'] : []),
    ...(matches || whens ? ['depends on other values'] : []),
  ];
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** The values of `valid()`, and for text the minimum length that Joi implies. */
function choice({ allow = [], flags = {}, type }: JoiDescription, column: FieldType): JsonSchema {
  const isText = type === 'string' && TEXT_KINDS.has(column.kind);
  const values = allow.filter((value) => value !== null);
  if (flags.only && isText && !flags.insensitive) return { enum: values };
  return isText && !values.includes('') ? { minLength: 1 } : {};
}
