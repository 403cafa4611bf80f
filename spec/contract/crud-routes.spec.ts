import { Order, OrderItem, Shipment, shop } from '../support/domain/shop';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { unusedCode } from '../support/unused-code';

const served = useServed(shop);
const { request } = served;

/** An order with two items, the first of which has a shipment. */
async function createOrder(): Promise<ApiResponse['body']> {
  const items = [
    { sku: 'pen', quantity: 2, shipments: [{ carrier: 'UPS' }] },
    { sku: 'ink', quantity: 1 },
  ];
  const { status, body } = await request('POST', '/orders', { code: unusedCode(), total: 12.5, order_items: items });
  expect(status).toBe(201);
  return body;
}

describe('POST /<resource>', () => {
  it('responds 201 with the created object in snake_case, and Location', async () => {
    const code = unusedCode();

    const { status, headers, body } = await request('POST', '/orders', { code, total: 10.5, customer_url: 'x' });

    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`/orders/${body.id}`);
    expect(body).toEqual({
      id: expect.any(Number),
      code,
      status: 'created',
      total: '10.50',
      placed_at: null,
      due_on: null,
      is_gift: null,
      ledger_no: null,
      customer_url: 'x',
      labels: null,
      rating: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: body.created_at,
    });
  });

  it('returns what a later read returns', async () => {
    const values = { placed_at: '2026-01-31T10:00:00.25+02:00', due_on: '2026-02-28', is_gift: true };
    const created = await request('POST', '/orders', { code: unusedCode(), ...values, gift_code: 'hush' });

    const read = await request('GET', `/orders/${created.body.id}`);

    expect(read.body).toEqual(created.body);
    expect(read.body).toMatchObject({ ...values, placed_at: '2026-01-31T08:00:00.250Z' });
    expect(JSON.stringify(read.body)).not.toMatch(/hush|internal_notes|version/);
  });

  it('creates nested children, and returns them with ids', async () => {
    const order = await createOrder();

    const [first, second] = order.order_items;
    expect(first).toMatchObject({ id: expect.any(Number), sku: 'pen', order_id: order.id });
    expect(first.shipments).toEqual([expect.objectContaining({ carrier: 'UPS', order_item_id: first.id })]);
    expect(second).toMatchObject({ sku: 'ink', order_id: order.id });
    const { body } = await request('GET', `/orders/${order.id}/order_items/${first.id}/shipments`);
    expect(body).toEqual(first.shipments);
  });

  it('creates everything in one transaction: nothing is stored when the database rejects a child', async () => {
    const code = unusedCode();
    const items = [{ sku: 'pen', quantity: 1, product_id: 999999 }];

    const rejected = await request('POST', '/orders', { code, order_items: items });

    expect(rejected.status).toBe(409);
    expect(rejected.body.detail).toBe('order_items[0].product_id refers to the Product 999999, which does not exist.');
    const { body } = await request('GET', '/orders');
    expect(body.map((order: { code: string }) => order.code)).not.toContain(code);
  });
});

