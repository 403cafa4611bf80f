import { operationLines, schemaLines } from '../../support/contract-lines';

const either = (...names: string[]) => ({
  anyOf: names.map((name) => ({ properties: { [name]: {} }, required: [name] })),
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

type Row = readonly [
  sentence: string,
  before: object,
  now: object,
  requests: readonly string[],
  responses: readonly string[],
];

const TYPES: readonly Row[] = [
  ['a type', {}, { type: 'string' }, ['breaking: has to be string'], ['additive: has to be string']],
  ['any type', { type: 'string' }, {}, ['additive: may be of any type'], ['breaking: may be of any type']],
  ['a type in a list of one', { type: 'string' }, { type: ['string'] }, [], []],
  ['a wider number', { type: 'integer' }, { type: 'number' }, ['additive: may be number'], ['breaking: may be number']],
  [
    'a narrower number',
    { type: ['number', 'null'] },
    { type: ['integer', 'null'] },
    ['breaking: is no longer number'],
    ['additive: is no longer number'],
  ],
  [
    'an enum',
    { type: 'string' },
    { type: 'string', enum: ['a', 'b'] },
    ['breaking: is one of "a", "b"'],
    ['additive: is one of "a", "b"'],
  ],
  ['no enum', { enum: ['a'] }, {}, ['additive: may have other values'], ['breaking: may have other values']],
  ['an enum in place of the same constant', { const: 'a' }, { enum: ['a'] }, [], []],
  [
    'values of another type',
    { enum: [1] },
    { enum: ['1'] },
    ['breaking: no longer has the value 1', 'additive: has the new value "1"'],
    ['breaking: has the new value "1"', 'additive: no longer has the value 1'],
  ],
  [
    'a constant null',
    { const: null },
    { const: 0 },
    ['breaking: no longer has the value null', 'additive: has the new value 0'],
    ['breaking: has the new value 0', 'additive: no longer has the value null'],
  ],
];

const OBJECTS: readonly Row[] = [
  [
    'a map with other values',
    { additionalProperties: { type: 'string' } },
    { additionalProperties: { type: 'integer' } },
    ['breaking, *: is integer in place of string'],
    ['breaking, *: is integer in place of string'],
  ],
  [
    'a pattern of names with other values',
    { patternProperties: { '^a': { type: 'string' } } },
    { patternProperties: { '^a': { type: ['string', 'null'] } } },
    ['additive, *: may be null'],
    ['breaking, *: may be null'],
  ],
  [
    'an open object',
    { type: 'object', additionalProperties: false },
    { type: 'object' },
    ['additive: may have additional properties'],
    ['additive: may have additional properties'],
  ],
  [
    'a closed object',
    { type: 'object' },
    { type: 'object', additionalProperties: false },
    ['breaking: has no additional properties'],
    ['additive: has no additional properties'],
  ],
  [
    'fields called like members of objects',
    { properties: {} },
    { properties: { constructor: {}, toString: {} } },
    ['additive, constructor: is new', 'additive, toString: is new'],
    ['additive, constructor: is new', 'additive, toString: is new'],
  ],
  [
    'a field deep inside',
    { properties: { items: { items: { properties: { sku: { maxLength: 9 } } } } } },
    { properties: { items: { items: { properties: { sku: { maxLength: 8 } } } } } },
    ['breaking, items[].sku: has maxLength 8, it was 9'],
    ['internal, items[].sku: has maxLength 8, it was 9'],
  ],
];

const ALTERNATIVES: readonly Row[] = [
  [
    'alternatives in another order',
    { anyOf: [ref('A'), { type: 'null' }] },
    { anyOf: [{ type: 'null' }, ref('A')] },
    [],
    [],
  ],
  ['oneOf in place of the same anyOf', { anyOf: [{ type: 'string' }] }, { oneOf: [{ type: 'string' }] }, [], []],
  [
    'a class in place of another',
    { anyOf: [ref('A'), ref('B')] },
    { anyOf: [ref('A')] },
    ['breaking: is no longer B'],
    ['additive: is no longer B'],
  ],
  [
    'an array as an alternative',
    { oneOf: [ref('A')] },
    { oneOf: [ref('A'), { type: 'array', items: ref('A') }] },
    ['additive: may be an array of A'],
    ['breaking: may be an array of A'],
  ],
  [
    'a schema without alternatives',
    { anyOf: [{ type: 'string' }] },
    {},
    ['breaking: has other alternatives'],
    ['breaking: has other alternatives'],
  ],
];

const RULES: readonly Row[] = [
  [
    'a second pattern',
    {},
    { allOf: [{ pattern: '^A' }] },
    ['breaking: must meet another rule'],
    ['internal: must meet another rule'],
  ],
  [
    'a rule less',
    { allOf: [{ pattern: '^A' }, { pattern: 'B$' }] },
    { allOf: [{ pattern: 'B$' }] },
    ['additive: no longer has to meet a rule'],
    ['internal: no longer has to meet a rule'],
  ],
  [
    'a choice of fields where none was required',
    {},
    { allOf: [either('a', 'b')] },
    ['breaking: must meet another rule'],
    ['internal: must meet another rule'],
  ],
  [
    'a new name of a required field, whose old name is still accepted',
    { properties: { code: {} }, required: ['code'] },
    { properties: { code: {}, number: {} }, allOf: [either('number', 'code')] },
    ['additive, code: is no longer required', 'additive, number: is new'],
    ['breaking, code: may be absent', 'additive, number: is new'],
  ],
  [
    'a new name in a choice of fields',
    { allOf: [either('a', 'b')] },
    { allOf: [either('a', 'b', 'c')] },
    ['additive: no longer has to meet a rule'],
    ['internal: no longer has to meet a rule'],
  ],
  [
    'a choice with a field less',
    { allOf: [either('a', 'b')] },
    { allOf: [either('a')] },
    ['breaking: must meet another rule', 'additive: no longer has to meet a rule'],
    ['internal: must meet another rule', 'internal: no longer has to meet a rule'],
  ],
];

const LIMITS: readonly Row[] = [
  ['a limit of 0', { maximum: 0 }, {}, ['additive: no longer has a maximum'], ['internal: no longer has a maximum']],
  [
    'no elements',
    { maxItems: 5 },
    { maxItems: 0 },
    ['breaking: has maxItems 0, it was 5'],
    ['internal: has maxItems 0, it was 5'],
  ],
  [
    'a negative lower limit',
    { exclusiveMinimum: -1 },
    { exclusiveMinimum: -2 },
    ['additive: has exclusiveMinimum -2, it was -1'],
    ['internal: has exclusiveMinimum -2, it was -1'],
  ],
  ['a format', {}, { format: 'uuid' }, ['breaking: has the format uuid'], ['breaking: has the format uuid']],
  [
    'no format',
    { format: 'uuid' },
    {},
    ['breaking: has the format of any text, it was uuid'],
    ['breaking: has the format of any text, it was uuid'],
  ],
  [
    'another list of names in a pattern',
    { pattern: '^(id|code)$' },
    { pattern: '^(id|total)$' },
    ['breaking: no longer takes code', 'additive: takes total'],
    ['internal: no longer takes code', 'internal: takes total'],
  ],
  [
    'a path in the list of a pattern',
    { pattern: '^(id|items\\.sku)$' },
    { pattern: '^(id|items\\.sku|items\\.price)$' },
    ['additive: takes items.price'],
    ['internal: takes items.price'],
  ],
  [
    'the same names without an anchor',
    { pattern: '^(id|code)$' },
    { pattern: '^(id|code)' },
    ['breaking: has a different pattern'],
    ['internal: has a different pattern'],
  ],
  ['no pattern', { pattern: '^A' }, {}, ['additive: no longer has a pattern'], ['internal: no longer has a pattern']],
  [
    'another rule in words',
    { 'x-further-rules': ['even'] },
    { 'x-further-rules': ['odd'] },
    ['breaking: must meet: odd', 'additive: no longer has to meet: even'],
    ['internal: must meet: odd', 'internal: no longer has to meet: even'],
  ],
];

describe('The changes of a schema', () => {
  const rows = [...TYPES, ...OBJECTS, ...ALTERNATIVES, ...RULES, ...LIMITS];

  it.each(rows)('in requests are, for %s, these and no others', (_, before, now, lines) => {
    expect(schemaLines('requests', before, now)).toEqual(lines);
  });

  it.each(rows)('in responses are, for %s, these and no others', (_, before, now, _requests, lines) => {
    expect(schemaLines('responses', before, now)).toEqual(lines);
  });

  it.each([
    [
      'documentation',
      { description: 'A', default: 1 },
      { description: 'B', default: 2 },
      ['internal: is described differently'],
    ],
    ['deprecation', { deprecated: true }, {}, ['internal: is no longer deprecated']],
    ['a field that can no longer be written', {}, { readOnly: true }, ['breaking: can no longer be written']],
  ])('are internal or breaking for %s', (_, before, now, lines) => {
    expect(schemaLines('requests', before, now)).toEqual(lines);
  });

  it('are listed once for a schema that refers to itself', () => {
    const tree = (type: string) => ({ properties: { name: { type }, children: { items: ref('Order') } } });

    expect(schemaLines('responses', tree('string'), tree('integer'))).toEqual([
      'breaking, name: is integer in place of string',
    ]);
  });

  it('include a field that becomes required beside a reference', () => {
    const body = (siblings: object) => ({
      requestBody: { content: { 'application/json': { schema: { ...ref('Order'), ...siblings } } } },
    });
    const components = { schemas: { Order: { properties: { code: {}, total: {} }, required: ['code'] } } };

    expect(operationLines(body({}), body({ required: ['total'] }), components)).toEqual([
      'breaking Order in requests, total: is required',
    ]);
  });
});
