import { unitOfWork } from '../../../lib/persistence';
import { Order, OrderItem, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

const WIDE = '9007199254740993';

useStore(shop);
beforeEach(() => Order.destroy({ where: {} }));

describe('A root that exists already', () => {
  let order: Order;

  beforeEach(async () => {
    order = await Order.create({ code: 'A-1', total: '1.00', ledgerNo: WIDE });
    await order.update({ total: '2.00' });
  });

  const stored = async () => (await Order.one({ code: 'A-1' }))!;
  const values = { code: 'A-1', total: '3.00' };
  const merges: Record<string, () => Promise<unknown>> = {
    upsert: () => Order.upsert(values),
    'upsert by key': () => Order.upsert({ ...values, id: order.id }),
    'bulkCreate with updateOnDuplicate': () => Order.bulkCreate([values], { updateOnDuplicate: ['total'] }),
  };

  it.each(Object.entries(merges))('gets the next version by %s, outside and inside of a unit', async (_, merge) => {
    await merge();
    expect(await stored()).toMatchObject({ id: order.id, total: '3.00', version: order.version + 1 });
    await unitOfWork(merge);
    expect((await stored()).version).toBe(order.version + 2);

    await expect(order.update({ total: '4.00' })).rejects.toThrow('stale');
  });

  it('is found among 1,500 rows, more than SQLite joins by OR side by side', async () => {
    const others = Array.from({ length: 1499 }, (_, index) => ({ code: `B-${index}`, total: '1.00' }));
    await unitOfWork(() => Order.bulkCreate([...others, values], { updateOnDuplicate: ['total'] }));

    expect((await stored()).version).toBe(order.version + 1);
  });

  it('keeps its version when bulkCreate ignores it, beside a new one', async () => {
    const others = [values, { code: 'A-2' }];
    await unitOfWork(() => Order.bulkCreate(others, { ignoreDuplicates: true }));

    expect(await stored()).toMatchObject({ total: '2.00', version: order.version });
    expect(await Order.one({ code: 'A-2' })).toMatchObject({ version: 0 });
  });

  it.each([
    ['text', WIDE],
    ['a bigint', BigInt(WIDE)],
  ])('is incremented exactly by %s', async (_, by) => {
    await order.increment({ ledgerNo: by } as object);
    await Order.increment({ ledgerNo: '1' } as never, { where: { id: order.id } });

    expect((await stored()).ledgerNo).toBe('18014398509481987');
  });
});

describe('The version of a child', () => {
  let item: OrderItem;
  let other: OrderItem;

  beforeEach(async () => {
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