describe('The payload of POST /<resource>', () => {
  it('is rejected with every invalid field at once', async () => {
    const { status, headers, body } = await request('POST', '/orders', {
      code: 'x'.repeat(21),
      status: 'lost',
      total: '1.005',
      due_on: '2026-02-30',
      colour: 'red',
      dueOn: '2026-02-28',
      Is_gift: true,
      internal_notes: 'let me in',
      version: 7,
      id: 7,
      created_at: '2026-01-31T10:00:00Z',
      rating: 'A',
      order_items: [{ sku: 1, Sku: 'pen', quantity: 2147483648 }, 'pen', { quantity: 1 }],
      payments: {},
    });

    expect(status).toBe(422);
    expect(headers.get('Content-Type')).toMatch('application/problem+json');
    expect(body).toMatchObject({ title: 'Unprocessable Entity', status: 422, instance: '/orders' });
    const fields = Object.fromEntries(
      body.field_errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
    );
    expect(fields).toEqual({
      code: 'must not be longer than 20 characters',
      status: 'must be one of created, shipped, cancelled',
      total: 'must be a decimal number with at most 8 digits before and 2 after the point',
      due_on: 'must be a date such as 2026-01-31',
      colour: expect.stringContaining('is unknown'),
      dueOn: expect.stringContaining('is unknown'),
      Is_gift: expect.stringContaining('is unknown'),
      'order_items[0].Sku': expect.stringContaining('is unknown'),
      internal_notes: expect.stringContaining('is unknown'),
      version: expect.stringContaining('is unknown'),
      id: 'is set by the server: leave it out',
      created_at: 'is set by the server: leave it out',
      rating: 'is set by the server: leave it out',
      'order_items[0].sku': 'must be text',
      'order_items[0].quantity': 'must be a whole number from -2147483648 to 2147483647',
      'order_items[1]': 'must be an object',
      'order_items[2].sku': 'is required',
      payments: 'must be an array',
    });
    expect(JSON.stringify(body)).not.toContain('let me in');
  });

  it('requires the fields that have no default and are not nullable', async () => {
    const { status, body } = await request('POST', '/orders', {});

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([{ field: 'code', message: 'is required' }]);
    expect(body.detail).toBe('Invalid fields: code.');
    expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'instance', 'request_id', 'field_errors']);
  });

  it('may have null for a field that the server sets, but not for a required one', async () => {
    const order = await request('POST', '/orders', { code: unusedCode(), id: null, created_at: null });
    expect(order.status).toBe(201);

    const { body } = await request('POST', '/orders', { code: null });
    expect(body.field_errors).toEqual([{ field: 'code', message: 'must not be null' }]);
  });

  it('is rejected with 409 and the field when a unique value is taken', async () => {
    const { code } = await createOrder();

    const { status, body } = await request('POST', '/orders', { code });

    expect(status).toBe(409);
    expect(body.detail).toBe('Another entity has the same code.');
  });

  it('distinguishes unique texts by their bytes: case, accents and trailing blanks', async () => {
    const code = unusedCode();

    for (const other of [code, `${code} `, code.toLowerCase(), code.replace('C', 'Ć')]) {
      expect(await request('POST', '/orders', { code: other })).toMatchObject({ status: 201, body: { code: other } });
    }
  });

  it('sets a key that is not generated, on create only', async () => {
    const created = await request('POST', '/countries', { code: 'CH', name: 'Schweiz' });
    expect(created).toMatchObject({ status: 201, body: { code: 'CH', name: 'Schweiz' } });
    expect(created.headers.get('Location')).toBe('/countries/CH');

    expect(await request('PUT', '/countries/CH', { code: 'CH', name: 'Suisse' })).toMatchObject({ status: 200 });
    const moved = await request('PUT', '/countries/CH', { code: 'FR' });
    expect(moved.body.field_errors).toEqual([{ field: 'code', message: 'cannot be changed', invalid_value: 'FR' }]);
    expect((await request('GET', '/countries/ch')).status).toBe(404);
  });

  it('refers to another root by its foreign key or by its id, but not by both', async () => {
    const { body: pen } = await request('POST', '/products', { name: 'Pen' });
    const { body: ink } = await request('POST', '/products', { name: 'Ink' });
    const { id } = await createOrder();
    const items = `/orders/${id}/order_items`;

    const byKey = await request('POST', items, { sku: 'a', quantity: 1, product_id: pen.id });
    const byId = await request('POST', items, { sku: 'a', quantity: 1, product: { id: pen.id } });
    const both = await request('POST', items, { sku: 'a', quantity: 1, product: { id: pen.id }, product_id: ink.id });

    expect(byKey.body.product_id).toBe(pen.id);
    expect(byId.body.product_id).toBe(pen.id);
    expect(both.status).toBe(422);
    expect(both.body.field_errors[0]).toMatchObject({ field: 'product', message: 'contradicts product_id' });
  });
});

