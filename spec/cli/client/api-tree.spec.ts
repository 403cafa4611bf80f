import { type ApiNode, apiTree, joinedParameters } from '../../../lib/cli/client/api-tree';
import { joined, openApi } from '../../support/written-client';

/** The operation of a path, whose keys are written `{}`. */
function operationAt(root: ApiNode, path: string, method = 'get') {
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

    expect(operationAt(tree, '/orders/{}')?.id).toBe('GET /orders/{id}');
    expect(operationAt(tree, '/orders/{}', 'put')?.id).toBe('PUT /orders/{order_id}');
    expect(operationAt(tree, '/orders/{}/items')?.id).toBe('GET /orders/{id}/items');
  });

  it('ignores slashes at the end, and members of a path that are no operations', () => {
    const tree = apiTree({
      paths: {
        '/orders/': { summary: 'Orders', servers: [], parameters: [], head: {}, get: { operationId: 'listOrders' } },
      },
    });

    expect([...tree.literals.keys()]).toEqual(['orders']);
    expect([...tree.literals.get('orders')!.operations.keys()]).toEqual(['get']);
  });

  it('is empty for a document without paths', () => {
    expect(apiTree({})).toEqual({ operations: new Map(), literals: new Map() });
  });

  it('describes an operation without any other member by its id', () => {
    const tree = apiTree({ paths: { '/orders': { get: { operationId: 'listOrders' } } } });

    expect(operationAt(tree, '/orders')).toEqual({
      ...{ id: 'listOrders', method: 'GET', summary: 'listOrders', query: [] },
      ...{ isDeprecated: false, isKeyed: false, takesBatch: false, takesSeveral: false },
      ...{ takesJson: true, givesJson: true },
    });
  });

  const content = (mediaType: string) => ({ content: { [mediaType]: {} } });

  it.each<[sentence: string, operation: Readonly<Record<string, unknown>>, expected: object]>([
    ['neither takes nor gives JSON with bytes', { requestBody: content('image/png') }, { takesJson: false }],
    ['gives no JSON with bytes', { responses: { 200: content('image/png') } }, { givesJson: false }],
    ['gives JSON with a 201', { responses: { 201: content('application/json') } }, { givesJson: true }],
    [
      'prefers the 200',
      { responses: { 200: content('text/csv'), 201: content('application/json') } },
      { givesJson: false },
    ],
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
      { isKeyed: false, query: ['Idempotency-Key'] },
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
      ...{ isKeyed: true, query: ['page'], takesJson: false, givesJson: false },
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
