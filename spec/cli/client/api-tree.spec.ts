import { type ApiNode, type ApiTree, apiTree } from '../../../lib/cli/client/api-tree';
import { joinedParameters } from '../../../lib/cli/client/client-document';
import { joined, openApi } from '../../support/written-client';

/** The operation of a path, whose keys are written `{}`. */
function operationAt({ root }: ApiTree, path: string, method = 'get') {
  const node = path
    .split('/')
    .filter(Boolean)
    .reduce<ApiNode | undefined>((at, name) => (name === '{}' ? at?.byKey : at?.literals.get(name)), root);
  return node?.operations.get(method);
}

describe('apiTree()', () => {
  it('puts the operations of a path into one node, whatever its keys are called', () => {
    const tree = apiTree(
      openApi({ 'GET /orders/{id}': {}, 'PUT /orders/{order_id}': {}, 'GET /orders/{id}/items': {} }),
    );

    expect(operationAt(tree, '/orders/{}')?.summary).toBe('GET /orders/{id}');
    expect(operationAt(tree, '/orders/{}', 'put')?.summary).toBe('PUT /orders/{order_id}');
    expect(operationAt(tree, '/orders/{}/items')?.summary).toBe('GET /orders/{id}/items');
  });

  it('ignores slashes at the end, and members of a path that are no operations', () => {
    const tree = apiTree({
      paths: {
        '/orders/': { summary: 'Orders', servers: [], parameters: [], head: {}, get: { operationId: 'listOrders' } },
      },
    });

    expect([...tree.root.literals.keys()]).toEqual(['orders']);
    expect([...tree.root.literals.get('orders')!.operations.keys()]).toEqual(['get']);
  });

  it('is empty for a document without paths', () => {
    expect(apiTree({})).toEqual({ root: { operations: new Map(), literals: new Map() }, leftOut: [] });
  });

  it('has the operations at the root, and keys that follow no literal segment', () => {
    const tree = apiTree(openApi({ 'GET /': {}, 'GET /{id}': {}, 'GET /shelves/{row}/{column}': {} }));

    expect(operationAt(tree, '/')?.summary).toBe('GET /');
    expect(operationAt(tree, '/{}')?.summary).toBe('GET /{id}');
    expect(operationAt(tree, '/shelves/{}/{}')?.summary).toBe('GET /shelves/{row}/{column}');
  });

  it('describes an operation without an id by its route', () => {
    const tree = apiTree(openApi({ 'PUT /orders/{id}': { operationId: undefined } }));

    expect(operationAt(tree, '/orders/{}', 'put')).toMatchObject({
      ...{ type: "Paths['/orders/{id}']['put']", summary: 'PUT /orders/{id}' },
    });
  });

  it('reads the parameters that all operations of a path share', () => {
    const { paths } = openApi({ 'POST /orders': {} });
    const parameters = [{ name: 'Idempotency-Key', in: 'header' }];

    const tree = apiTree({ paths: { '/orders': { ...paths!['/orders'], parameters } } });

    expect(operationAt(tree, '/orders', 'post')).toMatchObject({ takesIdempotencyKey: true });
  });

  it('leaves out the routes that no client can call, each with the reason', () => {
    const { leftOut } = apiTree(
      openApi({
        'GET /orders/{id}': {},
        'GET /orders/{code}': {},
        'GET /files/{name}.json': {},
        'GET /v{version}/files': {},
        'GET /files/{name}{extension}': {},
        'POST /files': { requestBody: { content: { 'multipart/form-data': {} } } },
        'PUT /files/{name}': { requestBody: { content: { 'image/png': {} } } },
      }),
    );

    expect(leftOut).toEqual([
      'GET /orders/{code}: its path differs from that of GET /orders/{id} only in names',
      'GET /files/{name}.json: only a part of the segment "{name}.json" is a parameter',
      'GET /v{version}/files: only a part of the segment "v{version}" is a parameter',
      'GET /files/{name}{extension}: only a part of the segment "{name}{extension}" is a parameter',
      'POST /files: its body is not JSON',
    ]);
  });

  it('describes an operation without any other member by its id', () => {
    const tree = apiTree({ paths: { '/orders': { get: { operationId: 'listOrders' } } } });

    expect(operationAt(tree, '/orders')).toEqual({
      ...{ type: "Op['listOrders']", method: 'GET', summary: 'listOrders', query: [] },
      ...{ isDeprecated: false, takesIdempotencyKey: false, takesBatch: false, takesSeveral: false },
      ...{ takesJson: true, givesJson: true, givesList: true },
    });
  });
});

