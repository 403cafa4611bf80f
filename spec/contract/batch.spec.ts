import { Order, type OrderItem, Shipment, shop } from '../support/domain/shop';
import { tagOf, versionOf } from '../support/entity-tags';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { allStatementsOf, statementsOf } from '../support/statements';

const BATCH = 'application/vnd.koaggregate.batch+json';

let path: string;
let items: readonly number[];

const api = useServed(shop, { settings: { idempotency: { key: 'optional' }, bulk: { maxItems: 6 } } });

let number = 0;
beforeEach(async () => {
  const order_items = [
    { sku: 'pen', quantity: 1 },
    { sku: 'ink', quantity: 2 },
  ];
  const created = await api.request('POST', '/orders', { code: `B-${++number}`, order_items });
  path = `/orders/${created.body.id}`;
  items = created.body.order_items.map(({ id }: { id: number }) => id);
});

const send = (steps: unknown, headers: Record<string, string> = {}) =>
  api.request('PATCH', path, { steps }, { ...headers, 'Content-Type': BATCH });

const readOrder = async () => (await api.request('GET', `${path}?expand=order_items,order_items.shipments,tags`)).body;

/** Sends a batch that must be rejected, and checks that no row has changed. */
async function expectRejected(steps: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
  const before = await readOrder();
  const response = await send(steps, headers);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await readOrder()).toEqual(before);
  return response;
}

describe('PATCH /orders/{id} with a batch', () => {
  it('runs creates, updates and deletes in order, at every depth, and returns the result of each step', async () => {
    const response = await send([
      { op: 'create', path: 'order_items', local_id: 'a', value: { sku: 'cap', quantity: 3 } },
      { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 7 } },
      { op: 'create', path: 'order_items/{a}/shipments', local_id: 's', value: { carrier: 'snail' } },
      { op: 'update', path: 'order_items/{a}/shipments/{s}', value: { carrier: 'post' } },
      { op: 'delete', path: `order_items/${items[1]}` },
      { op: 'update', path: '', value: { status: 'shipped' } },
    ]);

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const { steps } = response.body;
    expect(steps.map(({ status }: { status: number }) => status)).toEqual([201, 200, 201, 200, 204, 200]);
    expect(steps[0].body).toMatchObject({ id: steps[0].id, sku: 'cap', quantity: 3 });
    expect(steps[3].body).toMatchObject({ id: steps[2].id, carrier: 'post' });
    expect(steps[4]).toEqual({ status: 204 });
    const order = await readOrder();
    expect(order).toMatchObject({ status: 'shipped' });
    const shown = order.order_items.map(({ sku, quantity }: OrderItem) => [sku, quantity]);
    expect(shown).toEqual([
      ['pen', 7],
      ['cap', 3],
    ]);
    expect(order.order_items[1].shipments).toMatchObject([{ id: steps[2].id, carrier: 'post' }]);
  });

  it('increments the version once, and returns the ETag of the next read', async () => {
    const before = versionOf(await api.request('GET', path));
    const response = await send([
      { op: 'update', path: '', value: { total: 5 } },
      { op: 'create', path: 'order_items', value: { sku: 'cap', quantity: 3 } },
      { op: 'update', path: '', value: { total: 6 } },
      { op: 'delete', path: `order_items/${items[1]}` },
    ]);

    expect(versionOf(response)).toBe(before + 1);
    expect(versionOf(await api.request('GET', path))).toBe(before + 1);
    const next = await send([{ op: 'update', path: '', value: { total: 7 } }], { 'If-Match': tagOf(response) });
    expect([next.status, versionOf(next)]).toEqual([200, before + 2]);
    const same = await send([{ op: 'update', path: '', value: { total: 7 } }]);
    expect(versionOf(await api.request('GET', path))).toBe(versionOf(same));
  });

  it('responds 412 before the first step when If-Match names another version', async () => {
    const tag = tagOf(await api.request('GET', path));
    await api.request('PUT', path, { total: 1 });

    const response = await expectRejected([{ op: 'update', path: '', value: { total: 2 } }], { 'If-Match': tag });
    expect([response.status, response.body.step]).toEqual([412, undefined]);
    expect(tagOf(response)).toMatch(/\.none"$/);
  });

  it('runs all steps or none, and names the step that failed', async () => {
    const good = { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 9 } };
    const wrong = await expectRejected([
      good,
      { op: 'create', path: 'order_items', value: { sku: 'x', quantity: 'many' } },
    ]);
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({ step: 1, detail: expect.stringMatching(/^Step 1: /) });
    expect(wrong.body.field_errors[0].field).toBe('steps[1].value.quantity');

    const nested = { sku: 'x', quantity: 1, shipments: [{ carrier: 'a' }, {}] };
    const deep = await expectRejected([good, { op: 'create', path: 'order_items', value: nested }]);
    expect(deep.body.field_errors[0].field).toBe('steps[1].value.shipments[1].carrier');

    const missing = await expectRejected([good, { op: 'delete', path: 'order_items/999999' }]);
    expect([missing.status, missing.body.step]).toEqual([404, 1]);
    const gone = await expectRejected([
      { op: 'delete', path: `order_items/${items[0]}` },
      { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 1 } },
    ]);
    expect([gone.status, gone.body.step]).toEqual([404, 1]);

    const other = await api.request('POST', '/orders', { code: `T-${number}` });
    const taken = await expectRejected([good, { op: 'update', path: '', value: { code: other.body.code } }]);
    expect([taken.status, taken.body.step]).toEqual([409, 1]);
  });

  it('responds 404 when the root does not exist, and 400 for several ids', async () => {
    const steps = [{ op: 'update', path: '', value: { total: 1 } }];
    const at = (place: string) => api.request('PATCH', place, { steps }, { 'Content-Type': BATCH });

    expect((await at('/orders/999999')).status).toBe(404);
    expect((await at('/orders/none')).status).toBe(404);
    expect((await at(`${path},999999`)).status).toBe(400);
  });
});

