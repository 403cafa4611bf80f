import { Order, OrderItem, OrderTag, shop, Tag } from '../support/domain/shop';
import { errorFieldsOf } from '../support/response-parts';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { unusedCode } from '../support/unused-code';

/** An order with two items, the first of which has a shipment, and a tag. */
async function createOrder(): Promise<ApiResponse['body']> {
  const { status, body } = await request('POST', '/orders', {
    code: unusedCode(),
    order_items: [
      { sku: 'pen', quantity: 2, shipments: [{ carrier: 'UPS' }] },
      { sku: 'ink', quantity: 1 },
    ],
    tags: [{ name: unusedCode() }],
  });
  expect(status).toBe(201);
  return body;
}

const versionOf = async (id: number) => (await Order.findById(id))!.version;

const served = useServed(shop);
const { request } = served;

describe('PUT with nested children', () => {
  it('updates children that have an id, creates those without, and keeps the others', async () => {
    const { id, order_items } = await createOrder();
    const [pen, ink] = order_items;

    const { status, body } = await request('PUT', `/orders/${id}`, {
      status: 'shipped',
      order_items: [
        { sku: 'cup', quantity: 4 },
        { id: ink.id, quantity: 7 },
        { id: null, sku: 'mug', quantity: 5 },
      ],
    });

    expect(status).toBe(200);
    expect(body.status).toBe('shipped');
    expect(body.order_items.map(({ id, sku, quantity }: ApiResponse['body']) => ({ id, sku, quantity }))).toEqual([
      { id: pen.id, sku: 'pen', quantity: 2 },
      { id: ink.id, sku: 'ink', quantity: 7 },
      { id: expect.any(Number), sku: 'cup', quantity: 4 },
      { id: expect.any(Number), sku: 'mug', quantity: 5 },
    ]);
    expect((await request('GET', `/orders/${id}/order_items`)).body).toEqual(body.order_items);
  });

  it('works at any depth, and returns every collection of the payload as it is afterwards', async () => {
    const { id, order_items } = await createOrder();
    const [pen, ink] = order_items;

    const { status, body } = await request('PATCH', `/orders/${id}`, {
      order_items: [
        { id: pen.id, shipments: [{ id: pen.shipments[0].id, carrier: 'DHL' }, { carrier: 'Post' }] },
        { sku: 'cup', quantity: 1, shipments: [{ carrier: 'Bike' }] },
      ],
    });

    expect(status).toBe(200);
    const carriers = body.order_items.map(({ shipments }: ApiResponse['body']) =>
      shipments.map(({ carrier }: { carrier: string }) => carrier),
    );
    expect(carriers).toEqual([['DHL', 'Post'], [], ['Bike']]);
    expect(body.order_items[1]).toMatchObject({ id: ink.id, shipments: [] });
    expect(body).not.toHaveProperty('tags');
  });

  it('deletes nothing, even with an empty array', async () => {
    const { id, order_items } = await createOrder();

    const { status, body } = await request('PUT', `/orders/${id}`, { order_items: [] });

    expect(status).toBe(200);
    expect(body.order_items).toHaveLength(order_items.length);
  });

  it('changes nothing when it sends back what was read', async () => {
    const { id } = await createOrder();
    const { body: read } = await request('GET', `/orders/${id}?expand=order_items.shipments,tags`);
    const before = await versionOf(id);

    const { status, body } = await request('PUT', `/orders/${id}`, read);

    expect(status).toBe(200);
    expect(body).toEqual(read);
    expect(await versionOf(id)).toBe(before);
  });

  it('writes nothing when a child is rejected', async () => {
    const order = await createOrder();
    const [pen] = order.order_items;

    const rejected = await request('PUT', `/orders/${order.id}`, {
      status: 'shipped',
      order_items: [{ id: pen.id, quantity: 9, product_id: 999999 }],
    });

    expect(rejected.status).toBe(409);
    expect(rejected.body.detail).toBe('order_items[0].product_id refers to the Product 999999, which does not exist.');
    const { body } = await request('GET', `/orders/${order.id}?include=status,order_items.quantity`);
    expect(body).toEqual({ status: 'created', order_items: [{ quantity: 2 }, { quantity: 1 }] });
  });
});

