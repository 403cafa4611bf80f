import type { ValidateFunction } from 'ajv';
import { describeApi } from '../../../lib/apidocs/description/describe-api';
import { argumentsSchema } from '../../../lib/apidocs/schema/argument-schemas';
import { createExample, updateExample } from '../../../lib/apidocs/schema/examples';
import type { JsonSchema } from '../../../lib/apidocs/schema/json-schema';
import { ModelSchemas } from '../../../lib/apidocs/schema/model-schemas';
import { newElement, savedSingle } from '../../../lib/apidocs/schema/payload-schemas';
import { JsonSerializer } from '../../../lib/core';
import type { CollectionPath, EntityMetadata, MetadataRegistry } from '../../../lib/metadata';
import type { WriteKind } from '../../../lib/rest';
import { openAccess } from '../../../lib/rest/access/access';
import { readArguments } from '../../../lib/rest/payload/read-arguments';
import { readAllChanges, readChanges } from '../../../lib/rest/payload/read-changes';
import { InvalidEntityError } from '../../../lib/values';
import { validatorOf } from '../../support/document-check';
import type { OpenApiDocument } from '../../support/document-of';
import { Account, accounts } from '../../support/domain/accounts';
import { billing } from '../../support/domain/billing';
import { CLUB } from '../../support/domain/club';
import { gallery } from '../../support/domain/gallery';
import { library } from '../../support/domain/library';
import { music } from '../../support/domain/music';
import { ruled } from '../../support/domain/ruled';
import { shop } from '../../support/domain/shop';
import { unusualModels } from '../../support/domain/unusual-models';
import { inspectedSource } from '../../support/inspected';
import { RandomPayloads, textOf } from '../../support/random-payloads';
import { namedByHeader } from '../../support/security/named-by-header';
import { numbersFrom, seedOr } from '../../support/seed';

const SEED = seedOr(20261121);
/** Accepted payloads to check for each position. */
const MAX_ACCEPTED = 40;
const MIN_ACCEPTED = 5;
const ATTEMPTS = 1500;
const MAX_ITEMS = 1000;

const json = new JsonSerializer();
const ACCESS = openAccess();

const domains = { billing, shop, ruled, unusualModels, library, music, gallery, club: CLUB };

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe.each(Object.entries(domains))('The schemas of the payloads of the %s', (_, types) => {
  it(`accept every payload that the validation accepts (seed ${SEED})`, async () => {
    const { registry } = await inspectedSource(types, { authenticators: [namedByHeader] });
    const models = new ModelSchemas(MAX_ITEMS);
    const random = new RandomPayloads(numbersFrom(SEED));
    const stricter: string[] = [];
    const accepted: Record<string, number> = {};
    const places = positions(registry);
    const schemas = places.map(({ kind, path, entity }) => schemaFor(models, kind, path, entity));
    const validators = validatorsFor(schemas, models);
    for (const [index, { root, kind, path, entity }] of places.entries()) {
      const validate = validators[index]!;
      let count = 0;
      for (let attempt = 0; attempt < ATTEMPTS && count < MAX_ACCEPTED; attempt++) {
        const text = textOf(random.payload(entity, kind));
        if (!(await isAccepted(text, root, kind, path, entity))) continue;
        count++;
        if (!validate(JSON.parse(text))) stricter.push(`${kind} ${entity.name}: ${text} ${errorsOf(validate)}`);
      }
      accepted[`${kind} ${[root.name, ...path.map(({ property }) => property)].join('.')}`] = count;
    }

    expect(stricter.slice(0, 3)).toEqual([]);
    expect(Object.entries(accepted).filter(([, count]) => count < MIN_ACCEPTED)).toEqual([]);
  });
});

describe.each(Object.entries({ ...domains, accounts }))('The examples of the payloads of the %s', (_, types) => {
  it('pass the validation', async () => {
    const { registry } = await inspectedSource(types, { authenticators: [namedByHeader] });
    const rejected: string[] = [];
    for (const { root, kind, path, entity } of positions(registry)) {
      const example = kind === 'update' ? updateExample(entity) : createExample(entity, path.at(-1));
      const isGood = example !== undefined && (await isAccepted(JSON.stringify(example), root, kind, path, entity));
      if (!isGood) rejected.push(`${kind} ${entity.name}: ${JSON.stringify(example)}`);
    }

    expect(rejected).toEqual([]);
  });
});

describe('The schemas of the arguments of actions', () => {
  it(`accept every payload that the validation accepts (seed ${SEED})`, async () => {
    const { registry } = await inspectedSource(ruled);
    const random = new RandomPayloads(numbersFrom(SEED));
    const below = numbersFrom(SEED + 1);
    const stricter: string[] = [];
    const accepted = new Map<string, number>();
    for (const action of registry.aggregates.flatMap(({ actions }) => actions)) {
      const schema = argumentsSchema(action, 'Arguments');
      const validate = validatorFor(schema, new ModelSchemas(MAX_ITEMS));
      for (let count = 0; count < ATTEMPTS; count++) {
        const text = textOf(randomArguments(schema, random, below));
        if (readArguments(action, parsed(text)).violations.length > 0) continue;
        accepted.set(action.name, (accepted.get(action.name) ?? 0) + 1);
        if (!validate(JSON.parse(text))) stricter.push(`${action.name}: ${text} ${errorsOf(validate)}`);
      }
    }

    expect(stricter.slice(0, 3)).toEqual([]);
    expect([...accepted.keys()].sort()).toEqual(['close', 'hammer', 'mark']);
  });
});