describe('An invalid batch', () => {
  it.each([
    ['a body that is not an object', [], undefined],
    ['no steps', {}, undefined],
    ['steps that are not an array', { steps: {} }, undefined],
    ['an empty array of steps', { steps: [] }, undefined],
    ['an unknown member', { steps: [{ op: 'delete', path: 'order_items/1' }], more: 1 }, undefined],
    ['a step that is not an object', { steps: [1] }, 0],
    ['an unknown member of a step', { steps: [{ op: 'delete', path: 'order_items/1', ref: 1 }] }, 0],
    ['an unknown op', { steps: [{ op: 'read', path: 'order_items/1' }] }, 0],
    ['an op named like an inherited property', { steps: [{ op: 'constructor', path: '' }] }, 0],
    ['no path', { steps: [{ op: 'delete' }] }, 0],
    ['a path that is too long', { steps: [{ op: 'delete', path: 'x'.repeat(2001) }] }, 0],
    ['a delete with a value', { steps: [{ op: 'delete', path: 'order_items/1', value: {} }] }, 0],
    ['a create without a value', { steps: [{ op: 'create', path: 'order_items' }] }, 0],
    ['an update with a local id', { steps: [{ op: 'update', path: '', value: {}, local_id: 'a' }] }, 0],
    [
      'a create of several with a local id',
      { steps: [{ op: 'create', path: 'order_items', value: [{}], local_id: 'a' }] },
      0,
    ],
    ['a malformed local id', { steps: [{ op: 'create', path: 'order_items', value: {}, local_id: 'a/b' }] }, 0],
    ['an unknown local id', { steps: [{ op: 'delete', path: 'order_items/{a}' }] }, 0],
    ['an empty key', { steps: [{ op: 'delete', path: 'order_items/' }] }, 0],
    ['several keys', { steps: [{ op: 'delete', path: 'order_items/1,2' }] }, 0],
    ['an invalid percent-encoding', { steps: [{ op: 'delete', path: 'order_items/%2' }] }, 0],
  ])('responds 400 to %s', async (_, body, step: number | undefined) => {
    const response = await api.request('PATCH', path, body, { 'Content-Type': BATCH });

    expect(response.status).toBe(400);
    expect(response.body.step).toBe(step);
  });

  it('responds 400 to a local id that is defined twice, used too early, or of another collection', async () => {
    const create = { op: 'create', path: 'order_items', local_id: 'a', value: { sku: 'x', quantity: 1 } };
    const ship = { op: 'create', path: 'order_items/{a}/shipments', local_id: 'b', value: { carrier: 'a' } };
    const stepOf = async (...steps: unknown[]) => {
      const { status, body } = await expectRejected(steps);
      return [status, body.step];
    };

    expect(await stepOf(create, create)).toEqual([400, 1]);
    expect(await stepOf(ship, create)).toEqual([400, 0]);
    expect(await stepOf(create, ship, { op: 'delete', path: 'order_items/{b}' })).toEqual([400, 2]);
  });

  it.each([
    'orders',
    '/order_items',
    '../orders/1',
    'order_items/..',
    'order_items/../..',
    'order_items/%2e%2e',
    'order_items/1%2Fshipments',
    'order_items//shipments',
    'constructor',
    '__proto__',
    'tags/1/name',
  ])('rejects the path %s, which leads to no entity of the aggregate', async (place) => {
    for (const op of ['delete', 'update', 'create', 'action']) {
      const { status, body } = await expectRejected([{ op, path: place, ...(op !== 'delete' && { value: {} }) }]);
      expect([400, 404]).toContain(status);
      expect(body.step).toBe(0);
    }
  });

  it('does not reach a child of another root, and cannot delete the root', async () => {
    const order_items = [{ sku: 'cup', quantity: 1 }];
    const other = await api.request('POST', '/orders', { code: `O-${number}`, order_items });
    const [{ id }] = other.body.order_items;

    const foreign = await expectRejected([{ op: 'update', path: `order_items/${id}`, value: { quantity: 5 } }]);
    expect([foreign.status, foreign.body.step]).toEqual([404, 0]);
    const root = await expectRejected([{ op: 'delete', path: '' }]);
    expect([root.status, root.body.step]).toEqual([404, 0]);
    const created = await expectRejected([{ op: 'create', path: '', value: { code: 'X' } }]);
    expect([created.status, created.body.step]).toEqual([404, 0]);
    expect((await api.request('GET', `/orders/${other.body.id}/order_items/${id}`)).body.quantity).toBe(1);
  });
});

