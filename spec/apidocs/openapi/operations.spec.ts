import { documentOf } from '../../support/document-of';
import { gallery } from '../../support/domain/gallery';
import { ruled } from '../../support/domain/ruled';
import { shop } from '../../support/domain/shop';
import { inspectedSource } from '../../support/inspected';
import { inspectedDocument, resolved } from '../../support/inspected-document';

describe('The operations of the OpenAPI document', () => {
  it('are named by the generated methods and sorted by path and method', async () => {
    const { paths } = await inspectedDocument(shop);
    const entries = Object.entries(paths).filter(([path]) => /^\/(orders|countries)(\/[^/]+)?$/.test(path));

    expect(
      entries.map(([path, methods]) => [
        path,
        Object.entries(methods).map(([method, one]) => [method, one.operationId]),
      ]),
    ).toEqual([
      [
        '/countries',
        [
          ['get', 'listCountries'],
          ['post', 'createCountry'],
        ],
      ],
      [
        '/countries/{id}',
        [
          ['get', 'readCountry'],
          ['put', 'updateCountry'],
          ['patch', 'patchCountry'],
          ['delete', 'deleteCountry'],
        ],
      ],
      [
        '/orders',
        [
          ['get', 'listOrders'],
          ['post', 'createOrder'],
        ],
      ],
      [
        '/orders/{id}',
        [
          ['get', 'readOrder'],
          ['put', 'updateOrder'],
          ['patch', 'patchOrder'],
          ['delete', 'deleteOrder'],
        ],
      ],
    ]);
  });

  it('exclude hidden fields and operations that are not exposed', async () => {
    const document = await inspectedDocument(shop);

    expect(document.paths['/categories/{id}']).not.toHaveProperty('delete');
    expect(document.paths['/categories/{category_id}/children']).toHaveProperty('post');
    expect(document.paths['/categories/{category_id}/children/{id}']).not.toHaveProperty('put');
    expect(JSON.stringify(document)).not.toMatch(/internal_?notes/i);
    expect(document.components.schemas!.Category.properties).not.toHaveProperty('parent');
  });

  it('link from a create to the read of the created entity', async () => {
    const { paths } = await inspectedDocument(shop);

    expect(paths['/orders/{order_id}/order_items']!.post!.responses['201'].links).toMatchObject({
      readOrderOrderItem: {
        operationId: 'readOrderOrderItem',
        parameters: { order_id: '$request.path.order_id', id: '$response.body#/id' },
      },
    });
  });

  it('are relative to the mount path of the application', async () => {
    const source = await inspectedSource(shop);

    const document = documentOf({ ...source, mountPath: '/base/shop' });

    expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/base/shop' }], info: { title: 'Shop' } });
  });
});

describe('The parameters of the OpenAPI document', () => {
  it('of a list have their place and type', async () => {
    const { paths, components } = await inspectedDocument(shop, { settings: { search: { maxPerPage: 50 } } });
    const { parameters } = paths['/orders/{order_id}/order_items']!.get!;
    const all = parameters.map((one: { $ref?: string }) => resolved(components, one));

    expect(all.map((one: { in: string; name: string }) => `${one.in} ${one.name}`)).toEqual([
      'path order_id',
      'query sku',
      'query product.name',
      'query comparisons',
      'query or',
      'query sort',
      'query page',
      'query per_page',
      'query after',
      'query count',
      'query include',
      'query exclude',
      'query expand',
    ]);
    expect(all[0]).toMatchObject({ required: true, schema: { $ref: '#/components/schemas/OrderKey' } });
    expect(components.schemas!.OrderKey.anyOf).toEqual([
      { type: 'integer', format: 'int64' },
      { type: 'string', pattern: '^-?\\d+$' },
    ]);
    expect(all.find((one: { name: string }) => one.name === 'per_page').schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 50,
    });
    expect(all.find((one: { name: string }) => one.name === 'sort').schema.items.pattern).toMatch(
      /^\^ \*-\?\(.*\|sku.*\) \*\$$/,
    );
  });

  it('describe one key for several ids, and one object or an array for a create', async () => {
    const { paths, components } = await inspectedDocument(shop, { settings: { bulk: { maxItems: 7 } } });
    const { requestBody, responses } = paths['/orders']!.post!;
    const [key] = paths['/orders/{id}']!.get!.parameters;
    const id = resolved(components, key);

    expect(resolved(components, requestBody).content['application/json'].schema.anyOf).toEqual([
      { $ref: '#/components/schemas/OrderCreate' },
      { type: 'array', items: { $ref: '#/components/schemas/OrderCreate' }, maxItems: 7 },
    ]);
    expect(responses['201'].headers).toHaveProperty('Location');
    expect(id).toMatchObject({ name: 'id', schema: { $ref: '#/components/schemas/OrderKey' }, 'x-max-keys': 7 });
    expect(id.description).toContain('up to 7 orders, separated by commas');
  });
});

