import { Order, OrderItem, Shipment, shop } from '../support/domain/shop';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { unusedCode } from '../support/unused-code';

const served = useServed(shop);
const { request } = served;

interface OrderBody {
  readonly id: number;
  readonly code: string;
}

/** A limit above all examples. */
type Orders = [OrderBody, OrderBody, OrderBody, ...OrderBody[]];

async function createOrders(count: number): Promise<Orders> {
  const payloads = Array.from({ length: count }, () => ({ code: unusedCode() }));
  const { status, body } = await request('POST', '/orders', payloads);
  expect(status).toBe(201);
  return body;
}

const idsOf = (entities: readonly { id: number }[]) => entities.map(({ id }) => id);
const path = (entities: readonly { id: number }[], ...more: (string | number)[]) =>
  `/orders/${[...idsOf(entities), ...more].join(',')}`;

describe('POST with a JSON array of objects (bulk create)', () => {
  it('responds 201 with an array in the order of the payload', async () => {
    const codes = [unusedCode(), unusedCode(), unusedCode()].reverse();

    const { status, headers, body } = await request(
      'POST',
      '/orders',
      codes.map((code) => ({ code })),
    );

    expect(status).toBe(201);
    expect(headers.get('Location')).toBeNull();
    expect(body.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect((await request('GET', path(body))).body).toEqual(body);
  });

  it('creates all elements in one transaction: when one is rejected, none is stored', async () => {
    const [taken] = await createOrders(1);
    const before = await Order.count();

    const rejected = await request('POST', '/orders', [{ code: unusedCode() }, { code: taken.code }]);

    expect(rejected.status).toBe(409);
    expect(await Order.count()).toBe(before);
  });

  it('reports the errors of all elements at once, each with its index', async () => {
    const { status, body } = await request('POST', '/orders', [
      { code: unusedCode() },
      { code: 7 },
      'order',
      {
        code: unusedCode(),
        order_items: [
          { sku: 'pen', quantity: 1 },
          { sku: 'pen', quantity: 1.5 },
        ],
      },
    ]);

    expect(status).toBe(422);
    expect(body.field_errors.map(({ field }: { field: string }) => field)).toEqual([
      '[1].code',
      '[2]',
      '[3].order_items[1].quantity',
    ]);
  });

  it('names the index of a reference to a missing entity', async () => {
    const items = [{ sku: 'pen', quantity: 1, product_id: 999999 }];

    const { status, body } = await request('POST', '/orders', [
      { code: unusedCode() },
      { code: unusedCode(), order_items: items },
    ]);

    expect(status).toBe(409);
    expect(body.detail).toBe('[1].order_items[0].product_id refers to the Product 999999, which does not exist.');
  });

  it('gives every child the key of its own parent, and every row its own key', async () => {
    const payloads = Array.from({ length: 40 }, (_, index) => ({
      code: unusedCode(),
      order_items: Array.from({ length: index % 4 }, (_, item) => ({
        sku: `${index}-${item}`,
        quantity: index,
        shipments: [{ carrier: `${index}-${item}` }],
      })),
    }));

    const { status, body } = await request('POST', '/orders', payloads);

    expect(status).toBe(201);
    for (const [index, order] of body.entries()) {
      expect(order.order_items).toHaveLength(index % 4);
      const items = await OrderItem.where({ orderId: order.id });
      expect(items.map(({ sku }) => sku)).toEqual(order.order_items.map(({ sku }: { sku: string }) => sku));
      for (const [item, { id, sku }] of items.entries()) {
        expect(order.order_items[item].id).toBe(id);
        expect((await Shipment.where({ orderItemId: Number(id) })).map(({ carrier }) => carrier)).toEqual([sku]);
      }
    }
  });

  it('creates children of one parent', async () => {
    const [order] = await createOrders(1);

    const { status, body } = await request('POST', `/orders/${order.id}/order_items`, [
      { sku: 'b', quantity: 2 },
      { sku: 'a', quantity: 1 },
    ]);

    expect(status).toBe(201);
    expect(body.map(({ sku }: { sku: string }) => sku)).toEqual(['b', 'a']);
    expect((await request('GET', `/orders/${order.id}/order_items`)).body).toEqual(body);
  });

  it('creates nothing for an empty array', async () => {
    expect(await request('POST', '/orders', [])).toMatchObject({ status: 201, body: [] });
  });

  it('responds 413 when the array is longer than bulk.maxItems', async () => {
    const before = await Order.count();

    const { status } = await request(
      'POST',
      '/orders',
      Array.from({ length: 1001 }, () => ({ code: unusedCode() })),
    );

    expect(status).toBe(413);
    const items = Array.from({ length: 1001 }, () => ({ sku: 'pen', quantity: 1 }));
    expect((await request('POST', '/orders', { code: unusedCode(), order_items: items })).status).toBe(413);
    expect(await Order.count()).toBe(before);
  });
});

describe('bulk.maxItems', () => {
  const items = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => ({ sku: `pen-${index}`, quantity: 1, ...more }));
  const parcels = (count: number) => ({ shipments: Array.from({ length: count }, () => ({ carrier: 'Northpost' })) });

  const everything = async () => [await Order.count(), await OrderItem.count(), await Shipment.count()];
  const refusedBy = async (method: string, at: string, payload: unknown) => {
    const before = await everything();
    const { status, body } = await request(method, at, payload);
    expect(status).toBe(413);
    expect(await everything()).toEqual(before);
    return body.detail as string;
  };

  it('limits ids times elements, since the payload is written for each id', async () => {
    const orders = await createOrders(100);

    expect(await refusedBy('PUT', path(orders), { order_items: items(11) })).toBe(
      'There are 11 elements for each of 100 ids, 1100 together, nested ones included: send at most 1000 at once.',
    );
    expect(await refusedBy('PATCH', path(orders), { order_items: items(1, parcels(10)) })).toMatch(/1100 together/);
    const { status } = await request('PUT', path(orders), { order_items: items(10) });
    expect(status).toBe(200);
    expect(await OrderItem.count({ where: { orderId: orders[0].id } })).toBe(10);
  });

  it('limits the elements of all arrays of a payload together, at every level', async () => {
    const [order] = await createOrders(1);
    const itemsOf = (count: number, below: number) => ({ order_items: items(count, parcels(below)) });

    expect(await refusedBy('POST', '/orders', { code: unusedCode(), ...itemsOf(10, 100) })).toBe(
      'There are 1010 elements, nested ones included: send at most 1000 at once.',
    );
    expect(await refusedBy('PUT', `/orders/${order.id}`, itemsOf(1, 1000))).toMatch(/^There are 1001 elements/);
    expect(await refusedBy('POST', `/orders/${order.id}/order_items`, items(2, parcels(500)))).toMatch(/1002/);
    const all = Array.from({ length: 100 }, () => ({ code: unusedCode(), ...itemsOf(2, 4) }));
    expect(await refusedBy('POST', '/orders', all)).toMatch(/^There are 1100 elements/);
    const { status, body } = await request('POST', '/orders', { code: unusedCode(), ...itemsOf(10, 99) });
    expect(status).toBe(201);
    expect(body.order_items[9].shipments).toHaveLength(99);
  });

  it('counts entities that are only linked', async () => {
    const [order] = await createOrders(1);
    const tags = Array.from({ length: 1001 }, (_, index) => ({ id: index + 1 }));

    expect(await refusedBy('PUT', `/orders/${order.id}`, { tags })).toMatch(/^There are 1001 elements/);
  });
});

