import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { contractChanges } from '../../lib/cli/contract/contract-changes';
import type { Contract, ContractDocument } from '../../lib/cli/contract/contract-file';
import { koaggregate } from '../support/koaggregate';

jest.setTimeout(60_000);

// biome-ignore lint/suspicious/noExplicitAny: each row changes a part of the document
type Draft = any;

const order = (words: object = {}) => ({ type: 'object', additionalProperties: false, ...words });

/** A small OpenAPI document. */
const DOCUMENT = {
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'List orders',
        security: [{}, { basic: [] }],
        parameters: [
          { name: 'status', in: 'query', required: false, schema: { type: 'array', items: { type: 'string' } } },
          { name: 'page', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
          { name: 'sort', in: 'query', explode: false, schema: { type: 'string', pattern: '^-?(id|code)$' } },
          { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
        ],
        responses: {
          200: {
            headers: { Link: {} },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
            },
          },
          400: { description: 'Bad' },
        },
      },
      post: {
        operationId: 'createOrder',
        'x-permissions': ['orders.create'],
        security: [{ basic: [] }],
        parameters: [],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/OrderCreate' } },
            'application/xml': { schema: { $ref: '#/components/schemas/OrderCreate' } },
          },
        },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
      },
    },
    '/orders/{id}': {
      delete: {
        operationId: 'deleteOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 204: {} },
      },
    },
  },
  components: {
    schemas: {
      Order: order({
        required: ['id', 'code', 'status'],
        properties: {
          id: { type: 'integer' },
          code: { type: 'string', maxLength: 20 },
          status: { type: 'string', enum: ['open', 'shipped'] },
          note: { type: ['string', 'null'], description: 'A note.' },
          at: { type: 'string', format: 'date-time' },
          items: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Item' }, { type: 'null' }] } },
        },
      }),
      OrderCreate: order({
        required: ['code'],
        properties: {
          code: { type: 'string', maxLength: 20 },
          status: { type: 'string', enum: ['open', 'shipped'] },
          amount: { type: 'number', minimum: 1, maximum: 10 },
          note: { type: ['string', 'null'] },
          id: { type: 'integer', readOnly: true },
        },
      }),
      Item: order({ properties: { sku: { type: 'string' } } }),
    },
  },
};

const contractOf = (document: object): Contract => ({
  contract: 1,
  applications: { orders: document as ContractDocument },
});

function changesOf(change: (draft: Draft) => void) {
  const draft = structuredClone(DOCUMENT);
  change(draft);
  return contractChanges(contractOf(DOCUMENT), contractOf(draft));
}

const schema = (draft: Draft, name: string) => draft.components.schemas[name];
const created = (draft: Draft) => schema(draft, 'OrderCreate').properties;
const shown = (draft: Draft) => schema(draft, 'Order').properties;
const list = (draft: Draft) => draft.paths['/orders'].get;
const create = (draft: Draft) => draft.paths['/orders'].post;

type Row = readonly [sentence: string, of: string, what: string, change: (draft: Draft) => void];

