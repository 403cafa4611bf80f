import { unitOfWork } from '../../../lib/persistence';
import { currentUnit } from '../../../lib/persistence/unit-of-work/unit-of-work';
import { Order, OrderItem, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

const create = (code: string) => new Order({ code }).persist();
const unit = () => currentUnit(Order.sequelize!)!;
const keys = () => unit().journal!.written.keysOf(Order).map(String);

/** The keys of the roots whose aggregates the current unit has written. */
const touched = () => [...(unit().journal?.touchedOf(Order)?.keys() ?? [])];

describe('The journal of a unit of work', () => {
  useStore(shop);
  beforeEach(() => Order.destroy({ where: {} }));

  it('is not made by reads', async () => {
    await create('stored');

    const journal = await Order.unitOfWork(async () => {
      await Order.count();
      return unit().journal;
    });

    expect(journal).toBeUndefined();
  });

  it('has no rows unless they are read', async () => {
    const found = await unitOfWork(async () => {
      await create('a');
      return keys();
    });

    expect(found).toEqual([]);
  });

  it('takes over that of a savepoint which is released, and drops that of one which is rolled back', async () => {
    await unitOfWork(async () => {
      unit().keepsRows = true;
      const order = await create('outside');
      const { id } = await unitOfWork(() => create('released'), { savepoint: true });
      const dropped = async () => {
        await create('dropped');
        throw new Error('undone');
      };
      await expect(unitOfWork(dropped, { savepoint: true })).rejects.toThrow('undone');

      expect(keys()).toEqual([order.id, id].map(String));
      expect(touched()).toEqual([order.id, id].map(String));
    });
  });

  it('has a root once, however often its aggregate is written', async () => {
    const { id } = await create('root');
    const version = async () => (await Order.findById(id))!.version;
    const before = await version();

    await unitOfWork(async () => {
      await OrderItem.create({ orderId: id, sku: 'a', quantity: 1 });
      await unitOfWork(() => OrderItem.create({ orderId: id, sku: 'b', quantity: 1 }), { savepoint: true });
      await OrderItem.update({ quantity: 2 }, { where: { orderId: id } });
      expect(touched()).toEqual([String(id)]);
    });

    expect(await version()).toBe(before + 1);
  });
});
