import { Generated, type Request, Resource, type Response } from '../../lib';
import { Retrieval } from '../../lib/persistence';
import { billing } from '../support/domain/billing';
import { Order, shop } from '../support/domain/shop';
import { tagOf, versionOf } from '../support/entity-tags';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

let served: Served;
let number = 0;

beforeAll(async () => {
  served = await serve([...shop, ...billing]);
});
afterAll(() => served.stop());

const request = (...args: Parameters<Served['request']>): Promise<ApiResponse> => served.request(...args);
const known = (path: string, read: ApiResponse) => request('GET', path, undefined, { 'If-None-Match': tagOf(read)! });

@Resource(Order)
class Overriding extends Generated(Order) {
  async readOrder(request: Request, response: Response): Promise<unknown> {
    return { ...((await super.readOrder(request, response)) as object), seen: true };
  }
}

/** The path of an order with the given number of items, each with a shipment. */
async function order(items = 3): Promise<string> {
  const order_items = Array.from({ length: items }, (_, index) => ({
    sku: `s${index}`,
    quantity: 1,
    shipments: [{ carrier: 'UPS' }],
  }));
  const created = await request('POST', '/orders', { code: `L-${++number}`, order_items });
  expect(created.status).toBe(201);
  return `/orders/${created.body.id}`;
}