describe('field_errors', () => {
  it('end after 100 errors, and the detail says that there are more', async () => {
    const wrong = (count: number) => Array.from({ length: count }, () => ({ code: 7 }));

    const many = await request('POST', '/orders', wrong(1000));
    const fewer = await request('POST', '/orders', wrong(100));

    expect([many.status, fewer.status]).toEqual([422, 422]);
    expect(many.body.field_errors).toHaveLength(100);
    expect(many.body.field_errors[99]).toMatchObject({ field: '[99].code' });
    expect(many.body.detail).toMatch(/\[99\]\.code\. Only the first 100 are listed\.$/);
    expect(fewer.body.field_errors).toHaveLength(100);
    expect(fewer.body.detail).toMatch(/\[99\]\.code\.$/);
  });

  it('end after 100 errors for the unknown fields of one payload', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));

    const { status, body } = await request('POST', '/orders', { code: unusedCode(), ...unknown });

    expect(status).toBe(422);
    expect(body.field_errors).toHaveLength(100);
    expect(body.detail).toMatch(/Only the first 100 are listed/);
  });
});

describe('GET /<resource>/{ids}', () => {
  it('responds with an array in request order, without duplicates', async () => {
    const [a, b, c] = await createOrders(3);

    const { status, body } = await request('GET', path([c, a, c, b]));

    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(idsOf([c, a, b]));
  });

  it('responds with an array if and only if the path has a comma', async () => {
    const [a] = await createOrders(1);

    expect((await request('GET', path([a]))).body).toMatchObject({ id: a.id });
    expect(idsOf((await request('GET', path([a, a]))).body)).toEqual([a.id]);
  });

  it('lists missing ids in Missing-Ids, and responds 404 when none exists', async () => {
    const [a] = await createOrders(1);

    const some = await request('GET', path([a], 999999, 'abc', 'a%20b', '%2C'));
    const none = await request('GET', '/orders/999999,abc');

    expect(some.status).toBe(200);
    expect(idsOf(some.body)).toEqual([a.id]);
    expect(some.headers.get('Missing-Ids')).toBe('999999,abc,a%20b,%2C');
    expect(none.status).toBe(404);
    expect(none.body).toMatchObject({
      detail: 'No Order with id "999999", "abc" was found.',
      missing: ['999999', 'abc'],
    });
  });

  it('responds 400 to an empty id, and 413 to too many', async () => {
    const [a] = await createOrders(1);
    const many = Array.from({ length: 1001 }, (_, index) => index).join(',');

    for (const ids of [`${a.id},`, `,${a.id}`, `${a.id},,${a.id}`, ',']) {
      expect((await request('GET', `/orders/${ids}`)).status).toBe(400);
      expect((await request('DELETE', `/orders/${ids}`)).status).toBe(400);
    }
    expect((await request('GET', `/orders/${many}`)).status).toBe(413);
    expect((await request('GET', path([a]))).status).toBe(200);
  });

  it('reads children of one parent, and reports those of another as missing', async () => {
    const [a, b] = await createOrders(2);
    const { body: own } = await request('POST', `/orders/${a.id}/order_items`, [
      { sku: 'x', quantity: 1 },
      { sku: 'y', quantity: 1 },
    ]);
    const { body: foreign } = await request('POST', `/orders/${b.id}/order_items`, { sku: 'z', quantity: 1 });

    const { body, headers } = await request(
      'GET',
      `/orders/${a.id}/order_items/${own[1].id},${foreign.id},${own[0].id}`,
    );

    expect(body).toEqual([own[1], own[0]]);
    expect(headers.get('Missing-Ids')).toBe(String(foreign.id));
    expect((await request('GET', `/orders/${a.id},${b.id}/order_items`)).status).toBe(404);
  });
});

