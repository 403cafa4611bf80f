import Joi from 'joi';
import { jsonSchemaOf } from '../../../lib/apidocs/schema/joi-json-schema';
import { intersected, ruleSchema } from '../../../lib/apidocs/schema/joi-rules';
import type { FieldType } from '../../../lib/values';

const TEXT: FieldType = { kind: 'string', maxLength: 20 };
const WHOLE: FieldType = { kind: 'integer', min: -100n, max: 100n };
const DECIMAL: FieldType = { kind: 'decimal', precision: 6, scale: 2, isUnsigned: false };
const DAY: FieldType = { kind: 'date' };

describe('The schema of a JSON column', () => {
  it.each<[string, Joi.Schema, object]>([
    ['text', Joi.string(), { type: 'string', minLength: 1 }],
    ['text that may be empty', Joi.string().allow('').max(3), { type: 'string', maxLength: 3 }],
    ['text with a pattern', Joi.string().pattern(/^[a-z]+$/), { type: 'string', minLength: 1, pattern: '^[a-z]+$' }],
    ['a number', Joi.number().min(1).less(9), { type: 'number', minimum: 1, exclusiveMaximum: 9 }],
    ['a whole number', Joi.number().integer().positive(), { type: 'integer', exclusiveMinimum: 0 }],
    ['a negative number', Joi.number().negative(), { type: 'number', exclusiveMaximum: 0 }],
    ['a boolean', Joi.boolean(), { type: 'boolean' }],
    ['a boolean with other words', Joi.boolean().truthy('yes'), {}],
    ['null too', Joi.boolean().allow(null), { type: ['boolean', 'null'] }],
    ['other values too', Joi.number().allow('none'), { anyOf: [{ type: 'number' }, { enum: ['none'] }] }],
    ['a choice', Joi.valid('a', 1, null), { enum: ['a', 1, null] }],
    [
      'a list',
      Joi.array().items(Joi.boolean()).min(1).unique(),
      { type: 'array', items: { type: 'boolean' }, minItems: 1, uniqueItems: true },
    ],
    [
      'a list of several types',
      Joi.array().items(Joi.boolean(), Joi.number()),
      { type: 'array', items: { anyOf: [{ type: 'boolean' }, { type: 'number' }] } },
    ],
    ['a list with a required element', Joi.array().items(Joi.number().required()), { type: 'array' }],
    [
      'a list in order',
      Joi.array().ordered(Joi.number()),
      { type: 'array', 'x-further-rules': ['rules over its elements'] },
    ],
    ['any object', Joi.object(), { type: 'object' }],
    [
      'an open object',
      Joi.object({ a: Joi.boolean() }).unknown(),
      { type: 'object', properties: { a: { type: 'boolean' } } },
    ],
    [
      'a closed object',
      Joi.object({ a: Joi.boolean().required(), b: Joi.any().forbidden() }),
      { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'], additionalProperties: false },
    ],
    [
      'one of several',
      Joi.alternatives(Joi.boolean(), Joi.number()),
      { anyOf: [{ type: 'boolean' }, { type: 'number' }] },
    ],
    ['exactly one of several', Joi.alternatives(Joi.boolean(), Joi.number()).match('one'), {}],
    ['a described value', Joi.boolean().description('On?'), { type: 'boolean', description: 'On?' }],
  ])('is translated: %s', (_, rule, schema) => {
    expect(jsonSchemaOf(rule)).toEqual(schema);
  });

  it.each<[string, Joi.Schema, readonly string[]]>([
    ['a format', Joi.string().email(), ['email']],
    ['a lower limit in code units', Joi.string().min(3), ['min 3']],
    ['a pattern of any character', Joi.string().pattern(/^.$/), ['pattern /^.$/']],
    ['excluded values', Joi.string().invalid('x'), ['none of some values']],
    ['a condition on several keys', Joi.object({ a: Joi.any(), b: Joi.any() }).xor('a', 'b'), ['xor a b']],
    ['a custom rule', Joi.number().custom((value) => value), ['a custom rule']],
    ['a limit that is a reference', Joi.number().min(Joi.ref('low')), ['min']],
  ])('lists a rule that it cannot express: %s', (_, rule, rules) => {
    expect(jsonSchemaOf(rule)['x-further-rules']).toEqual(rules);
  });

  it.each<[string, Joi.Schema]>([
    ['a replaced value', Joi.number().empty('')],
    ['a failover', Joi.number().failover(1)],
    ['a condition', Joi.string().when('kind', { is: 'a', otherwise: Joi.required() })],
    ['renamed keys', Joi.object({ a: Joi.any() }).rename('b', 'a')],
    ['upper and lower case', Joi.string().valid('a').insensitive()],
  ])('accepts everything where other rules decide: %s', (_, rule) => {
    expect(jsonSchemaOf(rule)).toEqual({ 'x-further-rules': ['depends on other values'] });
  });
});

describe('The schema of a rule of a column', () => {
  it.each<[string, Joi.Schema, FieldType, object]>([
    ['text', Joi.string().max(5), TEXT, { minLength: 1, maxLength: 5 }],
    ['text that may be empty', Joi.string().allow('').pattern(/^a/), TEXT, { 'x-further-rules': ['pattern /^a/'] }],
    ['a choice', Joi.string().valid('a', 'b', null), TEXT, { enum: ['a', 'b'] }],
    [
      'a choice in any case',
      Joi.string().valid('a').insensitive(),
      TEXT,
      { minLength: 1, 'x-further-rules': ['one of a'] },
    ],
    ['an exception', Joi.string().max(2).allow('exempt'), TEXT, { 'x-further-rules': ['max 2'] }],
    ['a whole number', Joi.number().integer().min(2), WHOLE, { minimum: 2 }],
    ['a decimal', Joi.number().integer().greater(2), DECIMAL, { exclusiveMinimum: 2, 'x-further-rules': ['integer'] }],
    ['a choice of numbers', Joi.number().valid(1, 2), WHOLE, { 'x-further-rules': ['one of 1, 2'] }],
    ['a number rule on text', Joi.number().min(2), TEXT, { 'x-further-rules': ['min 2'] }],
    ['a day', Joi.date().iso(), DAY, {}],
    ['excluded objects', Joi.any().invalid(Joi.ref('other')), TEXT, { 'x-further-rules': ['none of other values'] }],
    ['examples', Joi.string().example('Vase'), TEXT, { minLength: 1, examples: ['Vase'] }],
    [
      'keys of an object',
      Joi.object({ unitPrice: Joi.number() }),
      TEXT,
      { 'x-further-rules': ['rules over unit_price'] },
    ],
  ])('applies to the type of the column: %s', (_, rule, type, schema) => {
    expect(ruleSchema(rule, type).schema).toEqual(schema);
  });

  it.each<[string, Joi.Schema, boolean]>([
    ['required', Joi.string().required(), true],
    ['optional', Joi.string(), false],
    ['required under a condition', Joi.string().required().when('a', { is: 1, otherwise: Joi.optional() }), false],
  ])('requires the field: %s', (_, rule, isRequired) => {
    expect(ruleSchema(rule, TEXT).isRequired).toBe(isRequired);
  });
});

describe('Two schemas that both apply', () => {
  it.each([
    [{ minimum: 2 }, { minimum: 3 }, { minimum: 3 }],
    [{ minimum: 3 }, { exclusiveMinimum: 3 }, { exclusiveMinimum: 3 }],
    [{ minimum: 4 }, { exclusiveMinimum: 3 }, { minimum: 4 }],
    [{ maximum: 4 }, { exclusiveMaximum: 5 }, { maximum: 4 }],
    [{ maxLength: 9, minLength: 1 }, { maxLength: 5 }, { maxLength: 5, minLength: 1 }],
    [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }, { enum: ['b'] }],
    [{ enum: ['a'] }, { maxLength: 2 }, { enum: ['a'], maxLength: 2 }],
    [{ pattern: '^a' }, { pattern: 'b$' }, { pattern: '^a', allOf: [{ pattern: 'b$' }] }],
    [{ pattern: '^a' }, { pattern: '^a' }, { pattern: '^a' }],
    [{ 'x-further-rules': ['email'] }, { 'x-further-rules': ['min 3'] }, { 'x-further-rules': ['email', 'min 3'] }],
  ])('become the stricter one: %j and %j', (one, other, both) => {
    expect(intersected(one, other)).toEqual(both);
  });
});
