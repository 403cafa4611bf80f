import { QueryTypes } from 'sequelize';
import { classifyDatabaseError, unitOfWork } from '../../../lib/persistence';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { databasePlaces, dialect } from '../../support/test-database';

describe.each(databasePlaces)('A unit of work that cannot be committed, in %s', (place) => {
  useStore(shop, {}, place);
  beforeEach(() => Order.destroy({ where: {} }));

  const query = (sql: string) => Order.sequelize!.query(sql);
  const codes = async () => (await Order.all()).map(({ code }) => code);

  if (dialect === 'sqlite') {
    it('leaves neither an open transaction nor a lock, so that the next one is stored', async () => {
      jest.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
      await query('CREATE TABLE notes (order_id BIGINT REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED)');
      const order = new Order({ code: 'dropped' });
      const work = async () => {
        await order.persist();
        await query('INSERT INTO notes (order_id) VALUES (999)');
      };

      await expect(unitOfWork(work)).rejects.toThrow('FOREIGN KEY constraint failed');

      expect(order.isNewRecord).toBe(true);
      await unitOfWork(() => new Order({ code: 'in a unit' }).persist());
      await new Order({ code: 'alone' }).persist();
      expect(await codes()).toEqual(['in a unit', 'alone']);
      const { connections } = Order.sequelize!.connectionManager as unknown as { connections: object };
      expect(Object.keys(connections)).toHaveLength(1);
    });
  } else {
    it.each([
      ['then COMMIT', async () => undefined],
      ['then another statement', () => Order.count()],
      ['then a statement whose error is caught', () => Order.count().catch(() => 0)],
    ])('because its connection was lost is known to be rolled back: %s', async (_, next) => {
      jest.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
      const order = new Order({ code: 'dropped' });
      const work = unitOfWork(async () => {
        await order.persist();
        const [row] = await Order.sequelize!.query<{ id: number }>('SELECT CONNECTION_ID() AS id', {
          type: QueryTypes.SELECT,
        });
        await Order.sequelize!.query(`KILL ${row!.id}`, { transaction: null });
        await new Promise((resolve) => setTimeout(resolve, 100));
        await next();
      });

      const error = await work.catch((reason: unknown) => reason);

      expect(classifyDatabaseError(error)).toEqual({ kind: 'unavailable' });
      expect([order.isNewRecord, await codes()]).toEqual([true, []]);
    });
  }
});

const ENDING = ['COMMIT', 'rollback', 'BEGIN', '/* again */ START TRANSACTION'];
const ENDING_ON_SERVERS = ['TRUNCATE orders', 'CREATE TABLE notes2 (id INT)', 'ALTER TABLE orders ADD note TEXT'];

describe.each(databasePlaces)('A unit of work, in %s', (place) => {
  useStore(shop, {}, place);

  it.each([...ENDING, ...(dialect === 'sqlite' ? [] : ENDING_ON_SERVERS)])(
    'rejects a statement that would end its transaction: %s',
    async (sql) => {
      const work = async () => {
        await new Order({ code: 'A-1' }).persist();
        const sent = Order.sequelize!.query(sql);
        await expect(sent).rejects.toMatchObject({ code: 'UNIT_ENDED_EARLY' });
        throw new Error('changed my mind');
      };

      await expect(unitOfWork(work)).rejects.toThrow('changed my mind');

      expect(await Order.count()).toBe(0);
    },
  );

  it('can empty a table', async () => {
    await new Order({ code: 'kept' }).persist();
    const work = unitOfWork(async () => {
      await Order.destroy({ where: {} });
      expect(await Order.count()).toBe(0);
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    expect(await Order.count()).toBe(1);
  });

  if (dialect !== 'sqlite') {
    it('may use temporary tables, which do not end its transaction', async () => {
      await unitOfWork(async () => {
        await Order.sequelize!.query('CREATE TEMPORARY TABLE picked (id INT)');
        await Order.sequelize!.query('DROP TEMPORARY TABLE picked');
      });
    });
  }
});
