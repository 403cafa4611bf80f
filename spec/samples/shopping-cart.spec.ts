import { readFileSync } from 'node:fs';
import { inColumns } from '../../lib/cli/columns';
import { CartItem } from '../../samples/shopping-cart/src/domain/cart-item';
import { ShopApplication } from '../../samples/shopping-cart/src/shop-application';
import { documentedExchanges } from '../support/documented-exchanges';
import { type SampleResponse, type ServedSample, serveSample } from '../support/serve-sample';

const tea = { sku: 'TEA-01', quantity: 2, price: '4.90' };
const cup = { sku: 'CUP-02', quantity: 1, price: '12.00' };

// The tests share a server: one that times out would fail those after it.
jest.setTimeout(60_000);

/** The page shows the routes before it adds this class. */
const OVERRIDING = 'ShoppingCartResource';

let shop: ServedSample;
let customers = 0;

beforeAll(async () => {
  shop = await serveSample('shopping-cart', ShopApplication);
});
afterAll(() => shop.stop());

describe('docs/tutorial.md', () => {
  it('shows the actual response of each request', async () => {
    const all = documentedExchanges(readFileSync('docs/tutorial.md', 'utf8'));
    // The sample has no products, and the requests after the deployment use another database.
    const end = all.findIndex(({ path }) => path === '/shopping_carts?page=1');
    const exchanges = all.slice(0, end).filter(({ path }) => !path.startsWith('/products'));

    expect(exchanges.length).toBeGreaterThan(10);
    for (const { response, ...request } of exchanges) {
      const real = await shop.responseTo({ response, ...request });
      expect({ request, response: real }).toEqual({ request, response });
    }
  });
});

describe('The routes that docs/tutorial.md shows', () => {
  it('are those that the command prints without the optional pages', () => {
    const [, shown = ''] =
      /koaggregate routes\n```\n\n```text\n([^`]*)^```/m.exec(readFileSync('docs/tutorial.md', 'utf8')) ?? [];
    const served = shop.routes.filter(({ path }) => !/\/(docs|map)\b/.test(path));
    const rows = served.map(({ method, path, mediaType, name, resource = OVERRIDING }) => [
      method,
      mediaType === undefined ? path : `${path} as ${mediaType}`,
      resource === OVERRIDING ? name : `${name} (${resource})`,
    ]);

    expect(served.length).toBeGreaterThan(15);
    expect(shown.trim().split('\n')).toEqual(inColumns(rows));
  });
});

describe('samples/shopping-cart', () => {
  it('returns the total of a new cart, with and without items', async () => {
    const [full, empty] = [await createCart(tea, cup), await createCart()];

    expect([full.status, full.body.total, empty.body.total]).toEqual([201, '21.80', '0.00']);
    expect((await shop.request('GET', `/shopping_carts/${full.body.id}`)).body.total).toBe('21.80');
  });

  it('updates the total when items are created, updated and deleted', async () => {
    const { id, items } = (await createCart(tea, cup)).body;
    const path = `/shopping_carts/${id}`;
    const [first, second] = items.map((item: { id: number }) => item.id);

    await shop.request('POST', `${path}/items`, [cup, { ...tea, quantity: 1 }]);
    expect(await totalOf(id)).toBe('38.70');
    await shop.request('PUT', `${path}/items/${first},${second}`, { quantity: 3 });
    expect(await totalOf(id)).toBe('67.60');
    await shop.request('DELETE', `${path}/items/${first},${second}`);
    expect(await totalOf(id)).toBe('16.90');
  });

  it('adds up amounts exactly: 0.10 and 0.20 are 0.30', async () => {
    const { body } = await createCart({ ...tea, quantity: 1, price: '0.10' }, { ...cup, price: '0.20' });

    expect(body.total).toBe('0.30');
  });

  it('counts every item of concurrent requests', async () => {
    const { id } = (await createCart()).body;

    const responses = await Promise.all(
      Array.from({ length: 12 }, () => shop.request('POST', `/shopping_carts/${id}/items`, cup)),
    );

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(await totalOf(id)).toBe('144.00');
  });

  it('rejects payloads with a total with 422', async () => {
    const { id } = (await createCart(tea)).body;

    const created = await shop.request('POST', '/shopping_carts', { customer_email: unusedEmail(), total: '1.00' });
    const updated = await shop.request('PUT', `/shopping_carts/${id}`, { total: '1.00' });

    expect([created, updated]).toMatchObject([422, 422].map((status) => ({ status })));
    expect(await totalOf(id)).toBe('9.80');
  });

  it('rejects a total over 1000.00 with 409 and leaves the cart unchanged', async () => {
    const { id, items } = (await createCart(tea)).body;
    const path = `/shopping_carts/${id}/items`;
    const before = await CartItem.count();

    const added = await shop.request('POST', path, [cup, { ...cup, price: '978.21' }]);
    const changed = await shop.request('PUT', `${path}/${items[0].id}`, { quantity: 1000 });
    const created = await createCart({ ...cup, price: '1000.01' });
    const atTheLimit = await createCart({ ...cup, price: '1000.00' });

    expect([added, changed, created]).toMatchObject([409, 409, 409].map((status) => ({ status })));
    expect(added.body.detail).toBe('The total of a cart must not exceed 1000.00: remove an item.');
    expect(atTheLimit).toMatchObject({ status: 201, body: { total: '1000.00' } });
    expect([await totalOf(id), await CartItem.count()]).toEqual(['9.80', before + 1]);
  });

  it.each([
    ['a quantity of 0', { ...tea, quantity: 0 }, 'quantity'],
    ['a negative price', { ...tea, price: '-0.01' }, 'price'],
    ['an item without an SKU', { quantity: 1, price: '1.00' }, 'sku'],
  ])('rejects %s with 422', async (_, item, field) => {
    const { id } = (await createCart()).body;

    const { status, body } = await shop.request('POST', `/shopping_carts/${id}/items`, item);

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([expect.objectContaining({ field })]);
  });

  it('rejects a second cart of a customer with 409 and the path of the first', async () => {
    const { id, customer_email } = (await createCart(tea)).body;

    const { status, body } = await shop.request('POST', '/shopping_carts', { customer_email });

    expect(status).toBe(409);
    expect(body.detail).toBe(`This customer already has a cart: /shopping_carts/${id}`);
  });

  it('deletes a cart with its items', async () => {
    const { id } = (await createCart(tea, cup)).body;

    const { status } = await shop.request('DELETE', `/shopping_carts/${id}`);

    expect(status).toBe(204);
    expect(await CartItem.count({ where: { shoppingCartId: id } })).toBe(0);
  });
});

function createCart(...items: object[]): Promise<SampleResponse> {
  return shop.request('POST', '/shopping_carts', { customer_email: unusedEmail(), items });
}

async function totalOf(id: number): Promise<string> {
  return (await shop.request('GET', `/shopping_carts/${id}`)).body.total;
}

function unusedEmail(): string {
  return `customer-${++customers}@example.com`;
}
