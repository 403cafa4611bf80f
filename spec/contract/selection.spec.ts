import { documentOf, sourceOf } from '../support/document-of';
import { Category, Order, OrderItem, shop } from '../support/domain/shop';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { unusedCode } from '../support/unused-code';

const get = (path: string): Promise<ApiResponse> => request('GET', path);

async function createOrders(count: number): Promise<ApiResponse['body']> {
  const { body: pen } = await request('POST', '/products', { name: 'Pen' });
  const payloads = Array.from({ length: count }, () => ({
    code: unusedCode(),
    gift_code: 'hush',
    ledger_no: '9223372036854775807',
    total: '12.50',
    order_items: [
      { sku: 'pen', quantity: 2, product_id: pen.id, shipments: [{ carrier: 'UPS' }, { carrier: 'DHL' }] },
      { sku: 'ink', quantity: 1 },
    ],
    tags: [{ name: unusedCode() }],
  }));
  const { status, body } = await request('POST', '/orders', payloads);
  expect(status).toBe(201);
  return body;
}

const served = useServed(shop);
const { request } = served;

describe('The parameter include', () => {
  it('returns only the listed fields, for one entity, several, a list and a list of children', async () => {
    const [one, other] = await createOrders(2);

    const shown = [one, other].map(({ id, code }: ApiResponse['body']) => ({ id, code }));
    expect((await get(`/orders/${one.id}?include=code,id`)).body).toEqual(shown[0]);
    expect((await get(`/orders/${one.id},${other.id}?include=code,id`)).body).toEqual(shown);
    expect((await get('/orders?include=code&include=id')).body).toEqual(expect.arrayContaining(shown));
    const items = await get(`/orders/${one.id}/order_items?include=sku`);
    expect(items.body).toEqual([{ sku: 'pen' }, { sku: 'ink' }]);
  });

  it('ignores blanks around names', async () => {
    const [{ id, code }] = await createOrders(1);

    expect((await get(`/orders/${id}?include=code,%20id%20`)).body).toEqual({ id, code });
    expect((await get(`/orders/${id}?include=id&expand=order_items,%20tags`)).body).toHaveProperty('tags');
    expect((await get(`/orders/${id}?include=id,%20`)).body.detail).toContain('"include" has an empty name');
  });

  it('selects fields of children and references by dotted names, at any depth', async () => {
    const [{ id, order_items, tags }] = await createOrders(1);
    const names = 'order_items.sku,id,order_items.product.name,order_items.shipments.carrier,tags.name';

    const { body } = await get(`/orders/${id}?include=${names}`);

    expect(body).toEqual({
      id,
      order_items: [
        { sku: 'pen', product: { name: 'Pen' }, shipments: [{ carrier: 'UPS' }, { carrier: 'DHL' }] },
        { sku: 'ink', product: null, shipments: [] },
      ],
      tags: [{ name: tags[0].name }],
    });
    const whole = await get(`/orders/${id}?include=order_items,order_items.shipments`);
    expect(whole.body).toEqual({
      order_items: [order_items[0], { ...order_items[1], shipments: [] }],
    });
  });

  it('loads no other columns and rows', async () => {
    const [{ id }] = await createOrders(1);

    const statements = await statementsOf(Order, () => get(`/orders/${id}?include=code,order_items.sku`));

    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/total|gift_?code|internal_?notes|created_?at|quantity|product_?id/i);
  });

  it('loads an entity and the children of one collection with one statement, unless a long value would repeat', async () => {
    const [{ id }] = await createOrders(1);
    const statementsFor = (include: string) =>
      statementsOf(Order, () => get(`/orders/${id}?include=${include},order_items.sku`));

    expect(await statementsFor('code')).toHaveLength(1);
    expect(await statementsFor('code,labels')).toHaveLength(2);
    expect(await statementsFor('code,payments.amount')).toHaveLength(3);
  });

  it('joins no rows away: an entity without children is returned, and a missing one is not found', async () => {
    const { body } = await request('POST', '/orders', { code: unusedCode() });

    expect((await get(`/orders/${body.id}?include=code,order_items.sku`)).body).toEqual({
      code: body.code,
      order_items: [],
    });
    expect((await get(`/orders/${body.id + 1000}?include=code,order_items.sku`)).status).toBe(404);
  });

  it('takes precedence over exclude', async () => {
    const [{ id, code }] = await createOrders(1);

    const both = await get(`/orders/${id}?include=code,order_items.sku&exclude=code,order_items`);
    const below = await get(`/orders/${id}?include=order_items&exclude=order_items.sku`);

    expect(both.body).toEqual({ code, order_items: [{ sku: 'pen' }, { sku: 'ink' }] });
    expect(below.body.order_items[0]).toMatchObject({ quantity: 2 });
    expect(below.body.order_items[0]).not.toHaveProperty('sku');
  });

  it('returns the same values however few columns are read', async () => {
    const [order] = await createOrders(1);

    const { body } = await get(`/orders/${order.id}?include=ledger_no,total`);

    expect(body).toEqual({ ledger_no: '9223372036854775807', total: '12.50' });
  });
});

