import { promisify } from 'node:util';
import { Database } from 'sqlite3';
import { UnitOfWorkEndedError } from '../../lib/persistence';
import { Order, shop } from '../support/domain/shop';
import { type OpenStore, openStore } from '../support/open-store';
import { dialect } from '../support/test-database';

describe('unit of work', () => {
  let open: OpenStore;

  beforeAll(async () => {
    open = await openStore(shop);
  });
  afterAll(() => open.close());
  beforeEach(() => Order.destroy({ where: {} }));

  it('passes its transaction to the active-record calls made inside it: a throw takes all of them back', async () => {
    const work = open.dataSource.unitOfWork(async () => {
      await new Order({ code: 'A-1' }).persist();
      expect(await Order.exists({ code: 'A-1' })).toBe(true);
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    expect(await Order.count()).toBe(0);
  });

  it('joins the unit that surrounds it instead of opening another', async () => {
    const work = Order.unitOfWork(async (outer) => {
      await Order.unitOfWork(async (inner) => {
        expect(inner).toBe(outer);
        await new Order({ code: 'A-1' }).persist();
      });
      throw new Error('after the inner one returned');
    });

    await expect(work).rejects.toThrow('after the inner one returned');
    expect(await Order.count()).toBe(0);
  });

  it("takes a transaction of the domain code's own for a savepoint", async () => {
    await Order.unitOfWork(async () => {
      await new Order({ code: 'kept' }).persist();
      const attempt = Order.sequelize!.transaction(async () => {
        await new Order({ code: 'dropped' }).persist();
        throw new Error('only this part');
      });
      await expect(attempt).rejects.toThrow('only this part');
    });

    expect((await Order.all()).map(({ code }) => code)).toEqual(['kept']);
  });

  it('refuses a query that the unit did not wait for, and names the way out', async () => {
    let late: Promise<unknown> = Promise.resolve();

    await Order.unitOfWork(async () => {
      late = new Promise((resolve) => setImmediate(resolve)).then(() => new Order({ code: 'late' }).persist());
    });

    await expect(late).rejects.toThrow(UnitOfWorkEndedError);
    expect(await Order.count()).toBe(0);
  });

  it('runs units that read and then write one after another, without losing one', async () => {
    const increment = () =>
      Order.unitOfWork(async () => {
        const order = await Order.findOne({ where: { code: 'counter' }, lock: true });
        await order!.updateAttributes({ total: String(Number(order!.total) + 1) });
      });
    await new Order({ code: 'counter', total: '0' }).persist();

    await Promise.all(Array.from({ length: 20 }, increment));

    expect(Number((await Order.one({ code: 'counter' })).total)).toBe(20);
  });

  it('runs a unit again as a whole after a deadlock, so that both of two crossing units succeed', async () => {
    const [a, b] = await Promise.all([new Order({ code: 'a' }).persist(), new Order({ code: 'b' }).persist()]);
    const cross = (first: Order, second: Order) =>
      Order.unitOfWork(async () => {
        for (const { id } of [first, second]) {
          const order = await Order.findByPk(id, { lock: true });
          await order!.updateAttributes({ total: String(Number(order!.total ?? 0) + 1) });
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      });

    await Promise.all([cross(a, b), cross(b, a)]);

    expect((await Order.all()).map(({ total }) => Number(total))).toEqual([2, 2]);
  });

  if (dialect === 'mysql') {
    it('lets no statement run once the database has ended the transaction, even if the error was caught', async () => {
      let attempts = 0;

      await Order.unitOfWork(async () => {
        attempts++;
        await new Order({ code: `try-${attempts}` }).persist();
        if (attempts > 1) return;
        const deadlock = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'";
        await Order.sequelize!.query(deadlock).catch(() => undefined);
        await expect(new Order({ code: 'outside' }).persist()).rejects.toThrow('Deadlock found');
      });

      expect(attempts).toBe(2);
      expect((await Order.all()).map(({ code }) => code)).toEqual(['try-2']);
    });
  } else {
    it('waits for another process that holds the write lock of the file', async () => {
      const other = new Database(open.dataSource.url.storage!);
      const run = promisify<string, void>(other.exec.bind(other) as never);
      await run('BEGIN IMMEDIATE');
      setTimeout(() => void run('COMMIT'), 200);

      await Order.unitOfWork(() => new Order({ code: 'patient' }).persist());

      expect(await Order.count()).toBe(1);
      await promisify(other.close.bind(other))();
    });
  }
});