describe('The bodies of the OpenAPI document', () => {
  it('of an action are its arguments; an action without arguments has no body', async () => {
    const { paths, components } = await inspectedDocument(ruled);

    expect(paths['/lots/{id}/hammer']!.put!.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/HammerLotArguments' } } },
    });
    expect(components.schemas!.HammerLotArguments).toMatchObject({
      required: ['price', 'buyer', 'is_final', 'serial'],
      properties: { buyer: { properties: { id: {} }, required: ['id'] }, remark: { type: ['string', 'null'] } },
      additionalProperties: false,
    });
    expect(paths['/lots/{id}/close']!.put).not.toHaveProperty('requestBody');
  });

  it('have the media types of the serializers', async () => {
    const { paths, components } = await inspectedDocument(shop);
    const contentOf = (part: { $ref?: string }) => Object.keys(resolved(components, part).content);
    const { post, get } = paths['/orders']!;
    const { patch } = paths['/orders/{id}']!;

    const written = ['application/json', 'application/xml', 'application/yaml'];
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    expect(contentOf(post!.requestBody)).toEqual([...written, 'text/csv', ...forms]);
    expect(contentOf(patch!.requestBody)).toEqual([
      'application/json',
      'application/merge-patch+json',
      'application/xml',
      'application/yaml',
      ...forms,
      'application/vnd.koaggregate.batch+json',
    ]);
    expect(contentOf(get!.responses['200'])).toEqual([...written, 'text/csv']);
    expect(contentOf(patch!.responses['200'])).toEqual(written);
  });

  it('have no media type that a class of the project can only write', async () => {
    const serializers = { 'text/vnd.lines': { class: './serializers/lines-serializer:LinesSerializer' } };
    const { paths, components } = await inspectedDocument(shop, { settings: { serializers } });
    const { post, get } = paths['/orders']!;

    expect(resolved(components, get!.responses['200']).content).toHaveProperty(['text/vnd.lines']);
    expect(resolved(components, post!.requestBody).content).not.toHaveProperty(['text/vnd.lines']);
  });

  it('have the schema that fits each media type: an array for CSV, one object for forms', async () => {
    const { paths, components } = await inspectedDocument(shop);
    const { post, get } = paths['/orders']!;
    const { content } = resolved(components, post!.requestBody);
    const listContent = resolved(components, get!.responses['200']).content;

    const order = { $ref: '#/components/schemas/OrderCreate' };
    expect(content['multipart/form-data'].schema).toEqual(order);
    expect(content['text/csv'].schema).toEqual({ type: 'array', items: order, maxItems: 1000 });
    expect(content['application/xml']).toEqual(content['application/json']);
    expect(listContent['text/csv'].schema).toEqual({ $ref: '#/components/schemas/OrderList' });
    expect(components.schemas!.OrderList).toMatchObject({ type: 'array' });
    expect(listContent['application/json'].schema.anyOf[1]).toEqual({ $ref: '#/components/schemas/OrderPage' });
  });

  it('of a response are the model, or in a read a selection of its members', async () => {
    const { paths, components } = await inspectedDocument(shop);
    const { get, put } = paths['/orders/{id}']!;
    const schemaOf = (one: { $ref?: string }) => resolved(components, one).content['application/json'].schema;

    const order = { $ref: '#/components/schemas/Order' };
    expect(schemaOf(put!.responses['200'])).toEqual({ oneOf: [order, { $ref: '#/components/schemas/Preview' }] });
    expect(schemaOf(get!.responses['200'])).toEqual({ anyOf: [order, { $ref: '#/components/schemas/OrderPart' }] });
    expect(components.schemas!.OrderPart.description).toContain('`include` or `exclude`');
  });

  it('leave out previews when the documents are not to describe them', async () => {
    const document = documentOf({ ...(await inspectedSource(shop)), previews: false });
    const { put, delete: remove } = document.paths['/orders/{id}']!;
    const { content } = resolved(document.components, put!.responses['200']);

    expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Order' });
    expect(Object.keys(remove!.responses)).not.toContain('200');
    expect(JSON.stringify(document)).not.toMatch(/preview/i);
  });
});

describe('The schemas of the OpenAPI document', () => {
  it('have write-only fields in payloads and read-only fields in responses', async () => {
    const { schemas } = (await inspectedDocument(shop)).components;

    expect(schemas!.OrderCreate.properties.gift_code).toMatchObject({ writeOnly: true });
    expect(schemas!.Order.properties).not.toHaveProperty('gift_code');
    expect(schemas!.Order.properties.rating).toMatchObject({ readOnly: true });
    expect(schemas!.OrderCreate.properties.rating).toMatchObject({ type: 'null', readOnly: true });
  });

  it('have timestamps that are never null, and keys by the names of their schemas', async () => {
    const { schemas } = (await inspectedDocument(shop)).components;

    expect(schemas!.Order.properties.created_at).toEqual({ type: 'string', format: 'date-time', readOnly: true });
    expect(schemas!.Order.properties.id).toEqual({ $ref: '#/components/schemas/OrderKey', readOnly: true });
    expect(schemas!.OrderItem.properties.product_id.anyOf).toContainEqual({ $ref: '#/components/schemas/ProductKey' });
  });
});

describe('A collection with a scope', () => {
  it('does not require the fields that it sets on new elements', async () => {
    const { schemas } = (await inspectedDocument(gallery)).components;

    expect(schemas!.CommentCreate.required).toEqual(['text', 'owner_type']);
    expect(schemas!.CommentCreateInVideo.required).toEqual(['text']);
    expect(schemas!.MarkCreateInImage.required).toEqual(['name']);
  });
});
