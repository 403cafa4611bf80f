import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { dialect } from '../../support/test-database';

const codes = async () => (await Order.all()).map(({ code }) => code);

(dialect === 'sqlite' ? describe : describe.skip)('A transaction without a callback on an in-memory database', () => {
  useStore(shop, {}, 'memory');
  beforeEach(() => Order.destroy({ where: {} }));

  const begin = () => Order.sequelize!.transaction();

  it('is rejected while another one is open, which is not affected', async () => {
    const first = await begin();
    await Order.create({ code: 'A-1' }, { transaction: first });

    await expect(begin()).rejects.toMatchObject({ code: 'TRANSACTION_OPEN' });
    await expect(Order.unitOfWork(() => Order.create({ code: 'A-2' }))).rejects.toMatchObject({
      code: 'TRANSACTION_OPEN',
    });
    await first.commit();

    expect(await codes()).toEqual(['A-1']);
  });

  it.each(['commit', 'rollback'] as const)('can be begun again after the %s of another one', async (end) => {
    const first = await begin();
    await first[end]();
    const second = await begin();
    await Order.create({ code: 'A-1' }, { transaction: second });
    await second.commit();

    expect(await codes()).toEqual(['A-1']);
  });

  it('waits for the units of work before it', async () => {
    const unit = Order.unitOfWork(async () => {
      await Order.create({ code: 'A-1' });
      await new Promise((resolve) => setTimeout(resolve, 20));
      await Order.create({ code: 'A-2' });
    });
    const transaction = await begin();
    await unit;
    await transaction.rollback();

    expect(await codes()).toEqual(['A-1', 'A-2']);
  });

  it('is a savepoint inside a unit of work', async () => {
    await Order.unitOfWork(async () => {
      await Order.create({ code: 'A-1' });
      const savepoint = await begin();
      await Order.create({ code: 'A-2' }, { transaction: savepoint });
      await savepoint.rollback();
    });

    expect(await codes()).toEqual(['A-1']);
  });
});
