import { OptimisticLockError } from 'sequelize';
import { Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { BaseDomain, NotOneError } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { Country, Order, OrderItem, shop } from '../support/domain/shop';
import { useStore } from '../support/open-store';

@AggregateRoot
@Table({ tableName: 'letters', paranoid: true })
class Letter extends BaseDomain {
  @StringColumn(20) declare subject: string;
}

useStore([...shop, Letter]);
beforeEach(async () => {
  await Order.destroy({ where: {} });
  await Letter.destroy({ where: {}, force: true });
});

describe('BaseDomain', () => {
  it('persists, updates and deletes itself', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    expect(order.id).toEqual(expect.any(Number));

    await order.updateAttributes({ status: 'shipped' });
    expect((await Order.findById(order.id))!.status).toBe('shipped');

    await order.delete();
    expect(await Order.findById(order.id)).toBeNull();
  });

  it('has timestamps, and a version that every change increments', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    await order.updateAttributes({ status: 'shipped' });

    const stored = (await Order.findById(order.id))!;
    expect(stored.version).toBe(order.version);
    expect(stored.version).toBeGreaterThan(0);
    expect(stored.createdAt).toEqual(order.createdAt);
    expect(stored.updatedAt.getTime()).toBeGreaterThanOrEqual(stored.createdAt.getTime());
  });

  it('finds by where, first, one, exists, count and all, in the order of the primary keys', async () => {
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

  it('rejects one() when no entity or more than one matches', async () => {
    for (const code of ['A', 'B']) await new Order({ code }).persist();

    await expect(Order.one({ code: 'Z' })).rejects.toThrow(new NotOneError('Order', 0));
    await expect(Order.one({ status: 'created' })).rejects.toThrow('Expected exactly one Order, but several match.');
  });

  it('reads a collection', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    await new OrderItem({ sku: 'pen', quantity: 2, orderId: order.id }).persist();

    const items = await order.collection('orderItems');

    expect(items.map(({ sku }) => sku)).toEqual(['pen']);
  });
});

describe('An instance of BaseDomain that was changed or deleted meanwhile', () => {
  it('cannot be saved', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    const stale = (await Order.findById(order.id))!;
    await order.updateAttributes({ status: 'shipped' });

    await expect(stale.updateAttributes({ status: 'cancelled' })).rejects.toThrow('stale model instance');
    expect((await Order.findById(order.id))!.status).toBe('shipped');
  });

  it('cannot be deleted, by delete() or destroy()', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    const [stale, gone] = [(await Order.findById(order.id))!, (await Order.findById(order.id))!];
    await order.updateAttributes({ status: 'shipped' });

    await expect(stale.delete()).rejects.toThrow('Attempting to delete a stale model instance: Order');
    await expect(stale.destroy()).rejects.toThrow(OptimisticLockError);
    expect(await Order.count()).toBe(1);

    await order.delete();
    await expect(gone.delete()).rejects.toThrow(OptimisticLockError);
  });

  it('cannot be soft-deleted', async () => {
    const letter = await new Letter({ subject: 'hello' }).persist();
    const [stale, gone] = [(await Letter.findById(letter.id))!, (await Letter.findById(letter.id))!];
    await letter.updateAttributes({ subject: 'bye' });

    await expect(stale.delete()).rejects.toThrow('stale model instance');
    await expect(stale.destroy({ force: true })).rejects.toThrow('stale model instance');
    expect(await Letter.count()).toBe(1);

    await letter.delete();
    await expect(gone.updateAttributes({ subject: 'late' })).rejects.toThrow('stale model instance');
    expect((await Letter.findOne({ paranoid: false }))!.subject).toBe('bye');
  });

  it('does not run afterDestroy when it was not deleted', async () => {
    const letter = await new Letter({ subject: 'hello' }).persist();
    const stale = (await Letter.findById(letter.id))!;
    await letter.updateAttributes({ subject: 'bye' });
    const deleted = jest.fn();
    Letter.addHook('afterDestroy', 'recordDeletion', deleted);

    await expect(stale.destroy({ force: true })).rejects.toThrow('stale model instance');
    Letter.removeHook('afterDestroy', 'recordDeletion');

    expect(deleted).not.toHaveBeenCalled();
  });

  it('can be deleted again when it has no version', async () => {
    const country = await Country.create({ code: 'BE', name: 'Belgium' });

    await country.destroy();

    await expect(country.destroy()).resolves.not.toThrow();
  });
});

describe('An unknown name', () => {
  it('of a field is rejected, where Sequelize would ignore it', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    const unknown = /^Order has no field "colour": .* Known fields: id, .*, code, status, /;

    await expect(order.updateAttributes({ status: 'shipped', colour: 'red' } as object)).rejects.toThrow(unknown);
    await expect(order.update({ colour: 'red' })).rejects.toThrow(unknown);
    await expect(Order.create({ code: 'A-2', colour: 'red' } as object)).rejects.toThrow(unknown);
    await expect(Order.update({ colour: 'red' } as object, { where: {} })).rejects.toThrow(unknown);
    expect(() => new Order({ colour: 'red' })).toThrow(unknown);
    expect(() => order.set('colour' as never, 'red' as never)).toThrow(unknown);
    expect(() => new Order({ code: 'A-2', orderItems: [] })).toThrow('or name the association in the option "include"');
    expect((await Order.one({ code: 'A-1' })).status).toBe('created');
  });

  it('of a field in criteria is rejected', async () => {
    const criteria = { colour: 'red' };
    const finders = [() => Order.where(criteria), () => Order.first(criteria), () => Order.exists(criteria)];

    for (const find of [...finders, () => Order.one(criteria)]) await expect(find()).rejects.toThrow('colour');
  });

  it('of a collection is rejected', async () => {
    const item = new OrderItem({ sku: 'pen' });

    await expect(new Order().collection('items' as never)).rejects.toThrow(
      'Order has no collection "items": correct the name. Known collections: orderItems, payments, tags.',
    );
    await expect(item.collection('product' as never)).rejects.toThrow('Known collections: shipments.');
  });

  it('is neither a path into JSON, nor an included association, nor a field that the option fields leaves out', async () => {
    const include = [Order.associations.orderItems!];
    const order = Order.build(
      { code: 'A-1', labels: { a: 1 }, orderItems: [{ sku: 'pen', quantity: 1 }] },
      { include },
    );
    order.set('labels.b', 2);
    await order.save();

    await order.update({ status: 'shipped', colour: 'red' }, { fields: ['status'] });

    expect(await Order.one({ code: 'A-1' })).toMatchObject({ status: 'shipped', labels: { a: 1, b: 2 } });
  });
});
