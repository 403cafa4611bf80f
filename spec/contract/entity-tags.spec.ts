import { Order, shop } from '../support/domain/shop';
import { tagOf, versionOf } from '../support/entity-tags';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

let number = 0;

const served = useServed(shop);
const { request } = served;

/** The path of an order with two items, the first of which has a shipment. */
async function createOrder(): Promise<{ path: string; item: string; shipment: string; created: ApiResponse }> {
  const items = [
    { sku: 'pen', quantity: 2, shipments: [{ carrier: 'UPS' }] },
    { sku: 'ink', quantity: 1 },
  ];
  const created = await request('POST', '/orders', { code: `T-${++number}`, total: 12.5, order_items: items });
  expect(created.status).toBe(201);
  const path = `/orders/${created.body.id}`;
  const [first] = created.body.order_items;
  const item = `${path}/order_items/${first.id}`;
  return { path, item, shipment: `${item}/shipments/${first.shipments[0].id}`, created };
}

describe('ETag', () => {
  it('contains the version of the aggregate, on the root, its children and below them', async () => {
    const { path, item, shipment } = await createOrder();
    const paths = [path, `${path}?include=order_items`, `${path}/order_items`, item, `${item}/shipments`, shipment];

    const read = await Promise.all(paths.map((one) => request('GET', one)));

    expect(read.map(({ status }) => status)).toEqual(paths.map(() => 200));
    expect(new Set(read.map(versionOf)).size).toBe(1);
    expect(tagOf(read[0]!)).not.toBe(tagOf(read[1]!));
  });

  it('changes with any write in the aggregate, and is in the response to it', async () => {
    const { path, item, shipment, created } = await createOrder();
    const writes: [string, string, unknown?][] = [
      ['PUT', path, { total: 3 }],
      ['PUT', item, { quantity: 7 }],
      ['PUT', shipment, { carrier: 'DHL' }],
      ['PUT', path, { order_items: [{ sku: 'cap', quantity: 1 }] }],
      ['PUT', path, { total: 4, order_items: [{ sku: 'hat', quantity: 1 }] }],
      ['POST', `${path}/order_items`, { sku: 'bag', quantity: 1 }],
      ['POST', `${path}/order_items`, [{ sku: 'box', quantity: 1 }]],
      ['POST', `${path}/tags`, { name: `tag ${number}` }],
      ['DELETE', shipment],
      ['DELETE', item],
    ];
    let version = versionOf(created);
    for (const [method, at, body] of writes) {
      const response = await request(method, at, body);

      expect([at, response.status]).toEqual([at, expect.any(Number)]);
      expect([method, at, versionOf(response)]).toEqual([method, at, version + 1]);
      expect(versionOf(await request('GET', path))).toBe(++version);
    }
  });

  it('costs no statement', async () => {
    const { path, item } = await createOrder();
    const many = `${path}?include=order_items`;

    const counts = [];
    for (const one of [path, many, item, `${path}/order_items`]) {
      counts.push((await statementsOf(Order, () => request('GET', one))).length);
    }

    expect(counts).toEqual([1, 1, 1, 1]);
  });

  it('is absent from responses with several roots', async () => {
    const [one, other] = [await createOrder(), await createOrder()];

    const both = await request('GET', `${one.path},${other.path.split('/').at(-1)}`);
    const list = await request('GET', '/orders');

    expect([tagOf(both), tagOf(list)]).toEqual([null, null]);
  });
});

describe('If-None-Match', () => {
  it('responds 304 without a body until something in the aggregate is written', async () => {
    const { path, item } = await createOrder();
    const read = await request('GET', path);
    const tag = tagOf(read)!;

    const known = await request('GET', path, undefined, { 'If-None-Match': `"x", W/${tag}` });
    await request('PUT', item, { quantity: 3 });
    const changed = await request('GET', path, undefined, { 'If-None-Match': tag });

    expect(known).toMatchObject({ status: 304, body: '' });
    expect(tagOf(known)).toBe(tag);
    expect(known.headers.get('Vary')).toBe(read.headers.get('Vary'));
    expect(changed.status).toBe(200);
  });
});