describe('A foreign key to a missing entity', () => {
  it('is rejected with 409 and its name, on create and update, also the key of a parent', async () => {
    const order = await createOrder();
    const item = `/orders/${order.id}/order_items/${order.order_items[0].id}`;

    const created = await request('POST', '/payments', { order_id: 999999, amount: 1 });
    const updated = await request('PUT', item, { product_id: 999999 });

    expect(created).toMatchObject({ status: 409 });
    expect(created.body.detail).toBe('order_id refers to the Order 999999, which does not exist.');
    expect(updated).toMatchObject({ status: 409 });
    expect(updated.body.detail).toBe('product_id refers to the Product 999999, which does not exist.');
  });
});

describe('POST /<resource>/{id}/<sub_resource> (and deeper)', () => {
  it('creates the child below its parent', async () => {
    const order = await createOrder();
    const [item] = order.order_items;
    const path = `/orders/${order.id}/order_items/${item.id}/shipments`;

    const { status, headers, body } = await request('POST', path, { carrier: 'DHL' });

    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`${path}/${body.id}`);
    expect(body).toMatchObject({ carrier: 'DHL', order_item_id: item.id });
  });

  it('accepts the parent key in the payload only when it equals that of the path, else responds 422', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const path = `/orders/${order.id}/order_items`;

    const same = await request('POST', path, { sku: 'a', quantity: 1, order_id: order.id });
    const foreign = await request('POST', path, { sku: 'a', quantity: 1, order_id: other.id });

    expect(same.status).toBe(201);
    expect(foreign.status).toBe(422);
    expect(foreign.body.field_errors).toEqual([
      {
        field: 'order_id',
        message: 'names another Order than the one that it is created in: leave it out',
        invalid_value: other.id,
      },
    ]);
  });

  it('responds 404 when a parent is missing, or belongs to another root', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const shipment = { carrier: 'DHL' };

    expect(await request('POST', '/orders/999999/order_items', { sku: 'a', quantity: 1 })).toMatchObject({
      status: 404,
    });
    const path = `/orders/${other.id}/order_items/${order.order_items[0].id}/shipments`;
    expect(await request('POST', path, shipment)).toMatchObject({ status: 404 });
  });

  it('links a many-to-many child by its id, and creates one without an id', async () => {
    const { id } = await createOrder();
    const { body: tag } = await request('POST', '/tags', { name: unusedCode() });

    const linked = await request('POST', `/orders/${id}/tags`, { id: tag.id });
    const created = await request('POST', `/orders/${id}/tags`, { name: unusedCode() });
    const unknown = await request('POST', `/orders/${id}/tags`, { id: 999999 });

    expect(linked).toMatchObject({ status: 201, body: { id: tag.id, name: tag.name } });
    expect(created.status).toBe(201);
    expect(unknown.body.field_errors).toEqual([
      { field: 'id', message: 'names no Tag that exists', invalid_value: 999999 },
    ]);
    expect((await request('GET', `/orders/${id}/tags`)).body).toEqual([linked.body, created.body]);
  });
});