describe('A batch', () => {
  it('links and unlinks entities', async () => {
    const response = await send([
      { op: 'create', path: 'tags', local_id: 't', value: { name: `red ${number}` } },
      { op: 'create', path: 'tags', value: { name: `blue ${number}` } },
      { op: 'delete', path: 'tags/{t}' },
    ]);

    expect(response.status).toBe(200);
    expect((await readOrder()).tags).toMatchObject([{ name: `blue ${number}` }]);
    expect((await api.request('GET', `/tags/${response.body.steps[0].id}`)).status).toBe(200);
  });

  it('accepts as many steps and elements as bulk.maxItems', async () => {
    const steps = (count: number) => Array.from({ length: count }, () => ({ op: 'update', path: '', value: {} }));
    expect((await send(steps(6))).status).toBe(200);
    expect((await expectRejected(steps(7))).status).toBe(413);
    const several = [1, 2, 3, 4, 5, 6].map((quantity) => ({ sku: 'x', quantity }));
    expect((await expectRejected([{ op: 'create', path: 'order_items', value: several }])).status).toBe(413);
    const response = await send([{ op: 'create', path: 'order_items', value: several.slice(1) }]);
    expect(response.body.steps[0]).toMatchObject({ status: 201, body: [{ quantity: 2 }, {}, {}, {}, {}] });
  });

  it('responds 204 with the ETag and no body to return=minimal', async () => {
    const response = await send([{ op: 'update', path: '', value: { total: 8 } }], { Prefer: 'return=minimal' });

    expect([response.status, response.body]).toEqual([204, '']);
    expect(response.headers.get('Preference-Applied')).toBe('return=minimal');
    expect(tagOf(response)).toMatch(/\.none"$/);
  });

  it('runs once for one Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': `"batch-${number}"` };
    const steps = [{ op: 'create', path: 'order_items', value: { sku: 'once', quantity: 1 } }];
    const first = await send(steps, key);
    const again = await send(steps, key);

    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect([again.status, again.body, tagOf(again)]).toEqual([200, first.body, tagOf(first)]);
    expect((await readOrder()).order_items).toHaveLength(3);
    expect((await send([{ ...steps[0], value: { sku: 'two', quantity: 1 } }], key)).status).toBe(422);
  });

  it('can be previewed: paths are those of the rows, and nothing is changed', async () => {
    const before = [await readOrder(), tagOf(await api.request('GET', path))];
    const response = await send(
      [
        { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 4 } },
        { op: 'create', path: 'order_items', local_id: 'n', value: { sku: 'new', quantity: 1 } },
        { op: 'create', path: 'order_items/{n}/shipments', value: { carrier: 'post' } },
        { op: 'delete', path: `order_items/${items[1]}` },
      ],
      { Prefer: 'preview' },
    );

    expect([await readOrder(), tagOf(await api.request('GET', path))]).toEqual(before);
    expect([response.status, response.body.status, response.body.violations]).toEqual([200, 200, []]);
    const changes = response.body.changes as { path: string; before: unknown; after: unknown }[];
    expect(changes).toContainEqual({ path: `order_items[id=${items[0]}].quantity`, before: 1, after: 4 });
    expect(changes).toContainEqual(
      expect.objectContaining({ path: `order_items[id=${items[1]}]`, before: expect.anything(), after: null }),
    );
    expect(changes.filter((one) => one.before === null)).toHaveLength(2);

    const wrong = await send([{ op: 'update', path: '', value: { total: 'much' } }], { Prefer: 'preview' });
    expect([wrong.status, wrong.body.status, wrong.body.violations[0].field]).toEqual([
      200,
      422,
      'steps[0].value.total',
    ]);
    expect(wrong.body.step).toBe(0);
  });

  it('leaves other media types as they were, and 415 lists the media type of batches', async () => {
    expect((await api.request('PATCH', path, { total: 3 })).body.total).toBe('3.00');
    const merged = await api.request('PATCH', path, { total: 4 }, { 'Content-Type': 'application/merge-patch+json' });
    expect(merged.status).toBe(200);
    const upper = await api.request(
      'PATCH',
      path,
      { steps: [{ op: 'update', path: '', value: { total: 5 } }] },
      {
        'Content-Type': `${BATCH.toUpperCase()}; charset=utf-8`,
      },
    );
    expect(upper.body.steps).toHaveLength(1);
    const other = await api.request('PATCH', path, 'x', { 'Content-Type': 'text/html' });
    expect([other.status, other.headers.get('Accept')]).toEqual([415, expect.stringContaining(BATCH)]);
    const put = await api.request('PUT', path, { steps: [] }, { 'Content-Type': BATCH });
    expect(put.status).toBe(422);
    expect((await api.request('PATCH', path, '', { 'Content-Type': BATCH })).status).toBe(400);
    expect((await api.request('PATCH', `${path}?expand=tags`, { steps: [{}] }, { 'Content-Type': BATCH })).status).toBe(
      400,
    );
  });
});

