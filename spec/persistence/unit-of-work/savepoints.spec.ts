import { unitOfWork } from '../../../lib/persistence';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { databasePlaces } from '../../support/test-database';

const codes = async () => (await Order.all()).map(({ code }) => code);
const create = (code: string) => new Order({ code }).persist();
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 20));

describe.each(databasePlaces)('A savepoint on a database in %s', (place) => {
  useStore(shop, {}, place);
  beforeEach(() => Order.destroy({ where: {} }));

  it('is rolled back alone if its error is caught', async () => {
    await unitOfWork(async () => {
      await create('kept');
      const part = unitOfWork(
        async () => {
          await create('dropped');
          throw new Error('only this part');
        },
        { savepoint: true },
      );
      await expect(part).rejects.toThrow('only this part');
    });

    expect(await codes()).toEqual(['kept']);
  });

  it('waits for those before it, so that one that is rolled back keeps the others', async () => {
    const failing = async () => {
      await create('dropped');
      await nextTurn();
      throw new Error('only this part');
    };
    const results = await unitOfWork(() =>
      Promise.allSettled([
        unitOfWork(failing, { savepoint: true }),
        unitOfWork(() => create('kept'), { savepoint: true }),
        Order.sequelize!.transaction(failing),
        Order.sequelize!.transaction(() => create('kept too')),
      ]),
    );

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await codes()).toEqual(['kept', 'kept too']);
  });

  it('of the outer transaction does not wait for the savepoint that it is inside of', async () => {
    await unitOfWork(async (outer) => {
      const inner = () => Order.sequelize!.transaction({ transaction: outer }, () => create('inner'));
      await unitOfWork(inner, { savepoint: true });
    });

    expect(await codes()).toEqual(['inner']);
  });

  it('makes the whole unit fail if its rollback includes a write from outside of it', async () => {
    const work = unitOfWork(async () => {
      let written: unknown;
      const part = async () => {
        await create('dropped');
        await written;
        throw new Error('only this part');
      };
      await create('before');
      const ended = unitOfWork(part, { savepoint: true }).catch(() => undefined);
      written = nextTurn().then(() => create('meanwhile'));
      await ended;
    });

    await expect(work).rejects.toMatchObject({ code: 'UNIT_WRITE_LOST' });
    expect(await codes()).toEqual([]);
  });

  it('lets the unit read meanwhile, and write before and after its rollback', async () => {
    const counts: number[] = [];
    await unitOfWork(async () => {
      const part = async () => {
        await create('dropped');
        await nextTurn();
        throw new Error('only this part');
      };
      await create('before');
      const ended = unitOfWork(part, { savepoint: true }).catch(() => undefined);
      counts.push(await Order.count());
      await ended;
      await create('after');
    });

    expect(counts).toHaveLength(1);
    expect(await codes()).toEqual(['before', 'after']);
  });
});