describe('A rule that JSON Schema cannot express', () => {
  it.each([
    ['LotCreate', 'title', ['min 3']],
    ['LotCreate', 'pair', ['pattern /^..$/']],
    ['LotCreate', 'letter', ['pattern /^a/i']],
    ['LotCreate', 'tax', ['max 2']],
    ['LotCreate', 'amount', ['none of none']],
    ['LotCreate', 'price', ['multiple 0.25']],
    ['LotCreate', 'warmth', ['is measured at noon']],
    ['LotCreate', 'power', ['one of 1, 2, 4']],
    ['LotCreate', 'details', ['with name id']],
    ['LotUpdate', 'sold_at', ['min 2000-01-01T00:00:00.000Z']],
    ['SellerCreate', 'email', ['email']],
  ])('is listed in x-further-rules: %s.%s', async (model, field, rules) => {
    const { models } = describeApi(await inspectedSource(ruled));

    expect(models[model]?.properties?.[field]?.['x-further-rules']).toEqual(rules);
  });

  it('is listed for the class if it concerns several fields', async () => {
    const { models } = describeApi(await inspectedSource(ruled));

    expect(models.BidCreate?.['x-further-rules']).toEqual(['rules over low, top', 'or top note']);
  });
});

describe('A rule that JSON Schema can express', () => {
  it.each([
    ['title', { minLength: 1, maxLength: 5, description: 'The name of the lot.', examples: ['Vase'] }],
    ['code', { pattern: '^[A-Z]{2}-\\d+$', maxLength: 10 }],
    ['state', { type: 'string', enum: ['new', 'used'] }],
    ['size', { minimum: 2, exclusiveMaximum: 10 }],
    ['price', { exclusiveMinimum: 0, maximum: 10000 }],
    ['warmth', { minimum: -5, maximum: 5 }],
  ])('becomes keywords: %s', async (field, expected) => {
    const { models } = describeApi(await inspectedSource(ruled));

    expect(models.LotCreate?.properties?.[field]).toMatchObject(expected);
  });

  it('makes required fields required, and a reference or its foreign key', async () => {
    const { models } = describeApi(await inspectedSource(ruled));

    expect(models.LotCreate?.required).toEqual(['title', 'state']);
    expect(models.LotCreate?.allOf).toMatchObject([{ anyOf: [{ required: ['seller_id'] }, { required: ['seller'] }] }]);
  });
});

/** For each field values that its validators accept, and values that they reject. */
const VALUES = {
  name: ['a', ' a ', '\u00a0x', ' ', '\t', '', null],
  contact: ['ada@example.org', 'a.b+c@sub.example.co', 'ada', '@', null],
  sign: ['ab', 'abcd', '😀😀', '😀', 'abcde', null],
  slug: ['a-1', 'abc-123', 'A-1', 'a', null],
  loose: ['x', 'Xyz', 'a', null],
  grade: ['gold', 'silver', 'bronze', null],
  token: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3F2504E0-4F89-41D3-9A0C-0305E82C3301', 'x', null],
  letters: ['abc', 'ABCdef', 'a1', 'abcdefghi', null],
  digits: ['1', '12345', '123456', 'a', null],
  size: [3, 9, 2, 10, null],
  rate: [0.5, '0.50', 0.49, '0.49', '12.00', null],
  power: [1, 4, 3, null],
};