const OPERATIONS: readonly Row[] = [
  ['a removed route', 'breaking', 'is removed', (d) => delete d.paths['/orders'].post],
  ['a new route', 'additive', 'is new', (d) => (d.paths['/orders'].put = { responses: {} })],
  ['a path that has another segment', 'breaking', 'is removed', (d) => rename(d.paths, '/orders/{id}', '/carts/{id}')],
  ['another name of a key', 'internal', '', (d) => rename(d.paths, '/orders/{id}', '/orders/{order_id}')],
  ['another operation id', 'internal', 'has the operation id', (d) => (list(d).operationId = 'orders')],
  ['another description of a route', 'internal', 'is described differently', (d) => (list(d).summary = 'All orders')],
  ['a deprecated route', 'internal', 'is deprecated', (d) => (list(d).deprecated = true)],
  ['a new permission', 'breaking', 'requires the permission', (d) => (list(d)['x-permissions'] = ['orders.read'])],
  ['a permission less', 'additive', 'no longer requires the permission', (d) => delete create(d)['x-permissions']],
  ['credentials that are required', 'breaking', 'requires credentials', (d) => (list(d).security = [{ basic: [] }])],
  [
    'credentials that are not required',
    'additive',
    'no longer requires credentials',
    (d) => (create(d).security = [{}]),
  ],
  ['a removed query parameter', 'breaking', 'is removed', (d) => list(d).parameters.splice(0, 1)],
  ['a new query parameter', 'additive', 'is new', (d) => list(d).parameters.push({ name: 'code', in: 'query' })],
  [
    'a new query parameter that is required',
    'breaking',
    'is new and required',
    (d) => list(d).parameters.push({ name: 'code', in: 'query', required: true }),
  ],
  ['a parameter that becomes required', 'breaking', 'is required', (d) => (list(d).parameters[1].required = true)],
  [
    'a field that can no longer be sorted by',
    'breaking',
    'no longer takes code',
    (d) => (list(d).parameters[2].schema.pattern = '^-?(id)$'),
  ],
  [
    'a field more to sort by',
    'additive',
    'takes total',
    (d) => (list(d).parameters[2].schema.pattern = '^-?(id|code|total)$'),
  ],
  [
    'a body that becomes optional',
    'additive',
    'is no longer required',
    (d) => (create(d).requestBody.required = false),
  ],
  ['a body that is not accepted any more', 'breaking', 'is no longer accepted', (d) => delete create(d).requestBody],
  [
    'a media type less',
    'breaking',
    'no longer has the media type',
    (d) => delete create(d).requestBody.content['application/xml'],
  ],
  [
    'a media type more',
    'additive',
    'has the media type text/csv',
    (d) => (list(d).responses[200].content['text/csv'] = {}),
  ],
  ['a status of success more', 'breaking', 'is new', (d) => (create(d).responses[202] = {})],
  ['a status of success less', 'breaking', 'is removed', (d) => rename(create(d).responses, '201', '200')],
  ['a status of errors more', 'additive', 'is new', (d) => (create(d).responses[409] = {})],
  ['a status of errors less', 'internal', 'is removed', (d) => delete list(d).responses[400]],
  [
    'a header of a response less',
    'breaking',
    'no longer has the header Link',
    (d) => delete list(d).responses[200].headers.Link,
  ],
  ['a header of a response more', 'additive', 'has the header ETag', (d) => (list(d).responses[200].headers.ETag = {})],
];

const REQUESTS: readonly Row[] = [
  ['a new field', 'additive', 'is new', (d) => (created(d).total = { type: 'string' })],
  ['a new field that is required', 'breaking', 'is new and required', (d) => demand(d, 'OrderCreate', 'total')],
  ['a removed field', 'breaking', 'is removed', (d) => delete created(d).note],
  ['a field that becomes required', 'breaking', 'is required', (d) => schema(d, 'OrderCreate').required.push('note')],
  [
    'a field that becomes optional',
    'additive',
    'is no longer required',
    (d) => (schema(d, 'OrderCreate').required = []),
  ],
  ['a value of an enum less', 'breaking', 'no longer has the value', (d) => created(d).status.enum.pop()],
  ['a value of an enum more', 'additive', 'has the new value', (d) => created(d).status.enum.push('lost')],
  ['a shorter text', 'breaking', 'has maxLength 10', (d) => (created(d).code.maxLength = 10)],
  ['a longer text', 'additive', 'has maxLength 30', (d) => (created(d).code.maxLength = 30)],
  ['a higher minimum', 'breaking', 'has minimum 2', (d) => (created(d).amount.minimum = 2)],
  ['a lower minimum', 'additive', 'has minimum 0', (d) => (created(d).amount.minimum = 0)],
  ['a limit that is new', 'breaking', 'has maxLength 9', (d) => (created(d).note.maxLength = 9)],
  ['a pattern that is new', 'breaking', 'has a different pattern', (d) => (created(d).code.pattern = '^A')],
  ['a rule that is new', 'breaking', 'must meet: even', (d) => (created(d).amount['x-further-rules'] = ['even'])],
  ['null that is not taken any more', 'breaking', 'is no longer null', (d) => (created(d).note.type = 'string')],
  ['null that is taken', 'additive', 'may be null', (d) => (created(d).code.type = ['string', 'null'])],
  ['another type', 'breaking', 'is boolean in place of number', (d) => (created(d).amount.type = 'boolean')],
  ['a narrower type', 'breaking', 'is no longer string', (d) => (created(d).note.type = ['null'])],
  [
    'a field that cannot be written any more',
    'breaking',
    'can no longer be written',
    (d) => (created(d).note.readOnly = true),
  ],
  ['a field that can be written', 'additive', 'can be written', (d) => (created(d).id.readOnly = false)],
];