/** Checks that the ETag of a read matches until something else in the aggregate is written. */
async function followed(path: string, root: string): Promise<void> {
  const read = await request('GET', path);
  expect([path, read.status, tagOf(read)]).toEqual([path, 200, expect.stringMatching(/^"\d+-/)]);
  const unchanged = await known(path, read);
  expect([path, unchanged.status, tagOf(unchanged)]).toEqual([path, 304, tagOf(read)]);
  expect([path, unchanged.headers.get('Vary')]).toEqual([path, read.headers.get('Vary')]);
  expect((await request('PUT', root, { total: ++number })).status).toBe(200);
  const changed = await known(path, read);
  expect([path, changed.status, versionOf(changed)]).toEqual([path, 200, versionOf(read) + 1]);
  expect(changed.body).toEqual(read.body);
}

describe('A page of a list of children', () => {
  it.each([
    ['a page', '?page=1&per_page=2'],
    ['the last page', '?page=2&per_page=2'],
    ['a page without a count', '?page=1&per_page=2&count=none'],
    ['the first page by cursor', '?after=&per_page=2'],
    ['a page with nested children', '?page=1&per_page=2&include=shipments'],
    ['a page by cursor with nested children', '?after=&per_page=2&include=shipments'],
  ])('has an ETag: %s', async (_, query) => {
    const root = await order();

    await followed(`${root}/order_items${query}`, root);
  });

  it('has an ETag on later pages by cursor', async () => {
    const root = await order();
    const first = await request('GET', `${root}/order_items?after=&per_page=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link')!)![1]!;

    await followed(next, root);
    expect((await request('GET', next)).body).toHaveLength(1);
  });

  it('has another ETag for another size, even if the configuration changes it', async () => {
    const path = `${await order()}/order_items`;

    const read = [];
    for (const query of ['', '?per_page=2', '?per_page=3', '?after=&per_page=2']) {
      read.push(tagOf(await request('GET', path + query)));
    }

    expect(read[0]).not.toBe(read[1]);
    expect(new Set(read.slice(0, 3)).size).toBe(3);
  });

  it('has an ETag of its body when it is filtered', async () => {
    const path = `${await order()}/order_items?per_page=2`;

    const read = await request('GET', `${path}&sku=s1`);

    expect(tagOf(read)).toMatch(/\.body"$/);
    expect((await known(`${path}&sku=s1`, read)).status).toBe(304);
    expect((await known(`${path}&sku=s2`, read)).status).toBe(200);
  });

  it('has an ETag that can be the condition of a write', async () => {
    const root = await order();
    const page = await request('GET', `${root}/order_items?per_page=2`);
    const condition = { 'If-Match': tagOf(page)! };

    expect((await request('PUT', root, { total: 1 }, condition)).status).toBe(200);
    expect((await request('PUT', root, { total: 2 }, condition)).status).toBe(412);
  });

  it('has none after the last page, and none in lists of roots', async () => {
    const path = `${await order()}/order_items`;

    expect(tagOf(await request('GET', `${path}?page=9&per_page=2`))).toBeNull();
    expect(tagOf(await request('GET', '/orders?page=1'))).toBeNull();
    expect(tagOf(await request('GET', '/orders?after='))).toBeNull();
  });
});

describe('An empty list of children', () => {
  it.each(['', '?page=1', '?page=1&count=none', '?after=', '?include=shipments'])('has an ETag: %j', async (query) => {
    const root = await order(0);

    await followed(`${root}/order_items${query}`, root);
  });

  it('has an ETag at any depth, and below a single child', async () => {
    const root = await order(1);
    const [item] = (await request('GET', `${root}/order_items`)).body;
    const at = `${root}/order_items/${item.id}`;
    const [shipment] = (await request('GET', `${at}/shipments`)).body;
    expect((await request('DELETE', `${at}/shipments/${shipment.id}`)).status).toBe(204);
    await followed(`${at}/shipments`, root);

    const bill = await request('POST', '/bills', { code: `L-${++number}`, invoice: { number: `L-${number}` } });
    const lines = `/bills/${bill.body.id}/invoice/lines`;
    const empty = await request('GET', lines);
    expect([empty.body, (await known(lines, empty)).status]).toEqual([[], 304]);
    await request('POST', lines, { text: 'one' });
    expect((await known(lines, empty)).body).toHaveLength(1);
  });

  it.each(['', '?page=1', '?page=1&count=none', '?after='])(
    'has none when an element was created during the request: %j',
    async (query) => {
      const root = await order(0);
      const path = `${root}/order_items`;
      const before = Retrieval.prototype.parent;
      const parent = jest.spyOn(Retrieval.prototype, 'parent').mockImplementationOnce(async function (
        this: Retrieval,
        ...args
      ) {
        expect((await request('POST', path, { sku: 'new', quantity: 1 })).status).toBe(201);
        return before.apply(this, args);
      });

      const late = await request('GET', path + query);

      expect(parent).toHaveBeenCalledTimes(1);
      parent.mockRestore();
      expect([late.status, tagOf(late)]).toEqual([200, null]);
      expect(JSON.stringify(late.body)).not.toContain('sku');
      expect(versionOf(await request('GET', path))).toBe(1);
    },
  );

  it('has none when a filter excluded elements, or after the last page', async () => {
    const path = `${await order()}/order_items`;

    const searched = await request('GET', `${path}?sku=none`);
    const behind = await request('GET', `${path}?page=9&per_page=2&count=none`);

    expect([searched.body, tagOf(searched)]).toEqual([[], null]);
    expect([behind.body.data, tagOf(behind)]).toEqual([[], null]);
  });

  it('takes no statement beyond the lookup of its parent', async () => {
    const path = `${await order(0)}/order_items`;

    expect(await statementsOf(Order, () => request('GET', path))).toHaveLength(2);
    expect(await statementsOf(Order, () => request('GET', '/orders/0/order_items'))).toHaveLength(2);
    expect((await request('GET', '/orders/0/order_items')).status).toBe(404);
  });

  it('has another ETag than the later list with elements', async () => {
    const root = await order(0);
    const path = `${root}/order_items`;
    const empty = await request('GET', path);

    await request('POST', path, { sku: 'new', quantity: 1 });

    expect((await known(path, empty)).body).toHaveLength(1);
  });
});

describe('A streamed list', () => {
  it('has no ETag, and never responds 304', async () => {
    const root = await order(0);
    const items = Array.from({ length: 1000 }, (_, index) => ({ sku: `s${index}`, quantity: 1 }));
    expect((await request('POST', `${root}/order_items`, items)).status).toBe(201);
    const page = await request('GET', `${root}/order_items?per_page=2`);

    const list = await request('GET', `${root}/order_items`, undefined, {
      'If-None-Match': `${tagOf(page)}, ${tagOf(page)!.replace('-2.', '.')}`,
    });

    expect([list.status, tagOf(list), list.body.length]).toEqual([200, null, 1000]);
  });
});

describe('A read of several statements', () => {
  const EACH: readonly [query: string, statements: number][] = [
    ['?include=order_items,payments', 3],
    ['?include=order_items.shipments', 3],
    ['/order_items?include=shipments', 2],
    ['/order_items?include=shipments&per_page=2', 3],
    ['/order_items?per_page=2', 2],
    ['/order_items?after=&per_page=2&include=shipments', 2],
  ];

  it.each(EACH)('reads only the version first when the request has If-None-Match: %s', async (query, count) => {
    const root = await order();
    const path = root + query;
    const read = await request('GET', path);
    const statements = (work: () => Promise<unknown>) => statementsOf(Order, work).then(({ length }) => length);

    expect(await statements(() => request('GET', path))).toBe(count);
    expect(await statements(async () => expect((await known(path, read)).status).toBe(304))).toBe(1);
    await request('PUT', root, { total: ++number });
    expect(await statements(async () => expect((await known(path, read)).status).toBe(200))).toBe(count);
  });

  it('responds 304 only in the media type of the ETag', async () => {
    const path = `${await order()}?include=order_items.shipments`;
    const json = await request('GET', path);
    const xml = await request('GET', path, undefined, { Accept: 'application/xml' });
    const both = `${tagOf(json)}, ${tagOf(xml)}`;
    const as = (Accept: string, tags: string) => request('GET', path, undefined, { Accept, 'If-None-Match': tags });

    expect((await as('application/xml', tagOf(json)!)).status).toBe(200);
    expect((await as('application/xml', tagOf(xml)!)).status).toBe(304);
    expect((await as('application/yaml', both)).status).toBe(200);
    expect(tagOf(await as('application/json', both))).toBe(tagOf(json));
    expect((await as('application/json', `${tagOf(json)} x`)).status).toBe(400);
  });

  it('responds 404 to a missing entity, even with its former ETag', async () => {
    const root = await order();
    const read = await request('GET', `${root}?include=order_items.shipments`);

    expect((await known('/orders/0?include=order_items.shipments', read)).status).toBe(404);
  });

  it('has an ETag of its content when it is overridden', async () => {
    const query = '?include=order_items.shipments';
    const read = await request('GET', (await order(0)) + query);
    await served.stop();
    served = await serve(shop, { resources: [Overriding] });
    const path = (await order(0)) + query;

    const overridden = await known(path, read);

    expect([versionOf(overridden), overridden.body]).toEqual([versionOf(read), { order_items: [], seen: true }]);
    expect((await known(path, overridden)).status).toBe(304);
  });
});
