import { changeLines, operationLines } from '../../support/contract-lines';

const key = (name: string, type = 'integer') => ({ name, in: 'path', required: true, schema: { type } });
const query = (name: string, more: object = {}) => ({ name, in: 'query', ...more });
const PUT = 'PUT /orders/{id}';

type Row = readonly [sentence: string, before: object, now: object, lines: readonly string[]];

const PARAMETERS: readonly Row[] = [
  ['keys with other names', { parameters: [key('id')] }, { parameters: [key('order_id')] }, []],
  [
    'the second key with another type',
    { parameters: [key('order_id'), key('id')] },
    { parameters: [key('order'), key('sku', 'string')] },
    [`breaking ${PUT}, the key 2: is string in place of integer`],
  ],
  [
    'a query parameter that becomes a header of the same name',
    { parameters: [query('version')] },
    { parameters: [{ name: 'version', in: 'header', required: true }] },
    [
      `breaking ${PUT}, the header "version": is new and required`,
      `breaking ${PUT}, the parameter "version": is removed`,
    ],
  ],
  [
    'a cookie less',
    { parameters: [{ name: 'session', in: 'cookie' }] },
    {},
    [`breaking ${PUT}, the cookie "session": is removed`],
  ],
  [
    'values that are repeated in place of joined',
    { parameters: [query('sort', { explode: false })] },
    { parameters: [query('sort')] },
    [`breaking ${PUT}, the parameter "sort": is serialized differently`],
  ],
  [
    'a parameter that becomes optional and is described differently',
    { parameters: [query('page', { required: true, description: 'The page.' })] },
    { parameters: [query('page', { description: 'The page, from 1.' })] },
    [
      `additive ${PUT}, the parameter "page": is no longer required`,
      `internal ${PUT}, the parameter "page": is described differently`,
    ],
  ],
  [
    'parameters in another order',
    { parameters: [query('a'), query('b')] },
    { parameters: [query('b'), query('a')] },
    [],
  ],
];

const ACCESS: readonly Row[] = [
  ['no security in place of an empty one', {}, { security: [] }, []],
  ['anonymous requests beside credentials', { security: [] }, { security: [{}, { basic: [] }] }, []],
  ['another way to authenticate', { security: [{ basic: [] }] }, { security: [{ jwt: [] }] }, []],
  [
    'credentials that are required at first',
    { security: [] },
    { security: [{ basic: [] }, { jwt: [] }] },
    [`breaking ${PUT}: requires credentials`],
  ],
  [
    'one permission in place of another',
    { 'x-permissions': ['orders.update'] },
    { 'x-permissions': ['orders.write'] },
    [
      `breaking ${PUT}: requires the permission "orders.write"`,
      `additive ${PUT}: no longer requires the permission "orders.update"`,
    ],
  ],
];

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const BODIES: readonly Row[] = [
  ['a body that is accepted', {}, { requestBody: json({}) }, [`additive ${PUT}, the body: is accepted`]],
  [
    'a body that is required at once',
    {},
    { requestBody: { ...json({}), required: true } },
    [`breaking ${PUT}, the body: is required`],
  ],
  [
    'a body that becomes required',
    { requestBody: json({}) },
    { requestBody: { ...json({}), required: true } },
    [`breaking ${PUT}, the body: is required`],
  ],
  [
    'a body of another type without a name',
    { requestBody: json({ type: 'object' }) },
    { requestBody: json({ type: 'array' }) },
    [`breaking ${PUT}, the body: is array in place of object`],
  ],
  [
    'a body of another media type',
    { requestBody: { content: { 'application/json': {} } } },
    { requestBody: { content: { 'application/merge-patch+json': {} } } },
    [
      `breaking ${PUT}, the body: no longer has the media type application/json`,
      `additive ${PUT}, the body: has the media type application/merge-patch+json`,
    ],
  ],
];

