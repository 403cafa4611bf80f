import { NotOneError } from '../../lib/persistence';
import { Order, OrderItem, shop } from '../support/domain/shop';
import { type OpenStore, openStore } from '../support/open-store';

describe('BaseDomain', () => {
  let open: OpenStore;

  beforeAll(async () => {
    open = await openStore(shop);
  });
  afterAll(() => open.close());
  beforeEach(() => Order.destroy({ where: {} }));

  it('persists, updates and deletes itself', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    expect(order.id).toEqual(expect.any(Number));

    await order.updateAttributes({ status: 'shipped' });
    expect((await Order.findById(order.id))!.status).toBe('shipped');

    await order.delete();
    expect(await Order.findById(order.id)).toBeNull();
  });

  it('has timestamps, and a version that rises with every change', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    await order.updateAttributes({ status: 'shipped' });

    const stored = (await Order.findById(order.id))!;
    expect(stored.version).toBe(order.version);
    expect(stored.version).toBeGreaterThan(0);
    expect(stored.createdAt).toEqual(order.createdAt);
    expect(stored.updatedAt.getTime()).toBeGreaterThanOrEqual(stored.createdAt.getTime());
  });

  it('refuses to save over a change that it has not seen', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    const stale = (await Order.findById(order.id))!;
    await order.updateAttributes({ status: 'shipped' });

    await expect(stale.updateAttributes({ status: 'cancelled' })).rejects.toThrow('stale model instance');
    expect((await Order.findById(order.id))!.status).toBe('shipped');
  });

  it('finds with where, first, one, exists, count and all, in the order of the keys', async () => {
    for (const code of ['B', 'A', 'C'])
      await new Order({ code, status: code === 'C' ? 'shipped' : 'created' }).persist();

    expect((await Order.where({ status: 'created' })).map(({ code }) => code)).toEqual(['B', 'A']);
    expect((await Order.first())!.code).toBe('B');
    expect(await Order.first({ code: 'Z' })).toBeNull();
    expect((await Order.one({ code: 'A' })).code).toBe('A');
    expect(await Order.exists({ code: 'C' })).toBe(true);
    expect(await Order.exists({ code: 'Z' })).toBe(false);
    expect(await Order.count()).toBe(3);
    expect((await Order.all()).map(({ code }) => code)).toEqual(['B', 'A', 'C']);
  });

  it('says so when one() finds none or several', async () => {
    for (const code of ['A', 'B']) await new Order({ code }).persist();

    await expect(Order.one({ code: 'Z' })).rejects.toThrow(new NotOneError('Order', 0));
    await expect(Order.one({ status: 'created' })).rejects.toThrow(
      'Exactly one Order was asked for, and several match.',
    );
  });

  it('reads a collection by its property', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    await new OrderItem({ sku: 'pen', quantity: 2, orderId: order.id }).persist();

    const items = await order.collection<OrderItem>('orderItems');

    expect(items.map(({ sku }) => sku)).toEqual(['pen']);
  });
});