describe('The parameter exclude', () => {
  it('omits the listed fields', async () => {
    const [{ id }] = await createOrders(1);
    const { body: whole } = await get(`/orders/${id}`);

    const { body } = await get(`/orders/${id}?exclude=code,total&exclude=status`);

    const { code, total, status, ...rest } = whole;
    expect(body).toEqual(rest);
  });

  it('applies to expanded children', async () => {
    const [{ id }] = await createOrders(1);

    const { body } = await get(`/orders/${id}?expand=order_items&exclude=order_items.sku,order_items.quantity`);

    expect(Object.keys(body.order_items[0])).toEqual(['id', 'order_id', 'product_id', 'created_at', 'updated_at']);
  });
});

describe('The parameter expand', () => {
  it('adds collections and references to the default fields', async () => {
    const [order] = await createOrders(1);
    const { body: whole } = await get(`/orders/${order.id}`);

    const { body } = await get(`/orders/${order.id}?expand=order_items.shipments,order_items.product,payments`);

    const [pen, ink] = order.order_items;
    const product = expect.objectContaining({ id: pen.product_id, name: 'Pen' });
    expect(body).toEqual({
      ...whole,
      order_items: [
        { ...pen, product },
        { ...ink, product: null, shipments: [] },
      ],
      payments: [],
    });
  });

  it('adds to the included fields', async () => {
    const [{ id, code, tags }] = await createOrders(1);

    expect((await get(`/orders/${id}?include=code&expand=tags`)).body).toEqual({ code, tags });
  });

  it('returns a many-to-many child under each of its parents', async () => {
    const [one, other] = await createOrders(2);
    const [tag] = one.tags;
    await request('POST', `/orders/${other.id}/tags`, { id: tag.id });

    const { body } = await get(`/orders/${other.id},${one.id}?include=tags.id`);

    expect(body).toEqual(
      [{ tags: [{ id: tag.id }, { id: other.tags[0].id }] }, { tags: [{ id: tag.id }] }].map(sorted),
    );
  });

  it('follows a self-association repeatedly', async () => {
    const { body: books } = await request('POST', '/categories', { name: 'Books' });
    const { body: novels } = await request('POST', `/categories/${books.id}/children`, { name: 'Novels' });
    await new Category({ name: 'Crime', parentId: novels.id }).persist();

    const { body } = await get(`/categories/${books.id}?include=name,children.name,children.children.name`);

    expect(body).toEqual({ name: 'Books', children: [{ name: 'Novels', children: [{ name: 'Crime' }] }] });
  });
});

describe('The number of statements of a selection', () => {
  it('is three for fifty orders with two levels', async () => {
    const ids = (await createOrders(50)).map(({ id }: { id: number }) => id);

    const statements = await statementsOf(Order, () => get(`/orders/${ids.join(',')}?expand=order_items.shipments`));

    expect(statements).toHaveLength(3);
  });

  it('is one more for each other association, whatever its kind', async () => {
    const ids = (await createOrders(5)).map(({ id }: { id: number }) => id);
    const path = `/orders/${ids.join(',')}?expand=order_items.product,tags,payments`;

    expect(await statementsOf(Order, () => get(path))).toHaveLength(5);
    expect(await statementsOf(Order, () => get(`/orders/${ids.join(',')}`))).toHaveLength(1);
  });

  it('is one for each level and chunk of a streamed list', async () => {
    const { body: order } = await request('POST', '/orders', { code: unusedCode() });
    const items = Array.from({ length: 2005 }, (_, quantity) => ({ sku: 'pen', quantity, orderId: order.id }));
    await OrderItem.bulkCreate(items as never);
    const path = `/orders/${order.id}/order_items?include=quantity,shipments.carrier`;
    let response: ApiResponse | undefined;

    const statements = await statementsOf(Order, async () => {
      response = await get(path);
    });

    expect(statements).toHaveLength(6);
    expect(response!.body).toHaveLength(2005);
    expect(response!.body.at(-1)).toEqual({ quantity: 2004, shipments: [] });
  });
});

