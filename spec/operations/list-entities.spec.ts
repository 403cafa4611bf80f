import { EntityNotFoundError, listEntities } from '../../lib/operations';
import type { Place } from '../../lib/persistence';
import { Order, OrderItem, shop } from '../support/domain/shop';
import { type OpenStore, openStore } from '../support/open-store';
import { placeOf } from '../support/places';

describe('listEntities', () => {
  let open: OpenStore;

  beforeAll(async () => {
    open = await openStore(shop);
  });
  afterAll(() => open.close());

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
