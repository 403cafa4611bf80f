import Joi from 'joi';
import type { EntityMetadata, FieldMetadata } from '../../../lib/metadata';
import { entityViolations, fieldViolations } from '../../../lib/rest/payload/constraints';
import { readBySchema } from '../../../lib/rest/payload/read-by-schema';

const messageOf = (rule: Joi.Schema, value: unknown) => {
  const field = { constraints: [rule], type: { kind: 'string' } } as unknown as FieldMetadata;
  return fieldViolations(field, value).map(({ message }) => message);
};

describe('The message of a pattern', () => {
  it.each<[string, Joi.Schema]>([
    ['does not match the pattern /^[A-Z]{2}$/', Joi.string().pattern(/^[A-Z]{2}$/)],
    ['does not match the pattern /^{{#x}}$/i', Joi.string().regex(/^{{#x}}$/i)],
    ['does not match the pattern "zip code"', Joi.string().pattern(/^\d+$/, 'zip code')],
    ['must not match the pattern /\\s/', Joi.string().pattern(/\s/, { invert: true })],
    ['must not match the pattern "blank"', Joi.string().pattern(/\s/, { invert: true, name: 'blank' })],
  ])('is plain: %s', (message, rule) => {
    expect(messageOf(rule, 'a b')).toEqual([message]);
    expect(readBySchema(Joi.object({ code: rule }), { code: 'a b' })).toMatchObject({ violations: [{ message }] });
    const entity = { constraints: [Joi.object({ code: rule })], fields: new Map() } as unknown as EntityMetadata;
    expect(entityViolations(entity, { code: 'a b' })).toMatchObject([{ path: ['code'], message }]);
  });

  it('is kept if the schema sets its own', () => {
    const code = Joi.string().pattern(/^\d+$/);

    expect(messageOf(code.message('is no code'), 'a')).toEqual(['is no code']);
    expect(messageOf(code.messages({ 'string.pattern.base': 'takes digits' }), 'a')).toEqual(['takes digits']);
    expect(messageOf(code.options({ messages: { 'string.pattern.base': 'digits' } }), 'a')).toEqual(['digits']);
    expect(readBySchema(Joi.object({ code: code.message('is no code') }), { code: 'a' })).toMatchObject({
      violations: [{ message: 'is no code' }],
    });
  });
});