describe('GET /<resource>', () => {
  it('responds with a bare array in the order of the keys', async () => {
    const first = await createOrder();
    const second = await createOrder();

    const { status, body } = await request('GET', '/orders');

    expect(status).toBe(200);
    const ids = body.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids).toEqual(expect.arrayContaining([first.id, second.id]));
  });

  it('contains every element once when the list is longer than a chunk', async () => {
    const { id } = await createOrder();
    const items = Array.from({ length: 2005 }, (_, quantity) => ({ sku: 'pen', quantity, orderId: id }));
    await OrderItem.bulkCreate(items as never);

    const { body } = await request('GET', `/orders/${id}/order_items`);

    expect(body).toHaveLength(2007);
    expect(new Set(body.map((item: { id: number }) => item.id)).size).toBe(2007);
  });

  it('responds to HEAD with the Content-Type and Vary of GET, short or streamed, from the first chunk alone', async () => {
    const { id } = await createOrder();
    const path = `/orders/${id}/order_items`;
    const typeAndVary = async (method: string) => {
      const { status, headers } = await request(method, path, undefined, { Accept: 'text/csv' });
      return [status, headers.get('Content-Type'), headers.get('Vary')];
    };

    expect(await typeAndVary('HEAD')).toEqual([200, 'text/csv; charset=utf-8', 'Accept']);
    const items = Array.from({ length: 1005 }, (_, quantity) => ({ sku: 'pen', quantity, orderId: id }));
    await OrderItem.bulkCreate(items as never);
    expect(await typeAndVary('GET')).toEqual([200, 'text/csv; charset=utf-8', 'Accept']);
    const statements = await statementsOf(OrderItem, async () => {
      expect(await typeAndVary('HEAD')).toEqual([200, 'text/csv; charset=utf-8', 'Accept']);
    });
    expect(statements).toHaveLength(1);
  });

  it('lists the children of one parent, an empty list if there are none, and responds 404 without a parent', async () => {
    const order = await createOrder();
    await createOrder();

    const { body } = await request('GET', `/orders/${order.id}/order_items`);

    expect(body.map(({ sku }: { sku: string }) => sku)).toEqual(['pen', 'ink']);
    expect(await request('GET', `/orders/${order.id}/payments`)).toMatchObject({ status: 200, body: [] });
    expect(await request('GET', '/orders/999999/payments')).toMatchObject({ status: 404 });
    const [item] = order.order_items;
    expect(await request('GET', `/orders/999999/order_items/${item.id}/shipments`)).toMatchObject({ status: 404 });
  });
});

describe('GET /<resource>/{id}', () => {
  it.each([
    '999999999',
    'abc',
    '1abc',
    '1e0',
    '0x1',
    '01',
    '+1',
    '1.0',
    '%201',
    '99999999999999999999',
    'true',
    '%00',
    '1%2C2',
  ])('responds 404 to %s, which the database must not coerce', async (id) => {
    await createOrder();

    expect((await request('GET', `/orders/${id}`)).status).toBe(404);
    expect((await request('PUT', `/orders/${id}`, { status: 'shipped' })).status).toBe(404);
    expect((await request('DELETE', `/orders/${id}`)).status).toBe(404);
    expect((await request('GET', `/orders/${id}/order_items`)).status).toBe(404);
  });

  it('names the entity and the missing id', async () => {
    const { body } = await request('GET', '/orders/999999');

    expect(body).toMatchObject({ title: 'Not Found', detail: 'No Order with id "999999" was found.' });
  });

  it('reads a child through its root, and responds 404 under another parent', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const [item] = order.order_items;
    const [shipment] = item.shipments;

    const own = await request('GET', `/orders/${order.id}/order_items/${item.id}/shipments/${shipment.id}`);
    expect(own.body).toEqual(shipment);
    for (const path of [
      `/orders/${other.id}/order_items/${item.id}`,
      `/orders/${other.id}/order_items/${item.id}/shipments/${shipment.id}`,
      `/orders/${order.id}/order_items/${order.order_items[1].id}/shipments/${shipment.id}`,
    ]) {
      expect((await request('GET', path)).status).toBe(404);
      expect((await request('PUT', path, {})).status).toBe(404);
      expect((await request('DELETE', path)).status).toBe(404);
    }
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const { id } = await createOrder();

    const { status, body } = await request('HEAD', `/orders/${id}`);

    expect({ status, body }).toEqual({ status: 200, body: '' });
  });
});

