import { EntityNotFoundError, listPage } from '../../lib/operations';
import { Order, OrderItem, shop } from '../support/domain/shop';
import { type OpenStore, openStore } from '../support/open-store';
import { placeOf } from '../support/places';

describe('listPage', () => {
  let open: OpenStore;

  beforeAll(async () => {
    open = await openStore(shop);
    for (const code of ['A', 'B', 'C']) await new Order({ code }).persist();
  });
  afterAll(() => open.close());

  it.each([
    [1, 5, ['A', 'B', 'C'], 0],
    [1, 3, ['A', 'B', 'C'], 1],
    [2, 2, ['C'], 0],
    [1, 2, ['A', 'B'], 1],
    [3, 2, [], 1],
  ])(
    'page %i of %i: counts only when the page does not tell how many there are',
    async (number, size, codes, counts) => {
      const count = jest.spyOn(open.store.retrieval, 'count');

      const { trees, total } = await listPage(open.store.retrieval, placeOf(open.store, Order), { number, size });

      expect(trees.map(({ entity }) => entity.get('code'))).toEqual(codes);
      expect(total).toBe(3);
      expect(count).toHaveBeenCalledTimes(counts);
      count.mockRestore();
    },
  );

  it('distinguishes an empty page from a missing parent', async () => {
    const order = (await Order.first({ code: 'A' }))!;
    await new OrderItem({ sku: 'pen', quantity: 1, orderId: order.id }).persist();
    const itemsOf = (id: number) => placeOf(open.store, Order, ['orderItems'], [id]);

    expect(await listPage(open.store.retrieval, itemsOf(Number(order.id)), { number: 9, size: 1 })).toEqual({
      trees: [],
      total: 1,
      hasNext: false,
    });
    await expect(listPage(open.store.retrieval, itemsOf(999999), { number: 1, size: 1 })).rejects.toThrow(
      EntityNotFoundError,
    );
  });
});