describe('A validator of the model', () => {
  it.each([
    ['name', { pattern: '\\S', maxLength: 20 }],
    ['contact', { format: 'email' }],
    ['sign', { minLength: 2, maxLength: 4 }],
    ['slug', { pattern: '^[a-z]+-\\d+$' }],
    ['grade', { enum: ['gold', 'silver', null] }],
    ['token', { format: 'uuid' }],
    ['letters', { pattern: '^[A-Za-z]+$', maxLength: 8 }],
    ['digits', { pattern: '^[0-9]+$', minLength: 1, maxLength: 5 }],
    ['size', { minimum: 3, maximum: 9 }],
    ['rate', { minimum: 0.5 }],
    ['power', { enum: [1, 2, 4, null] }],
  ])('becomes keywords where JSON Schema can express it: %s', async (field, expected) => {
    const { models } = describeApi(await inspectedSource(accounts));

    expect(models.AccountCreate?.properties?.[field]).toMatchObject(expected);
    expect(models.AccountUpdate?.properties?.[field]).toMatchObject(expected);
    expect(models.AccountCreate?.properties?.[field]).not.toHaveProperty('x-further-rules');
  });

  it.each([
    ['loose', ['is /^x/i']],
    ['pairs', ['isEven']],
  ])('is listed in x-further-rules otherwise: %s', async (field, rules) => {
    const { models } = describeApi(await inspectedSource(accounts));

    expect(models.AccountCreate?.properties?.[field]?.['x-further-rules']).toEqual(rules);
  });

  it.each(Object.entries(VALUES))('has a schema that is never stricter: %s', async (field, values) => {
    const { registry } = await inspectedSource(accounts);
    const models = new ModelSchemas(MAX_ITEMS);
    const { root } = registry.aggregate(Account);
    const validate = validatorFor(models.update(root), models);
    const accepted: unknown[] = [];
    for (const value of values) {
      const text = JSON.stringify({ [field]: value });
      if (!(await isAccepted(text, root, 'update', [], root))) continue;
      accepted.push(value);
      expect([text, validate(JSON.parse(text))]).toEqual([text, true]);
    }

    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.length).toBeLessThan(values.length);
  });

  it('is met by the example', async () => {
    const { models } = describeApi(await inspectedSource(accounts));

    expect(models.AccountCreate?.examples?.[0]).toMatchObject({ contact: 'ada@example.org', grade: 'gold', size: 3 });
    expect(models.AccountCreate?.examples?.[0]).toMatchObject({ loose: expect.stringMatching(/^x/i) });
  });
});

function parsed(text: string): unknown {
  return json.read(Buffer.from(text), { name: 'application/json', parameters: {} });
}

interface Position {
  readonly root: EntityMetadata;
  readonly kind: WriteKind;
  readonly path: CollectionPath;
  readonly entity: EntityMetadata;
}

/** Every place where an entity can be created or updated. */
function positions({ aggregates }: MetadataRegistry): Position[] {
  return aggregates.flatMap(({ root, paths }) =>
    [[], ...paths].flatMap((path: CollectionPath) =>
      (['create', 'update'] as const).map((kind) => ({ root, kind, path, entity: path.at(-1)?.target ?? root })),
    ),
  );
}

function schemaFor(models: ModelSchemas, kind: WriteKind, path: CollectionPath, entity: EntityMetadata): JsonSchema {
  const collection = path.at(-1);
  if (kind === 'update')
    return collection?.kind === 'oneToOne' ? savedSingle(collection, models) : models.update(entity);
  return collection ? newElement(collection, models) : models.create(entity);
}

function validatorFor(schema: JsonSchema, models: ModelSchemas): ValidateFunction {
  return validatorsFor([schema], models)[0]!;
}

/** Do not check `date-time`, because payloads may omit the seconds, which the pattern allows. */
function validatorsFor(schemas: readonly JsonSchema[], models: ModelSchemas): readonly ValidateFunction[] {
  const checked = Object.fromEntries(schemas.map((schema, index) => [`$checked${index}`, schema]));
  const document = { components: { schemas: { ...models.all, ...checked } } } as unknown as OpenApiDocument;
  const ajv = validatorOf(document, { 'date-time': true });
  return Object.keys(checked).map((name) => ajv.compile({ $ref: `document#/components/schemas/${name}` }));
}

async function isAccepted(
  text: string,
  root: EntityMetadata,
  kind: WriteKind,
  path: CollectionPath,
  entity: EntityMetadata,
) {
  const write = { kind, root, collections: path, maxItems: MAX_ITEMS, access: ACCESS };
  try {
    const content = parsed(text);
    if (kind === 'update') await readChanges(entity, content, write);
    else await readAllChanges(entity, [content], write);
    return true;
  } catch (error) {
    if (error instanceof InvalidEntityError) return false;
    throw error;
  }
}

/** Arguments that mostly have the names and types of the schema. */
function randomArguments(schema: JsonSchema, random: RandomPayloads, below: (limit: number) => number): object {
  const names = Object.entries(schema.properties ?? {}).filter(
    ([name]) => below(6) > 0 || schema.required?.includes(name),
  );
  const likely: Record<string, readonly unknown[]> = {
    boolean: [true, 'true', 'yes'],
    object: [{ id: 5 }, { id: '5' }, { code: 'a' }],
    array: [[], [{ mark_text: 'abc' }], [{ markText: ' abc ' }], [{ markText: 'abcd' }]],
    integer: [1, '2', '99999999999999999999'],
    number: [1, 2.5, '3', 1e21],
  };
  const value = (type: JsonSchema['type']) => {
    const values = likely[[type].flat()[0] ?? ''] ?? ['small', 'text', '2026-01-31T08:30Z'];
    return below(8) === 0 ? random.value() : values[below(values.length)];
  };
  const unknown = below(25) === 0 ? { unknown: 1 } : {};
  return { ...Object.fromEntries(names.map(([name, { type }]) => [name, value(type)])), ...unknown };
}

function errorsOf({ errors }: { readonly errors?: readonly object[] | null }): string {
  return JSON.stringify(errors?.slice(0, 3));
}