describe('PUT /<resource>/{id}', () => {
  it('changes the fields of the payload, clears those that are null, and keeps the others', async () => {
    const order = await createOrder();
    await request('PUT', `/orders/${order.id}`, { customer_url: 'kept', total: '99.00' });

    const { status, body } = await request('PUT', `/orders/${order.id}`, { status: 'shipped', total: null });

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'shipped', total: null, customer_url: 'kept', code: order.code });
    expect((await request('GET', `/orders/${order.id}`)).body).toEqual(body);
  });

  it('is the same as PATCH with JSON or a merge patch', async () => {
    const { id } = await createOrder();

    const json = await request('PATCH', `/orders/${id}`, { status: 'shipped' });
    const merge = await request('PATCH', `/orders/${id}`, '{"total":null}', {
      'Content-Type': 'application/merge-patch+json',
    });

    expect(json).toMatchObject({ status: 200, body: { status: 'shipped' } });
    expect(merge).toMatchObject({ status: 200, body: { status: 'shipped', total: null } });
  });

  it('changes nothing when it sends back what was read', async () => {
    const { id } = await createOrder();
    const { body: read } = await request('GET', `/orders/${id}`);

    const { status, body } = await request('PUT', `/orders/${id}`, read);

    expect(status).toBe(200);
    expect(body).toEqual(read);
  });

  it('rejects a changed id, timestamp or read-only field with 422, and writes nothing', async () => {
    const { id } = await createOrder();
    const changed = { id: id + 1, created_at: '2020-01-01T00:00:00Z', rating: 'A', status: 'shipped' };

    const { status, body } = await request('PUT', `/orders/${id}`, changed);

    expect(status).toBe(422);
    expect(body.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'created_at',
      'id',
      'rating',
    ]);
    expect((await request('GET', `/orders/${id}`)).body.status).toBe('created');
  });

  it('rejects moving a child to another parent', async () => {
    const order = await createOrder();
    const other = await createOrder();
    const path = `/orders/${order.id}/order_items/${order.order_items[0].id}`;

    const { status, body } = await request('PUT', path, { order_id: other.id });

    expect(status).toBe(422);
    expect(body.field_errors[0]).toMatchObject({ field: 'order_id', invalid_value: other.id });
    expect((await request('PUT', path, { order_id: order.id, quantity: 9 })).body.quantity).toBe(9);
  });
});

describe('DELETE /<resource>/{id}', () => {
  it('responds 204, and deletes the children with their root', async () => {
    const order = await createOrder();
    const [item] = order.order_items;

    expect(await request('DELETE', `/orders/${order.id}`)).toMatchObject({ status: 204, body: '' });

    expect((await request('GET', `/orders/${order.id}`)).status).toBe(404);
    expect(await OrderItem.count({ where: { orderId: order.id } })).toBe(0);
    expect(await Shipment.count({ where: { orderItemId: item.id } })).toBe(0);
  });

  it('responds 409 while roots of its collections exist, and deletes nothing', async () => {
    const order = await createOrder();
    const { body: payment } = await request('POST', `/orders/${order.id}/payments`, { amount: 5 });

    const rejected = await request('DELETE', `/orders/${order.id}`);

    expect(rejected).toMatchObject({ status: 409 });
    expect(rejected.body.detail).toBe('This Order still has payments: delete each Payment first.');
    expect((await request('GET', `/orders/${order.id}/order_items`)).body).toHaveLength(2);
    await request('DELETE', `/payments/${payment.id}`);
    expect((await request('DELETE', `/orders/${order.id}`)).status).toBe(204);
  });

  it('responds 409 with their class while entities elsewhere refer to it, and deletes nothing', async () => {
    const { body: products } = await request('POST', '/products', [{ name: 'Pen' }, { name: 'Ink' }]);
    const [free, kept] = products;
    const { order_items } = await createOrder();
    await OrderItem.update({ productId: kept.id }, { where: { id: order_items[1].id } });

    const { status, body } = await request('DELETE', `/products/${free.id},${kept.id}`);

    expect(status).toBe(409);
    expect(body.detail).toBe(
      'OrderItem entities still refer to this Product: delete them, or point them elsewhere, first.',
    );
    expect((await request('GET', `/products/${free.id},${kept.id}`)).body).toEqual(products);
  });

  it('responds 409 while rows of a table without a class refer to it', async () => {
    const { body: product } = await request('POST', '/products', { name: 'Pen' });
    await OrderItem.sequelize!.query('CREATE TABLE product_uses (product_id BIGINT NOT NULL REFERENCES products (id))');
    await OrderItem.sequelize!.query(`INSERT INTO product_uses VALUES (${product.id})`);

    const { status, body } = await request('DELETE', `/products/${product.id}`);

    expect(status).toBe(409);
    expect(body.detail).toMatch('Other entities still refer to this one');
  });

  it('only unlinks a many-to-many child', async () => {
    const { id } = await createOrder();
    const { body: tag } = await request('POST', `/orders/${id}/tags`, { name: unusedCode() });

    expect((await request('DELETE', `/orders/${id}/tags/${tag.id}`)).status).toBe(204);

    expect((await request('GET', `/orders/${id}/tags`)).body).toEqual([]);
    expect((await request('GET', `/tags/${tag.id}`)).body).toEqual(tag);
  });
});

