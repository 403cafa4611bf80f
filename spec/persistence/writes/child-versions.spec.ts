import { unitOfWork } from '../../../lib/persistence';
import { Order, OrderItem, shop } from '../../support/domain/shop';
import { type OpenStore, openStore } from '../../support/open-store';

describe('The version of a child', () => {
  let open: OpenStore;
  let item: OrderItem;
  let other: OrderItem;

  beforeAll(async () => {
    open = await openStore(shop);
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    const { id: orderId } = await Order.create({ code: 'A-1', total: '1.00' });
    item = await OrderItem.create({ orderId, sku: 'a', quantity: 1 });
    other = await OrderItem.create({ orderId, sku: 'b', quantity: 1 });
  });

  const stored = async ({ id }: OrderItem) => (await OrderItem.findByPk(id))!;
  const values = () => ({ id: item.id, orderId: item.orderId, sku: 'a', quantity: 2 });
  const writes: Record<string, () => Promise<unknown>> = {
    'a static update': () => OrderItem.update({ quantity: 2 }, { where: { id: item.id } }),
    upsert: () => OrderItem.upsert(values()),
    'bulkCreate with updateOnDuplicate': () => OrderItem.bulkCreate([values()], { updateOnDuplicate: ['quantity'] }),
    'a static increment': () => OrderItem.increment({ quantity: 1 }, { where: { id: item.id } }),
  };

  it.each(Object.entries(writes))('is incremented by %s, so that a stale instance is not saved', async (_, write) => {
    const { version } = item;
    await write();
    expect(await stored(item)).toMatchObject({ quantity: 2, version: version + 1 });
    await unitOfWork(write);
    expect((await stored(item)).version).toBe(version + 2);
    expect((await stored(other)).version).toBe(other.version);

    await expect(item.update({ quantity: 5 })).rejects.toThrow('stale');
  });

  it('is the one that a static update sets', async () => {
    await OrderItem.update({ version: 7 }, { where: { id: item.id } });

    expect((await stored(item)).version).toBe(7);
  });

  it('stays with a bulkCreate that ignores the stored row', async () => {
    await OrderItem.bulkCreate([values()], { ignoreDuplicates: true });

    expect(await stored(item)).toMatchObject({ quantity: 1, version: item.version });
  });
});