describe('The operations of apiTree()', () => {
  const content = (mediaType: string) => ({ content: { [mediaType]: {} } });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });

  it.each<[sentence: string, operation: Readonly<Record<string, unknown>>, expected: object]>([
    ['neither takes nor gives JSON with bytes', { requestBody: content('image/png') }, { takesJson: false }],
    ['gives no JSON with bytes', { responses: { 200: content('image/png') } }, { givesJson: false }],
    ['gives JSON with a 201', { responses: { 201: content('application/json') } }, { givesJson: true }],
    [
      'prefers the 200',
      { responses: { 200: content('text/csv'), 201: content('application/json') } },
      { givesJson: false },
    ],
    ['gives a list with an array', { responses: { 200: json({ type: 'array' }) } }, { givesList: true }],
    ['gives a list or a page', { responses: { 200: json({ oneOf: [{ type: 'array' }, {}] }) } }, { givesList: true }],
    ['gives no list with an object', { responses: { 200: json({ type: 'object' }) } }, { givesList: false }],
    ['gives JSON without content', { responses: { 204: {} } }, { givesJson: true }],
    [
      'takes JSON beside other media types',
      { requestBody: { content: { 'text/csv': {}, 'application/json': {} } } },
      { takesJson: true },
    ],
    [
      'takes a batch',
      { requestBody: content('application/vnd.koaggregate.batch+json') },
      { takesBatch: true, takesJson: false },
    ],
    ['takes several keys', { parameters: [{ name: 'id', in: 'path', 'x-max-keys': 1 }] }, { takesSeveral: true }],
    [
      'has no idempotency key in the query',
      { parameters: [{ name: 'Idempotency-Key', in: 'query' }] },
      { takesIdempotencyKey: false, query: ['Idempotency-Key'] },
    ],
    ['is deprecated only by true', { deprecated: 'no' }, { isDeprecated: false }],
  ])('finds that an operation %s', (_, operation, expected) => {
    expect(operationAt(apiTree(openApi({ 'GET /orders': operation })), '/orders')).toMatchObject(expected);
  });

  it('resolves references to parameters, bodies and responses', () => {
    const components = {
      parameters: { 'keys~/of': { name: 'Idempotency-Key', in: 'header' }, Page: { name: 'page', in: 'query' } },
      requestBodies: { Photo: content('image/png') },
      responses: { Photo: content('image/png') },
    };
    const operation = {
      parameters: [{ $ref: '#/components/parameters/keys~0~1of' }, { $ref: '#/components/parameters/Page' }],
      requestBody: { $ref: '#/components/requestBodies/Photo' },
      responses: { 200: { $ref: '#/components/responses/Photo' } },
    };

    const tree = apiTree(openApi({ 'PUT /photo': operation }, { components }));

    expect(operationAt(tree, '/photo', 'put')).toMatchObject({
      ...{ takesIdempotencyKey: true, query: ['page'], takesJson: false, givesJson: false },
    });
  });
});

describe('joinedParameters()', () => {
  it('lists each array that is not exploded once, by name', () => {
    const document = openApi({
      'GET /orders': { parameters: [joined('sort'), joined('expand')] },
      'GET /carts': { parameters: [joined('sort'), { name: 'status', in: 'query', schema: { type: 'array' } }] },
      'GET /jobs': {
        parameters: [
          { ...joined('ids'), in: 'path' },
          { ...joined('name'), schema: { type: 'string' } },
        ],
      },
    });

    expect(joinedParameters(document)).toEqual(['expand', 'sort']);
  });

  it('resolves references, and ignores members of a path that are no operations', () => {
    const document = openApi({ 'GET /orders': { parameters: [{ $ref: '#/components/parameters/Sort' }] } });

    const paths = { ...document.paths, '/carts': { summary: 'Carts', parameters: [] } };
    expect(joinedParameters({ paths, components: { parameters: { Sort: joined('sort') } } })).toEqual(['sort']);
  });
});