describe('If-Match', () => {
  it('allows a write when it has the current version, read from any path of the aggregate', async () => {
    const { path, item } = await createOrder();
    const read = await request('GET', item);

    const updated = await request('PUT', path, { total: 1 }, { 'If-Match': tagOf(read)! });
    const again = await request('PUT', path, { total: 2 }, { 'If-Match': tagOf(read)! });

    expect(updated.status).toBe(200);
    expect(again.status).toBe(412);
    expect(tagOf(again)).toMatch(new RegExp(`^"${versionOf(updated)}-`));
    expect((await request('GET', path)).body.total).toBe('1.00');
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('is checked for %s of a root and of a child', async (method) => {
    const { path, item, created } = await createOrder();
    const stale = tagOf(created)!;
    await request('PUT', path, { total: 9 });
    const body = method === 'DELETE' ? undefined : { total: 1 };

    const ofRoot = await request(method, path, body, { 'If-Match': stale });
    const ofChild = await request(method, item, body && { quantity: 9 }, { 'If-Match': stale });

    expect([ofRoot.status, ofChild.status]).toEqual([412, 412]);
    expect(versionOf(ofChild)).toBe(versionOf(created) + 1);
    expect((await request('GET', path)).body.total).toBe('9.00');
    expect((await request('GET', item)).body.quantity).toBe(2);
    const current = { 'If-Match': tagOf(ofChild)! };
    expect((await request(method, item, body && { quantity: 9 }, current)).status).toBeLessThan(300);
  });

  it('uses strong comparison, and responds 400 when it is malformed', async () => {
    const { path, created } = await createOrder();
    const tag = tagOf(created)!;
    const put = (header: string) => request('PUT', path, { total: 1 }, { 'If-Match': header });

    expect((await put(`W/${tag}`)).status).toBe(412);
    for (const header of ['abc', '"abc', `${tag} ${tag}`, '', 'w/"a"', `${tag}, b`]) {
      const { status, body } = await put(header);
      expect([header, status]).toEqual([header, 400]);
      expect(body.detail).toContain('If-Match');
    }
    expect((await put(`"a,b" ,, ${tag}`)).status).toBe(200);
    expect((await put('*')).status).toBe(200);
  });
});

describe('Several roots in a path', () => {
  it('require one ETag for each id, or *', async () => {
    const [one, other] = [await createOrder(), await createOrder()];
    const ids = [one, other].map(({ path }) => path.split('/').at(-1)!);
    const [first, second] = [one, other].map(({ created }) => tagOf(created)!);
    const put = (header: string) => request('PUT', `/orders/${ids.join()}`, { total: 5 }, { 'If-Match': header });

    expect((await put(first!)).body.detail).toContain('2 ids in the path and 1 tags in If-Match');
    expect((await put(`${first}, ${second}`)).status).toBe(200);
    const stale = await put(`${first}, ${tagOf(await request('GET', other.path))}`);
    expect(stale).toMatchObject({ status: 412, body: { stale: [ids[0]] } });
    expect((await put('*')).status).toBe(200);
  });
});

describe('Clients that read, change and write with If-Match', () => {
  it('lose no update', async () => {
    const { path, item } = await createOrder();
    let written = 0;
    const change = async () => {
      for (let round = 0; round < 6; round++) {
        const read = await request('GET', item);
        const quantity = read.body.quantity + 1;
        const { status } = await request('PUT', item, { quantity }, { 'If-Match': tagOf(read)! });
        expect([200, 412]).toContain(status);
        if (status === 200) written++;
      }
    };
    const start = (await request('GET', item)).body.quantity;

    await Promise.all([change(), change(), change(), change()]);

    expect(written).toBeGreaterThan(0);
    expect((await request('GET', item)).body.quantity).toBe(start + written);
    expect((await request('GET', path)).status).toBe(200);
  });
});