describe('An unknown name in a selection', () => {
  it.each([
    ['include=colour', 'unknown field "colour". Known fields: id, code, status'],
    ['exclude=colour', 'unknown field "colour"'],
    ['include=internal_notes', 'unknown field "internal_notes"'],
    ['include=gift_code', 'unknown field "gift_code"'],
    ['include=version', 'unknown field "version"'],
    ['include=orderItems', 'unknown field "orderItems"'],
    ['include=order_items.colour', 'unknown field "order_items.colour". Known fields of order_items: id, sku'],
    ['expand=colour', 'unknown association "colour". Known associations: order_items, payments, tags'],
    ['expand=code', 'the field "code", but takes associations only. Known associations: order_items, payments, tags'],
    ['expand=code.length', 'the field "code", but takes associations only'],
    ['expand=order_items.sku', '"order_items.sku", but takes associations only. Known associations of order_items:'],
    ['expand=order_items.shipments.carrier', 'There are no associations to name there'],
    ['expand=gift_code', 'unknown association "gift_code"'],
    ['include=code.length', '"code.length", but "code" is a field'],
    ['include=', 'has an empty name'],
    ['include=code,,id', 'has an empty name'],
    ['include=order_items.', 'has an empty part'],
    ['include=__proto__', 'unknown field "__proto__"'],
  ])('responds 400: %s', async (query, detail) => {
    const [{ id }] = await createOrders(1);

    const { status, body } = await get(`/orders/${id}?${query}`);

    expect(status).toBe(400);
    expect(body.detail).toContain(detail);
    expect(body.parameter).toBe(query.split('=')[0]);
    expect((await get(`/orders?${query}`)).status).toBe(400);
  });

  it('includes an association back to its parent, or a path that is too deep', async () => {
    const { body: books } = await request('POST', '/categories', { name: 'Books' });
    const deep = Array(11).fill('children').join('.');

    expect((await get(`/categories/${books.id}?expand=parent`)).status).toBe(400);
    expect((await get(`/categories/${books.id}?expand=${deep}`)).status).toBe(400);
    expect((await get(`/categories/${books.id}?expand=${deep.replace('.children', '')}`)).status).toBe(200);
  });
});

describe('A selection', () => {
  it('is rejected with 400 on a write, and nothing is written', async () => {
    const [order] = await createOrders(1);
    const path = `/orders/${order.id}?include=code`;

    expect((await request('PUT', path, { status: 'shipped' })).status).toBe(400);
    expect((await request('DELETE', path)).status).toBe(400);
    expect((await request('POST', '/orders?expand=tags', { code: unusedCode() })).body).toMatchObject({
      status: 400,
      parameter: 'expand',
    });
    expect((await get(`/orders/${order.id}`)).body.status).toBe('created');
  });

  it('applies to every format', async () => {
    const [{ id, code }] = await createOrders(1);

    const csv = await request('GET', `/orders/${id},0?include=code,tags.name`, undefined, { Accept: 'text/csv' });
    const xml = await request('GET', `/orders/${id}?include=code`, undefined, { Accept: 'application/xml' });

    expect(csv.body).toMatch(/^code,tags\r\n/);
    expect(xml.body).toContain(`<code>${code}</code>`);
    expect(xml.body).not.toContain('status');
  });
});

/** Tags by their ids. */
function sorted(order: { tags: { id: number }[] }): { tags: { id: number }[] } {
  return { tags: [...order.tags].sort((one, other) => one.id - other.id) };
}

/** Whether the OpenAPI document allows the elements of a list in a parameter of GET /orders. */
function isDocumented(name: string, list: string): boolean {
  const { paths, components } = documentOf(sourceOf(served.application));
  const parameters = paths['/orders']!.get!.parameters as readonly { readonly $ref: string }[];
  const resolved = parameters.map(({ $ref }) => components.parameters![$ref.split('/').at(-1)!]);
  const { schema } = resolved.find((parameter) => parameter.name === name);
  return list.split(',').every((element) => new RegExp(schema.items.pattern, 'u').test(element));
}

describe('A list of names in a query', () => {
  it.each([
    ['include', 'code, status'],
    ['include', ' code ,  order_items.sku '],
    ['exclude', 'code , order_items'],
    ['expand', ' order_items.shipments, tags'],
    ['sort', '-id, created_at'],
    ['sort', ' created_at , -id'],
  ])('may have blanks around the names in the documents as in requests: %s=%s', async (name, list) => {
    const { status } = await served.request('GET', `/orders?${name}=${encodeURIComponent(list)}`);

    expect([status, isDocumented(name, list)]).toEqual([200, true]);
  });

  it.each([
    ['include', 'co de'],
    ['include', 'code,'],
    ['exclude', 'order_items. sku'],
    ['expand', 'order_items tags'],
    ['sort', '- id'],
    ['sort', ' '],
  ])('may not have them elsewhere: %s=%s', async (name, list) => {
    const { status } = await served.request('GET', `/orders?${name}=${encodeURIComponent(list)}`);

    expect([status, isDocumented(name, list)]).toEqual([400, false]);
  });
});