const RESPONSES: readonly Row[] = [
  ['a new field', 'additive', 'is new', (d) => (shown(d).total = { type: 'string' })],
  ['a removed field', 'breaking', 'is removed', (d) => delete shown(d).note],
  ['a field that may be absent', 'breaking', 'may be absent', (d) => schema(d, 'Order').required.pop()],
  ['a field that is always there', 'additive', 'is always there', (d) => schema(d, 'Order').required.push('note')],
  ['a field that may be null', 'breaking', 'may be null', (d) => (shown(d).code.type = ['string', 'null'])],
  ['a field that is never null', 'additive', 'is no longer null', (d) => (shown(d).note.type = 'string')],
  ['another type', 'breaking', 'is string in place of integer', (d) => (shown(d).id.type = 'string')],
  ['an integer that may be a fraction', 'breaking', 'may be number', (d) => (shown(d).id.type = 'number')],
  ['another format', 'breaking', 'has the format date', (d) => (shown(d).at.format = 'date')],
  ['a value of an enum more', 'breaking', 'has the new value', (d) => shown(d).status.enum.push('lost')],
  ['a value of an enum less', 'additive', 'no longer has the value', (d) => shown(d).status.enum.pop()],
  ['a longer text', 'internal', 'has maxLength 30', (d) => (shown(d).code.maxLength = 30)],
  ['another description', 'internal', 'is described differently', (d) => (shown(d).note.description = 'Notes.')],
  ['a deprecated field', 'internal', 'is deprecated', (d) => (shown(d).note.deprecated = true)],
  ['an alternative more', 'breaking', 'may be integer', (d) => shown(d).items.items.anyOf.push({ type: 'integer' })],
  ['an alternative less', 'additive', 'is no longer null', (d) => shown(d).items.items.anyOf.pop()],
  ['a field of what a field holds', 'breaking', 'is removed', (d) => delete schema(d, 'Item').properties.sku],
];

function rename(of: Draft, from: string, to: string): void {
  of[to] = of[from];
  delete of[from];
}

function demand(draft: Draft, name: string, field: string): void {
  schema(draft, name).properties[field] = { type: 'string' };
  schema(draft, name).required.push(field);
}

describe.each([
  ['In the routes', OPERATIONS],
  ['In requests', REQUESTS],
  ['In responses', RESPONSES],
])('%s of a contract', (_, rows) => {
  it.each(rows)('%s is %s', (_sentence, of, what, change) => {
    const changes = changesOf(change);

    const worst = changes[0]?.class ?? 'internal';
    expect(worst).toBe(of);
    if (what !== '')
      expect(changes).toContainEqual(expect.objectContaining({ class: of, what: expect.stringContaining(what) }));
  });
});

describe('koaggregate contract', () => {
  const project = join(__dirname, '..', 'support', 'audited');
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contract-'));
    file = join(folder, 'contract.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const contract = (...words: string[]) =>
    koaggregate('contract', ...words, '--project', project, '--modules', project);

  it('writes the same file each time, with sorted names, and prints its path', async () => {
    await contract(file);
    const first = readFileSync(file, 'utf8');

    expect(await contract(file)).toEqual({ code: 0, out: relative(process.cwd(), file), err: '' });

    expect(readFileSync(file, 'utf8')).toBe(first);
    const { applications } = JSON.parse(first);
    const names = Object.keys(applications.ledgers.components.schemas);
    expect(names).toEqual([...names].sort());
  });

  it('overwrites a file that is not a contract only with --force', async () => {
    writeFileSync(file, '{"mine":1}');

    const rejected = await contract(file);

    expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('--force to overwrite it') });
    expect(readFileSync(file, 'utf8')).toBe('{"mine":1}');
    expect((await contract(file, '--force')).code).toBe(0);
  });

  it('rejects a mistyped command, and writes a file of such a name only as a path', async () => {
    const { code, err } = await contract('dif');

    expect(code).toBe(2);
    expect(err).toContain('The only command is "diff". For a file of this name, write ./dif.');
    expect(existsSync('dif')).toBe(false);
    expect((await contract(join(folder, 'dif'))).code).toBe(0);
  });

  it('diff passes while nothing has changed', async () => {
    await contract(file);

    expect(await contract('diff', file)).toEqual({ code: 0, out: 'Nothing has changed.', err: '' });
  });

  it('diff fails for a breaking change, and prints changes by class', async () => {
    await contract(file);
    const earlier = JSON.parse(readFileSync(file, 'utf8'));
    delete earlier.applications.ledgers.paths['/ledgers'].post['x-permissions'];
    writeFileSync(file, JSON.stringify(earlier));

    const { code, out } = await contract('diff', file);

    expect(code).toBe(1);
    expect(out).toMatch(/^breaking \(1\)\n {2}POST \/ledgers: requires the permission "ledgers.create"/);
    const changes = JSON.parse((await contract('diff', file, '--json')).out);
    expect(changes).toContainEqual({
      class: 'breaking',
      place: 'POST /ledgers',
      part: '',
      what: 'requires the permission "ledgers.create"',
    });
  });

  it('diff reports a missing file and how to write it', async () => {
    const { code, err } = await contract('diff', file);

    expect(code).toBe(1);
    expect(err).toContain('does not exist. Write it with koaggregate contract.');
  });
});