describe('The transaction of a batch', () => {
  it('locks the root once before the steps, and increments its version once', async () => {
    const step = { op: 'update', path: `order_items/${items[0]}`, value: { quantity: 8 } };
    const alone = await statementsOf(Order, () =>
      api.request('PUT', `${path}/order_items/${items[0]}`, { quantity: 7 }),
    );
    const one = await statementsOf(Order, () => send([step]));
    const several = await statementsOf(Order, () =>
      send([10, 11].map((quantity) => ({ ...step, value: { quantity } }))),
    );
    const transactions = await allStatementsOf(Order, () => send([step, step, step]));

    expect(one).toHaveLength(alone.length);
    // Each further step reads its entity and updates it.
    expect(several).toHaveLength(alone.length + 2);
    expect(transactions.filter((text) => /^COMMIT/.test(text))).toHaveLength(1);
  });

  it('waits for a concurrent batch on the same root', async () => {
    const before = versionOf(await api.request('GET', path));
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, quantity) =>
        send([
          { op: 'create', path: 'order_items', local_id: 'x', value: { sku: 'p', quantity } },
          { op: 'create', path: 'order_items/{x}/shipments', value: { carrier: 'a' } },
        ]),
      ),
    );

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(versionOf)).size).toBe(12);
    expect(versionOf(await api.request('GET', path))).toBe(before + 12);
    expect(await Shipment.count()).toBeGreaterThanOrEqual(12);
  });
});