describe('A write inside an aggregate', () => {
  it('increments the version of the root, by whichever route the child is reached', async () => {
    const order = await createOrder();
    const [item] = order.order_items;
    const version = async () => (await Order.findById(order.id))!.version;
    const before = await version();

    await request('POST', `/orders/${order.id}/order_items/${item.id}/shipments`, { carrier: 'DHL' });
    await request('PUT', `/orders/${order.id}/order_items/${item.id}`, { quantity: 7 });
    const { body: payment } = await request('POST', '/payments', { order_id: order.id, amount: 1 });
    await request('PUT', `/payments/${payment.id}`, { amount: 2 });
    await request('DELETE', `/payments/${payment.id}`);

    expect(await version()).toBe(before + 5);
  });

  it('loses none of many concurrent changes', async () => {
    const { id } = await createOrder();
    const add = () => request('POST', `/orders/${id}/order_items`, { sku: 'pen', quantity: 1 });

    const responses = await Promise.all(Array.from({ length: 20 }, add));

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await request('GET', `/orders/${id}/order_items`)).body).toHaveLength(22);
  });
});

describe('A hidden association', () => {
  it('is in no payload', async () => {
    const { status, body } = await request('POST', '/categories', { name: 'Books', parent: { id: 1 } });

    expect(status).toBe(422);
    expect(body.field_errors[0].message).toBe(
      'is unknown; known fields: id, created_at, updated_at, name, parent_id, children',
    );
  });
});