const RESPONSES: readonly Row[] = [
  ['responses for the first time', {}, { responses: { 204: {} } }, [`breaking ${PUT}, the response 204: is new`]],
  [
    'the status default less',
    { responses: { default: {} } },
    { responses: {} },
    [`internal ${PUT}, the response default: is removed`],
  ],
  [
    'a description, a header and a media type',
    { responses: { 200: { description: 'Done', headers: { ETag: {} } } } },
    { responses: { 200: { description: 'Updated', headers: { etag: {} }, content: { 'text/csv': {} } } } },
    [
      `breaking ${PUT}, the response 200: no longer has the header ETag`,
      `additive ${PUT}, the response 200: has the header etag`,
      `additive ${PUT}, the response 200: has the media type text/csv`,
      `internal ${PUT}, the response 200: is described differently`,
    ],
  ],
  [
    'an array whose elements have a field less',
    { responses: { 200: json({ type: 'array', items: { properties: { sku: {} } } }) } },
    { responses: { 200: json({ type: 'array', items: {} }) } },
    [`breaking ${PUT}, the response 200[].sku: is removed`],
  ],
];

const DOCUMENTATION: readonly Row[] = [
  ['nothing', { operationId: 'updateOrder' }, { operationId: 'updateOrder' }, []],
  [
    'the end of a deprecation',
    { deprecated: true },
    { deprecated: false },
    [`internal ${PUT}: is no longer deprecated`],
  ],
  [
    'a description and an operation id',
    { operationId: 'updateOrder', description: 'Updates.' },
    { operationId: 'changeOrder' },
    [
      `internal ${PUT}: has the operation id changeOrder in place of updateOrder`,
      `internal ${PUT}: is described differently`,
    ],
  ],
];

describe('The changes of an operation', () => {
  it.each([...PARAMETERS, ...ACCESS, ...BODIES, ...RESPONSES, ...DOCUMENTATION])(
    'are, for %s, these and no others',
    (_, before, now, lines) => {
      expect(operationLines(before, now)).toEqual(lines);
    },
  );

  it('are found behind references; a reference in place of the same content is no change', () => {
    const parts = (type: string) => ({
      parameters: { Page: query('page', { schema: { type } }) },
      responses: { Gone: json({ type }) },
    });
    const referring = {
      parameters: [{ $ref: '#/components/parameters/Page' }],
      responses: { 404: { $ref: '#/components/responses/Gone' } },
    };
    const written = {
      parameters: [parts('integer').parameters.Page],
      responses: { 404: parts('integer').responses.Gone },
    };

    expect(operationLines(referring, referring, parts('integer'), parts('string'))).toEqual([
      `breaking ${PUT}, the parameter "page": is string in place of integer`,
      `breaking ${PUT}, the response 404: is string in place of integer`,
    ]);
    expect(operationLines(written, referring, {}, parts('integer'))).toEqual([]);
  });
});

describe('The changes of an application', () => {
  const shop = { paths: { '/orders/{id}': { get: {}, summary: 'Orders', parameters: [] }, '/orders': { post: {} } } };

  it.each([
    ['that is removed', { shop }, {}, ['breaking GET /orders/{id}: is removed', 'breaking POST /orders: is removed']],
    ['that is new', {}, { shop }, ['additive GET /orders/{id}: is new', 'additive POST /orders: is new']],
    ['without documents', { shop: {} }, { shop: {} }, []],
    [
      'whose keys have other names',
      { shop: { paths: { '/a/{b}/c/{d}': { get: {} } } } },
      { shop: { paths: { '/a/{x}/c/{y}': { get: {} } } } },
      [],
    ],
    [
      'with a key in place of a segment',
      { shop: { paths: { '/a/b': { get: {} } } } },
      { shop: { paths: { '/a/{b}': { get: {} } } } },
      ['breaking GET /a/b: is removed', 'additive GET /a/{b}: is new'],
    ],
  ])('%s are those of its operations', (_, before, now, lines) => {
    expect(changeLines(before, now)).toEqual(lines);
  });
});