describe('PUT with invalid nested children', () => {
  it('rejects a child of another parent with 422 and its path', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const [pen] = order.order_items;

    const foreign = await request('PUT', `/orders/${order.id}`, {
      order_items: [{ id: pen.id }, { id: other.order_items[0].id, quantity: 9 }, { id: 999999 }],
    });
    const deeper = await request('PUT', `/orders/${order.id}`, {
      order_items: [{ id: pen.id, shipments: [{ id: other.order_items[0].shipments[0].id }] }],
    });
    const sibling = await request('PUT', `/orders/${order.id}`, {
      order_items: [{ id: order.order_items[1].id, shipments: [{ id: pen.shipments[0].id }] }],
    });

    expect(foreign.status).toBe(422);
    expect(foreign.body.field_errors).toEqual([
      {
        field: 'order_items[1].id',
        message: 'names no OrderItem of this Order',
        invalid_value: other.order_items[0].id,
      },
      { field: 'order_items[2].id', message: 'names no OrderItem of this Order', invalid_value: 999999 },
    ]);
    expect(errorFieldsOf(deeper)).toEqual(['order_items[0].shipments[0].id']);
    expect(errorFieldsOf(sibling)).toEqual(['order_items[0].shipments[0].id']);
    expect((await OrderItem.findById(other.order_items[0].id))!.quantity).toBe(2);
  });

  it('rejects moving a child to another parent, and changes of read-only fields', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const [pen] = order.order_items;
    const changed = { id: pen.id, order_id: other.id, created_at: '2020-01-01T00:00:00Z' };

    const rejected = await request('PUT', `/orders/${order.id}`, { order_items: [changed] });
    const created = await request('PUT', `/orders/${order.id}`, {
      order_items: [{ sku: 'cup', quantity: 1, order_id: other.id }],
    });

    expect(rejected.status).toBe(422);
    expect(errorFieldsOf(rejected)).toEqual(['order_items[0].order_id', 'order_items[0].created_at']);
    expect(errorFieldsOf(created)).toEqual(['order_items[0].order_id']);
    expect(await OrderItem.count({ where: { orderId: order.id } })).toBe(2);
  });

  it('reports every invalid value of the whole payload at once', async () => {
    const { id, order_items } = await createOrder();
    const [pen, ink] = order_items;

    const rejected = await request('PUT', `/orders/${id}`, {
      payments: null,
      tags: {},
      order_items: [
        { id: pen.id, quantity: 'two', colour: 'red' },
        { quantity: 1 },
        { id: pen.id },
        { id: 'x' },
        { id: ink.id, sku: null },
        'pen',
        { sku: 'cup', quantity: 1, created_at: '2020-01-01T00:00:00Z' },
      ],
    });

    expect(rejected.status).toBe(422);
    expect(errorFieldsOf(rejected).sort()).toEqual(
      [
        'payments',
        'tags',
        'order_items[0].quantity',
        'order_items[0].colour',
        'order_items[1].sku',
        'order_items[2].id',
        'order_items[3].id',
        'order_items[4].sku',
        'order_items[5]',
        'order_items[6].created_at',
      ].sort(),
    );
    const twice = rejected.body.field_errors.find(({ field }: { field: string }) => field === 'order_items[2].id');
    expect(twice).toMatchObject({ message: 'occurs twice in the array: merge the two elements' });
  });

  it('responds 413 when it has more than bulk.maxItems elements', async () => {
    const { id } = await createOrder();
    const items = Array.from({ length: 1001 }, () => ({ sku: 'pen', quantity: 1 }));

    expect((await request('PUT', `/orders/${id}`, { order_items: items })).status).toBe(413);
  });
});

describe('The writes of PUT with nested children', () => {
  it('increment the version of the root once, whatever changes below it', async () => {
    const { id, order_items } = await createOrder();
    const [pen] = order_items;
    const before = await versionOf(id);

    await request('PUT', `/orders/${id}`, {
      order_items: [
        { id: pen.id, quantity: 3 },
        { sku: 'cup', quantity: 1 },
      ],
    });
    expect(await versionOf(id)).toBe(before + 1);
    await request('PUT', `/orders/${id}`, { status: 'shipped', order_items: [{ id: pen.id, quantity: 4 }] });
    expect(await versionOf(id)).toBe(before + 2);
    const item = `/orders/${id}/order_items/${pen.id}`;
    await request('PUT', item, { shipments: [{ carrier: 'Bike' }] });
    expect(await versionOf(id)).toBe(before + 3);
    await request('PUT', item, { shipments: [{ id: pen.shipments[0].id, carrier: 'UPS' }] });
    expect(await versionOf(id)).toBe(before + 3);
  });

  it('read the children with one statement for each level, whatever their number', async () => {
    const items = Array.from({ length: 20 }, () => ({
      sku: 'pen',
      quantity: 1,
      shipments: [{ carrier: 'UPS' }, { carrier: 'DHL' }],
    }));
    const { body: order } = await request('POST', '/orders', { code: unusedCode(), order_items: items });

    const statements = await statementsOf(Order, () =>
      request('PUT', `/orders/${order.id}`, { order_items: order.order_items }, { Prefer: 'return=minimal' }),
    );

    expect(statements).toHaveLength(3);
  });

  it('lose none of many concurrent changes', async () => {
    const { id } = await createOrder();
    const add = () => request('PUT', `/orders/${id}`, { order_items: [{ sku: 'cup', quantity: 1 }] });

    const responses = await Promise.all(Array.from({ length: 10 }, add));

    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await OrderItem.count({ where: { orderId: id } })).toBe(12);
  });
});

