import { unitOfWork } from '../../../lib/persistence';
import { currentUnit } from '../../../lib/persistence/unit-of-work/unit-of-work';
import { Order, OrderItem, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

/** Runs a write in a unit whose rows are read; returns the codes of the noted orders, in their order. */
async function noted(write: () => Promise<unknown>): Promise<string[]> {
  const keys = await unitOfWork(async () => {
    const unit = currentUnit(Order.sequelize!)!;
    unit.keepsRows = true;
    await write();
    return unit.journal!.written.keysOf(Order);
  });
  const rows = await Order.findAll({ where: { id: keys as string[] }, order: ['code'] });
  return rows.map(({ code }) => code);
}

describe('The rows that a journal notes', () => {
  useStore(shop);
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    await Order.bulkCreate([{ code: 'a' }, { code: 'b' }]);
  });
  const order = async (code: string) => (await Order.findOne({ where: { code } }))!;

  it.each([
    ['save', ['a'], async () => (await order('a')).update({ rating: 'x' })],
    ['create', ['c'], () => Order.create({ code: 'c' })],
    ['bulkCreate', ['c', 'd'], () => Order.bulkCreate([{ code: 'c' }, { code: 'd' }])],
    ['bulkCreate with a key', ['c', 'd'], () => Order.bulkCreate([{ code: 'c', id: 5000 }, { code: 'd' }])],
    ['upsert of a new row', ['c'], () => Order.upsert({ code: 'c' })],
    ['upsert of a stored row', ['b'], () => Order.upsert({ code: 'b', rating: 'x' })],
    ['static update', ['b'], () => Order.update({ rating: 'x' }, { where: { code: 'b' } })],
    ['increment', ['a'], () => Order.increment({ ledgerNo: 1 } as never, { where: { code: 'a' } })],
  ] as const)('are those that a %s writes', async (_, codes, write) => {
    expect(await noted(write)).toEqual(codes);
  });

  it.each([
    ['destroy', async () => (await order('a')).destroy()],
    ['static destroy', () => Order.destroy({ where: { code: 'a' } })],
  ])('are those that a %s deletes', async (_, remove) => {
    const { id } = await order('a');

    const keys = await unitOfWork(async () => {
      const unit = currentUnit(Order.sequelize!)!;
      unit.keepsRows = true;
      await remove();
      return unit.journal!.written.keysOf(Order);
    });

    expect(keys.map(String)).toEqual([String(id)]);
  });

  it('have the foreign keys before and after a move', async () => {
    const [from, to] = [await order('a'), await order('b')];
    const item = await OrderItem.create({ orderId: from.id, sku: 's', quantity: 1 });

    const parents = await unitOfWork(async () => {
      const unit = currentUnit(Order.sequelize!)!;
      unit.keepsRows = true;
      await OrderItem.update({ orderId: to.id }, { where: { id: item.id } });
      await item.reload();
      await item.update({ quantity: 2 });
      return unit.journal!.written.of(OrderItem).map(({ orderId }) => String(orderId));
    });

    expect(parents).toEqual([from.id, to.id].map(String));
  });
});
