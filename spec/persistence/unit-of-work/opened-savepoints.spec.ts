import type { Transaction } from 'sequelize';
import { unitOfWork } from '../../../lib/persistence';
import { Order, OrderItem, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { databasePlaces } from '../../support/test-database';

const open = () => Order.sequelize!.transaction();
const stored = async (order: Order) => (await Order.findById(order.id))!;
const addItem = (order: Order, sku: string, transaction?: Transaction) =>
  OrderItem.create({ sku, quantity: 1, orderId: order.id }, { transaction });

describe.each(databasePlaces)('Opened without a callback, on a database in %s,', (place) => {
  let order: Order;

  useStore(shop, {}, place);
  beforeEach(async () => {
    await OrderItem.destroy({ where: {} });
    await Order.destroy({ where: {} });
    order = await Order.create({ code: 'A-1', total: '1.00' });
  });

  describe('a savepoint', () => {
    it('makes the whole unit fail if its rollback includes a write from outside of it', async () => {
      const work = unitOfWork(async () => {
        const savepoint = await open();
        await Order.update({ total: '2.00' }, { where: { id: order.id } });
        await savepoint.rollback();
      });

      await expect(work).rejects.toMatchObject({ code: 'UNIT_WRITE_LOST' });
      expect(await stored(order)).toMatchObject({ total: '1.00', version: order.version });
    });

    it.each([
      ['open', async () => undefined],
      ['released', (savepoint: Transaction) => savepoint.commit()],
    ])('makes the whole unit fail if its rollback includes a later savepoint that is %s', async (_, end) => {
      const work = unitOfWork(async () => {
        const first = await open();
        const second = await open();
        await Order.update({ total: '2.00' }, { where: { id: order.id }, transaction: second });
        await end(second);
        await first.rollback();
      });

      await expect(work).rejects.toMatchObject({ code: 'UNIT_WRITE_LOST' });
      expect(await stored(order)).toMatchObject({ total: '1.00' });
    });

    it('restores its instances when it is rolled back, so that the same change can be saved again', async () => {
      await unitOfWork(async () => {
        const savepoint = await open();
        await order.update({ total: '2.00' }, { transaction: savepoint });
        await savepoint.rollback();
        await order.update({ total: '2.00' });
      });

      expect(await stored(order)).toMatchObject({ total: '2.00', version: order.version });
    });

    it('that is rolled back does not keep the version of the root from rising with a later write', async () => {
      await unitOfWork(async () => {
        const savepoint = await open();
        await Order.increment({ ledgerNo: 1 }, { where: { id: order.id }, transaction: savepoint });
        await savepoint.rollback();
        await addItem(order, 'kept');
      });

      expect((await stored(order)).version).toBe(order.version + 1);
    });

    it.each([
      ['released', (savepoint: Transaction) => savepoint.commit()],
      ['open when the unit ends', async () => undefined],
    ])('that is %s makes the version of the root rise', async (_, end) => {
      await unitOfWork(async () => {
        const savepoint = await open();
        await addItem(order, 'kept', savepoint);
        await end(savepoint);
      });

      expect((await stored(order)).version).toBe(order.version + 1);
      expect(await OrderItem.count()).toBe(1);
    });

    it('takes no more statements once the savepoint around it is rolled back', async () => {
      const late = unitOfWork(async () => {
        const outer = await open();
        const inner = await Order.sequelize!.transaction({ transaction: outer });
        await outer.rollback();
        await addItem(order, 'late', inner);
      });

      await expect(late).rejects.toThrow('has ended');
      expect(await OrderItem.count()).toBe(0);
    });
  });

  describe('a transaction', () => {
    it('restores its instances when it is rolled back, so that the same change can be saved again', async () => {
      const transaction = await open();
      await order.update({ total: '2.00' }, { transaction });
      const item = await addItem(order, 'again', transaction);
      await transaction.rollback();
      await order.update({ total: '2.00' });
      await item.save();

      expect(await stored(order)).toMatchObject({ total: '2.00' });
      expect((await OrderItem.all()).map(({ sku }) => sku)).toEqual(['again']);
    });

    it('raises the version of the root for a write after a savepoint that is rolled back', async () => {
      const transaction = await open();
      const savepoint = await Order.sequelize!.transaction({ transaction });
      await Order.increment({ ledgerNo: 1 }, { where: { id: order.id }, transaction: savepoint });
      await savepoint.rollback();
      await addItem(order, 'kept', transaction);
      await transaction.commit();

      expect((await stored(order)).version).toBe(order.version + 1);
    });
  });
});