describe('A many-to-many collection in PUT', () => {
  const tagsOf = async (id: number) =>
    (await request('GET', `/orders/${id}/tags`)).body.map((tag: { id: number }) => tag.id);

  it('links by id, updates with more fields, creates and links without an id, and keeps existing links', async () => {
    const { id, tags } = await createOrder();
    const { body: loose } = await request('POST', '/tags', { name: unusedCode() });
    const name = unusedCode();

    const { status, body } = await request('PUT', `/orders/${id}`, {
      tags: [{ id: tags[0].id }, { id: loose.id, name }, { name: unusedCode() }],
    });

    expect(status).toBe(200);
    expect(body.tags.map((tag: { id: number }) => tag.id)).toEqual([tags[0].id, loose.id, expect.any(Number)]);
    expect((await request('GET', `/tags/${loose.id}`)).body.name).toBe(name);
    expect(await OrderTag.count({ where: { orderId: id } })).toBe(3);
    expect(await tagsOf(id)).toEqual(body.tags.map((tag: { id: number }) => tag.id));
  });

  it('keeps links that the payload does not contain', async () => {
    const { id, tags } = await createOrder();

    await request('PUT', `/orders/${id}`, { tags: [{ name: unusedCode() }] });

    expect(await tagsOf(id)).toEqual([tags[0].id, expect.any(Number)]);
  });

  it('rejects an unknown id, and an id that appears twice', async () => {
    const { id, tags } = await createOrder();

    const unknown = await request('PUT', `/orders/${id}`, { tags: [{ id: 999999 }] });
    const twice = await request('PUT', `/orders/${id}`, { tags: [{ id: tags[0].id }, { id: tags[0].id }] });
    const created = await request('POST', '/orders', {
      code: unusedCode(),
      tags: [{ id: tags[0].id }, { id: tags[0].id }],
    });

    expect(unknown.body.field_errors).toEqual([
      { field: 'tags[0].id', message: 'names no Tag that exists', invalid_value: 999999 },
    ]);
    expect(errorFieldsOf(twice)).toEqual(['tags[1].id']);
    expect(errorFieldsOf(created)).toEqual(['tags[1].id']);
  });

  it('increments the version of every root that contains a changed entity', async () => {
    const one = await createOrder();
    const other = await createOrder();
    const [tag] = one.tags;
    const linked = await request('PUT', `/orders/${other.id}`, { tags: [{ id: tag.id }] });
    expect(linked.status).toBe(200);
    const before = [await versionOf(one.id), await versionOf(other.id)];

    await request('PUT', `/orders/${other.id}`, { tags: [{ id: tag.id, name: unusedCode() }] });

    expect([await versionOf(one.id), await versionOf(other.id)]).toEqual(before.map((version) => version + 1));
    expect((await Tag.findById(tag.id))!.version).toBe(1);
  });
});

describe('PUT /<resource>/{ids} with nested children', () => {
  it('applies the same payload to each root, with new children for all of them', async () => {
    const one = await createOrder();
    const other = await createOrder();
    const { body: tag } = await request('POST', '/tags', { name: unusedCode() });

    const { status, body } = await request('PUT', `/orders/${one.id},${other.id}`, {
      order_items: [{ sku: 'cup', quantity: 1, shipments: [{ carrier: 'Bike' }] }],
      tags: [{ id: tag.id, name: unusedCode() }],
    });

    expect(status).toBe(200);
    for (const [index, { id }] of [one, other].entries()) {
      expect(body[index].order_items.at(-1)).toMatchObject({ sku: 'cup', order_id: id });
      expect(body[index].order_items.at(-1).shipments).toHaveLength(1);
      expect(body[index].tags.at(-1).id).toBe(tag.id);
    }
  });

  it('rejects a child that one of the roots does not have, and changes none', async () => {
    const one = await createOrder();
    const other = await createOrder();
    const [pen] = one.order_items;

    const rejected = await request('PUT', `/orders/${one.id},${other.id}`, {
      order_items: [{ id: pen.id, quantity: 9 }],
    });

    expect(rejected.status).toBe(422);
    expect(errorFieldsOf(rejected)).toEqual(['order_items[0].id']);
    expect((await OrderItem.findById(pen.id))!.quantity).toBe(2);
  });
});