describe('PUT /<resource>/{ids}', () => {
  it('applies the payload to every existing entity, and lists the missing ids', async () => {
    const [a, b] = await createOrders(2);

    const { status, headers, body } = await request('PUT', path([b, a], 999999), { status: 'shipped' });

    expect(status).toBe(200);
    expect(body.map(({ id, status }: ApiResponse['body']) => ({ id, status }))).toEqual([
      { id: b.id, status: 'shipped' },
      { id: a.id, status: 'shipped' },
    ]);
    expect(headers.get('Missing-Ids')).toBe('999999');
  });

  it('updates all entities in one transaction: when one is rejected, none is changed', async () => {
    const [a, b] = await createOrders(2);

    const { status } = await request('PUT', path([a, b]), { status: 'shipped', code: unusedCode() });

    expect(status).toBe(409);
    expect((await request('GET', path([a, b]))).body.map(({ status }: ApiResponse['body']) => status)).toEqual([
      'created',
      'created',
    ]);
  });
});

describe('DELETE /<resource>/{ids}', () => {
  it('responds 204, deletes the existing entities, and lists the missing ids in a header', async () => {
    const orders = await createOrders(3);

    const { status, headers, body } = await request('DELETE', path(orders, 999999));

    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers.get('Missing-Ids')).toBe('999999');
    expect((await request('GET', path(orders))).status).toBe(404);
  });

  it('deletes all entities in one transaction: when one cannot be deleted, none is', async () => {
    const orders = await createOrders(2);
    await request('POST', `/orders/${orders[1].id}/payments`, { amount: 1 });

    expect((await request('DELETE', path(orders))).status).toBe(409);

    expect((await request('GET', path(orders))).body).toHaveLength(2);
  });

  it('deletes children of one parent', async () => {
    const [order] = await createOrders(1);
    const items = `/orders/${order.id}/order_items`;
    const { body } = await request('POST', items, [
      { sku: 'x', quantity: 1 },
      { sku: 'y', quantity: 1 },
      { sku: 'z', quantity: 1 },
    ]);

    expect((await request('DELETE', `${items}/${body[0].id},${body[2].id}`)).status).toBe(204);

    expect((await request('GET', items)).body).toEqual([body[1]]);
  });
});

describe('Prefer', () => {
  const strict = { Prefer: 'handling=strict' };
  const minimal = { Prefer: 'return=minimal' };

  it.each([
    ['GET', undefined],
    ['PUT', { status: 'shipped' }],
    ['DELETE', undefined],
  ])(
    'handling=strict: %s with a missing id responds 404 with the list of missing ids, and writes nothing',
    async (method, payload) => {
      const orders = await createOrders(2);

      const rejected = await request(method, path(orders, 999999, 'abc'), payload, strict);

      expect(rejected.status).toBe(404);
      expect(rejected.body.missing).toEqual(['999999', 'abc']);
      const { body } = await request('GET', path(orders));
      expect(body.map(({ status }: ApiResponse['body']) => status)).toEqual(['created', 'created']);
    },
  );

  it('handling=strict: a request without missing ids responds as usual, with Preference-Applied', async () => {
    const orders = await createOrders(2);

    const { status, headers } = await request('PUT', path(orders), { status: 'shipped' }, strict);

    expect(status).toBe(200);
    expect(headers.get('Preference-Applied')).toBe('handling=strict');
  });

  it('return=minimal omits the body of a write: 201 for a create, otherwise 204', async () => {
    const created = await request('POST', '/orders', { code: unusedCode() }, minimal);
    const location = created.headers.get('Location')!;
    const updated = await request('PUT', location, { status: 'shipped' }, { Prefer: 'foo; bar, return="minimal"' });

    expect(created).toMatchObject({ status: 201, body: '' });
    expect(created.headers.get('Preference-Applied')).toBe('return=minimal');
    expect(updated).toMatchObject({ status: 204, body: '' });
    expect((await request('GET', location, undefined, minimal)).body.status).toBe('shipped');
  });
});