describe('An excluded operation', () => {
  it('responds 405 with Allow while another method has the path', async () => {
    const { body: category } = await request('POST', '/categories', { name: 'Books' });

    const { status, headers } = await request('DELETE', `/categories/${category.id}`);

    expect(status).toBe(405);
    expect(headers.get('Allow')!.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT']);
  });

  it('may be excluded for one collection; the first level of a self-association has its routes', async () => {
    const { body: books } = await request('POST', '/categories', { name: 'Books' });

    const child = await request('POST', `/categories/${books.id}/children`, { name: 'Novels' });
    expect(child).toMatchObject({ status: 201, body: { parent_id: books.id } });
    const path = `/categories/${books.id}/children/${child.body.id}`;
    expect((await request('GET', path)).body).toEqual(child.body);
    expect((await request('PUT', path, { name: 'x' })).status).toBe(405);
    expect((await request('DELETE', path)).status).toBe(405);
    expect((await request('GET', `${path}/children`)).status).toBe(404);
  });

  it('is not in the Allow header of OPTIONS', async () => {
    const { status, headers } = await request('OPTIONS', '/orders');

    expect(status).toBe(204);
    expect(headers.get('Allow')!.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  });
});

describe('The body of a request', () => {
  it.each([
    ['{"code":', 400],
    ['{"code":"a","code":"b"}', 400],
    ['{"__proto__":{}}', 400],
    ['', 400],
    ['[1]', 422],
    ['"text"', 422],
    ['null', 422],
  ])('%s responds %d', async (body, status) => {
    const response = await request('POST', '/orders', body, { 'Content-Type': 'application/json' });

    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toMatch('application/problem+json');
  });

  it('requires a known content type: 415 lists those accepted', async () => {
    const unknown = await request('POST', '/orders', 'code: x', { 'Content-Type': 'application/toml' });

    expect(unknown.status).toBe(415);
    expect(unknown.headers.get('Accept')).toContain('application/json');
    expect((await request('POST', '/orders', 'x', { 'Content-Type': '' })).status).toBe(415);
  });

  it.each([
    ['9223372036854775807', '"9223372036854775807"'],
    ['"9223372036854775806"', '"9223372036854775806"'],
    ['-9007199254740993', '"-9007199254740993"'],
    ['9007199254740991', '9007199254740991'],
    ['42', '42'],
  ])('may have the BIGINT %s, which is returned as %s', async (sent, back) => {
    const { id } = await createOrder();
    const json = { 'Content-Type': 'application/json' };

    const updated = await request('PUT', `/orders/${id}`, `{"ledger_no":${sent}}`, json);
    const read = await fetch(`${served.address}/orders/${id}`);

    expect(updated.status).toBe(200);
    expect(await read.text()).toContain(`"ledger_no":${back},`);
    expect((await request('PUT', `/orders/${id}`, updated.body)).body).toEqual(updated.body);
  });

  it.each([
    ['an object', { b: 1, a: [null, true, 'x', 1.5], c: { d: {} } }],
    ['an array', [1, [2], {}]],
    ['text', 'plain "text"'],
    ['text that looks like JSON', '{"a":1}'],
    ['a number', 7],
    ['false', false],
    ['null', null],
  ])('may have JSON that is %s, which is returned as it was sent', async (_, labels) => {
    const created = await request('POST', '/orders', { code: unusedCode(), labels });
    const path = `/orders/${created.body.id}`;

    expect(created).toMatchObject({ status: 201, body: { labels } });
    expect((await request('GET', path)).body).toEqual(created.body);
    expect((await request('PUT', path, created.body)).body).toEqual(created.body);
    const bulk = await request('POST', '/orders', [{ code: unusedCode(), labels }, { code: unusedCode() }]);
    expect((await request('GET', `/orders/${bulk.body[0].id}`)).body.labels).toEqual(labels);
  });

  it('may begin with a byte order mark, which is ignored (our choice)', async () => {
    const { status, body } = await request('POST', '/tags', `\ufeff{"name":"${unusedCode()}"}`, {
      'Content-Type': 'application/json',
    });

    expect({ status, id: body.id }).toEqual({ status: 201, id: expect.any(Number) });
  });

  it('keeps numbers that a double would change, or is rejected', async () => {
    const order = await createOrder();
    const path = `/orders/${order.id}`;
    const put = (total: string) => request('PUT', path, `{"total":${total}}`, { 'Content-Type': 'application/json' });

    expect((await put('99999999.99')).body.total).toBe('99999999.99');
    expect((await put('0.1000000000000000055')).status).toBe(422);
    expect((await put('1e40')).status).toBe(422);
  });

  it.each([
    ['1e400', ''],
    ['1e-400', ''],
    ['[1e400]', '[0]'],
    ['{"order_items":[1e400]}', 'order_items[0]'],
    ['{"order_items":[{"shipments":[9007199254740993]}]}', 'order_items[0].shipments[0]'],
  ])('may not have a number in place of an object, even one that a double cannot hold: %s', async (body, field) => {
    const response = await request('POST', '/orders', body, { 'Content-Type': 'application/json' });

    expect(response.status).toBe(422);
    expect(response.body.field_errors).toContainEqual(expect.objectContaining({ field, message: 'must be an object' }));
  });
});
