import { EntityNotFoundError, listEntities, listPage } from '../../lib/operations';
import type { Place } from '../../lib/persistence';
import { Order, OrderItem, shop } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { placeOf } from '../support/places';

const open = useStore(shop);

describe('listEntities', () => {
  async function skusAt(place: Place): Promise<unknown[]> {
    const { first, rest } = await listEntities(open.store.retrieval, place);
    expect(rest).toBeUndefined();
    return first.map(({ entity }) => entity.get('sku'));
  }

  it('reads the entities of one parent in the order of their keys', async () => {
    const orders = await Promise.all(['A', 'B'].map((code) => new Order({ code }).persist()));
    for (const sku of ['c', 'a', 'b']) await new OrderItem({ sku, quantity: 1, orderId: orders[0]!.id }).persist();
    await new OrderItem({ sku: 'foreign', quantity: 1, orderId: orders[1]!.id }).persist();

    const skus = await skusAt(placeOf(open.store, Order, ['orderItems'], [Number(orders[0]!.id)]));

    expect(skus).toEqual(['c', 'a', 'b']);
  });

  it('distinguishes an empty list from a missing parent', async () => {
    const order = await new Order({ code: 'empty' }).persist();

    expect(await skusAt(placeOf(open.store, Order, ['orderItems'], [Number(order.id)]))).toEqual([]);
    await expect(skusAt(placeOf(open.store, Order, ['orderItems'], [999999]))).rejects.toThrow(EntityNotFoundError);
  });
});

describe('listPage', () => {
  beforeAll(async () => {
    await Order.destroy({ where: {} });
    for (const code of ['A', 'B', 'C']) await new Order({ code }).persist();
  });

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
