import Joi from 'joi';
import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain, Constraint } from '../../lib';
import { documentOf, sourceOf } from '../support/document-of';
import { useServed } from '../support/serve-shop';

const SETTINGS = Joi.object({
  theme: Joi.string().valid('dark', 'light').required(),
  fontSize: Joi.number().integer().min(6).max(72),
  isLoud: Joi.boolean(),
  panes: Joi.array()
    .items(Joi.object({ name: Joi.string().max(10).required(), width: Joi.number().positive() }))
    .max(3),
  contact: Joi.alternatives(Joi.string().email({ tlds: false }), Joi.number()),
  note: Joi.string().allow(null, ''),
}).description('How a desk looks.');

@AggregateRoot
@Table({ tableName: 'desks' })
class Desk extends BaseDomain {
  @Constraint(SETTINGS) @Column(DataType.JSON) declare settings: object | null;

  @Constraint(Joi.object().unknown())
  @Constraint(Joi.object({ a: Joi.any() }).unknown())
  @Column(DataType.JSON)
  declare free: object | null;

  @Column(DataType.JSON) declare anything: unknown;
}

const shop = useServed([Desk], { Class: Application });

const create = (body: object) => shop.request('POST', '/desks', body);

const settings = {
  theme: 'dark',
  fontSize: 12,
  isLoud: false,
  panes: [{ name: 'left', width: 0.5 }, { name: 'right' }],
  contact: 'ada@example.org',
  note: null,
};

describe('A JSON column with a schema', () => {
  it('accepts what the schema accepts, and returns it as it was sent', async () => {
    const { status, body } = await create({ settings });

    expect([status, body.settings]).toEqual([201, settings]);
    expect((await shop.request('GET', `/desks/${body.id}`)).body).toEqual(body);
    expect((await shop.request('PUT', `/desks/${body.id}`, body)).body).toEqual(body);
  });

  it('reports all errors, each with its path in the value', async () => {
    const { status, body } = await create({
      settings: { fontSize: 5.5, panes: [{ name: 'left' }, { width: 0, colour: 'red' }], contact: true },
    });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([
      { field: 'settings.fontSize', message: expect.any(String) },
      { field: 'settings.fontSize', message: expect.any(String) },
      { field: 'settings.panes[1].width', message: 'must be a positive number' },
      { field: 'settings.panes[1].colour', message: 'is not allowed' },
      { field: 'settings.panes[1].name', message: 'is required' },
      { field: 'settings.contact', message: expect.any(String) },
      { field: 'settings.theme', message: 'is required' },
    ]);
  });

  it('converts no value', async () => {
    const { body } = await create({ settings: { theme: 'dark', fontSize: '12', isLoud: 'true' } });

    expect(body.field_errors.map(({ field }: { field: string }) => field)).toEqual([
      'settings.fontSize',
      'settings.isLoud',
    ]);
  });

  it('is described by a JSON Schema in the documents', () => {
    const { schemas } = documentOf(sourceOf(shop.application)).components;

    expect(schemas!.DeskCreate.properties.settings).toEqual({
      description: 'How a desk looks.',
      type: ['object', 'null'],
      properties: {
        theme: { enum: ['dark', 'light'] },
        fontSize: { type: 'integer', minimum: 6, maximum: 72 },
        isLoud: { type: 'boolean' },
        panes: {
          type: 'array',
          maxItems: 3,
          items: {
            type: 'object',
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 10 },
              width: { type: 'number', exclusiveMinimum: 0 },
            },
            required: ['name'],
            additionalProperties: false,
          },
        },
        contact: { anyOf: [{ type: 'string', minLength: 1, 'x-further-rules': ['email'] }, { type: 'number' }] },
        note: { type: ['string', 'null'] },
      },
      required: ['theme'],
      additionalProperties: false,
    });
    expect(schemas!.DeskCreate.properties.free.anyOf[0].allOf).toHaveLength(2);
    expect(schemas!.Desk.properties.settings).toMatchObject({
      type: ['object', 'null'],
      properties: { theme: {}, panes: { items: { properties: { width: { type: 'number' } } } } },
    });
    expect(schemas!.Desk.properties.settings).not.toHaveProperty('required');
  });
});

describe('A JSON column', () => {
  it.each([
    ['a number that fits a double', 0.1],
    ['a large number', 1e300],
    ['the largest exact integer', 9007199254740991],
    ['text with every kind of character', '"\\\u0001 ä 😀 \' ` -- $1 :y ?'],
    ['an empty string', ''],
    ['false', false],
    ['empty objects and arrays', [{}, [], [[]], [null]]],
    ['nested null', { a: null, b: [null, { c: null }] }],
    ['names that are not identifiers', { 'a-b': 1, A_b: 2, 'ä ö': 3, '': 4, '1': 5 }],
  ])('stores %s, and returns it', async (_, anything) => {
    const { status, body } = await create({ anything });

    expect([status, body.anything]).toEqual([201, anything]);
    expect((await shop.request('GET', `/desks/${body.id}`)).body.anything).toEqual(anything);
    expect(((await Desk.findById(body.id)) as Desk).anything).toEqual(anything);
  });

  it('stores null as no value', async () => {
    const { body } = await create({ anything: null });

    expect(body.anything).toBeNull();
    expect(await Desk.count({ where: { id: body.id, anything: null } })).toBe(1);
  });

  it('rejects a number that a double would change', async () => {
    const { body } = await shop.request('POST', '/desks', '{"anything":{"a":[9007199254740993]}}', {
      'Content-Type': 'application/json',
    });

    expect(body.field_errors).toEqual([
      expect.objectContaining({ field: 'anything', message: 'has a number with more digits than JSON columns hold' }),
    ]);
  });
});
