import { AsyncResource } from 'node:async_hooks';
import { promisify } from 'node:util';
import type { Transaction } from 'sequelize';
import { Database } from 'sqlite3';
import { UnitOfWorkEndedError } from '../../../lib/persistence';
import { Order, OrderItem, shop, Tag } from '../../support/domain/shop';
import { type UsedStore, useStore } from '../../support/open-store';
import { databasePlaces } from '../../support/test-database';

/** As code is called that has nothing of the context of who calls it. */
const outside: <T>(code: () => Promise<T>) => Promise<T> = AsyncResource.bind((code) => code());

type Place = (typeof databasePlaces)[number];

/** Opens the shop for the tests of a `describe`, and empties its tables before each. */
function openShop(place: Place): UsedStore {
  const open = useStore(shop, {}, place);
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    await Tag.destroy({ where: {} });
  });
  return open;
}

describe.each(databasePlaces)('a unit of work, in %s', (place) => {
  const open = openShop(place);

  it('passes its transaction to active-record calls inside it, and rolls all of them back on an error', async () => {
    const work = open.dataSource.unitOfWork(async () => {
      await new Order({ code: 'A-1' }).persist();
      expect(await Order.exists({ code: 'A-1' })).toBe(true);
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    expect(await Order.count()).toBe(0);
  });

  it('joins the surrounding unit', async () => {
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

  it('treats a transaction of domain code as a savepoint', async () => {
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

  it('restores the state before a nested savepoint, whichever unit it names as the outer one', async () => {
    const sequelize = Order.sequelize!;
    await Order.unitOfWork(async () => {
      const attempt = sequelize.transaction(async (outer) => {
        await new Order({ code: 'outer' }).persist();
        await sequelize.transaction({ transaction: outer }, () => new Order({ code: 'inner' }).persist());
        throw new Error('both');
      });
      await expect(attempt).rejects.toThrow('both');
      await new Order({ code: 'kept' }).persist();
    });

    expect((await Order.all()).map(({ code }) => code)).toEqual(['kept']);
  });

  it('passes its transaction to a call whose option "transaction" is undefined, as in hooks', async () => {
    const work = Order.unitOfWork(async () => {
      await Order.create({ code: 'A-1' }, { transaction: undefined });
      await Order.bulkCreate([{ code: 'A-2' }, { code: 'A-3' }], { transaction: undefined });
      await Order.update({ total: '5' }, { where: { code: 'A-2' }, transaction: undefined });
      await Order.sequelize!.transaction({ transaction: undefined }, async (savepoint) => {
        await Order.create({ code: 'A-4' }, { transaction: savepoint });
      });
      expect(await Order.count({ transaction: undefined })).toBe(4);
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    expect(await Order.count()).toBe(0);
  });

  it('passes its transaction to the children that Sequelize saves with their parent', async () => {
    const withItem = (code: string) =>
      Order.unitOfWork(() =>
        Order.create(
          { code, orderItems: [{ sku: 'pen', quantity: 1 }] },
          { include: [Order.associations.orderItems!] },
        ),
      );

    const { id } = await withItem('A-1');
    const refused = Order.unitOfWork(async () => {
      await withItem('A-2');
      throw new Error('no');
    });

    await expect(refused).rejects.toThrow('no');
    expect((await OrderItem.findAll()).map(({ orderId }) => Number(orderId))).toEqual([Number(id)]);
  });

  it('passes its transaction to the mixins of associations and to findOrCreate', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    const work = Order.unitOfWork(async () => {
      await order.$create('orderItem', { sku: 'pen', quantity: 1 }, { transaction: undefined });
      const [tag] = await Tag.findOrCreate({ where: { name: 'new' } });
      await order.$add('tags', tag, { transaction: undefined });
      expect([await OrderItem.count(), await Tag.count(), await order.$count('tags')]).toEqual([1, 1, 1]);
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect([await OrderItem.count(), await Tag.count(), await order.$count('tags')]).toEqual([0, 0, 0]);
  });
});

describe.each(databasePlaces)('units of work side by side, in %s', (place) => {
  openShop(place);

  it('uses a transaction option from any context, and rejects it after its unit has ended', async () => {
    let ended: Transaction | undefined;
    const work = Order.unitOfWork(async (transaction) => {
      ended = transaction;
      await outside(() => Order.create({ code: 'A-1' }, { transaction }));
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    await expect(Order.create({ code: 'A-2' }, { transaction: ended })).rejects.toThrow(UnitOfWorkEndedError);
    expect(await Order.count()).toBe(0);
  });

  it('rejects a query that the unit did not wait for', async () => {
    let late: Promise<unknown> = Promise.resolve();

    await Order.unitOfWork(async () => {
      late = new Promise((resolve) => setImmediate(resolve)).then(() => new Order({ code: 'late' }).persist());
    });

    await expect(late).rejects.toThrow(UnitOfWorkEndedError);
    expect(await Order.count()).toBe(0);
  });

  it('loses no update of units that read and then write', async () => {
    const increment = () =>
      Order.unitOfWork(async () => {
        const order = await Order.findOne({ where: { code: 'counter' }, lock: true });
        await order!.updateAttributes({ total: String(Number(order!.total) + 1) });
      });
    await new Order({ code: 'counter', total: '0' }).persist();

    await Promise.all(Array.from({ length: 20 }, increment));

    expect(Number((await Order.one({ code: 'counter' })).total)).toBe(20);
  });

  it('retries a unit after a deadlock, so that both of two crossing units succeed', async () => {
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

  if (place !== 'memory') {
    it('does not include calls with { transaction: null }', async () => {
      await new Order({ code: 'before' }).persist();

      await Order.unitOfWork(async () => {
        await new Order({ code: 'A-1' }).persist();
        expect(await Order.count()).toBe(2);
        expect(await Order.count({ transaction: null })).toBe(1);
      });
    });
  }

  if (place === 'a server') {
    it('sends no concurrent statement after a deadlock, which would not be rolled back', async () => {
      const deadlock = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'";
      const work = async (transaction: Transaction) => {
        // As the server does, past the unit.
        await Order.sequelize!.query('ROLLBACK', { transaction, completesTransaction: true } as never);
        const sent = [Order.sequelize!.query(deadlock), new Order({ code: 'beside it' }).persist()];
        await Promise.allSettled(sent);
      };

      await expect(Order.sequelize!.transaction(work)).rejects.toThrow('Deadlock found');

      expect(await Order.count()).toBe(0);
    });

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
  }
});

const sqlitePlaces = databasePlaces.filter((place) => place !== 'a server');

// `describe.each` needs at least one place.
if (sqlitePlaces.length > 0) {
  describe.each(sqlitePlaces)('a unit of work whose SQLite database is busy or ends it, in %s', (place) => {
    const open = openShop(place);

    if (place === 'a file') {
      it('waits for another process that holds the write lock of the file', async () => {
        await whileLocked(200, () => Order.unitOfWork(() => new Order({ code: 'patient' }).persist()));

        expect(await Order.count()).toBe(1);
      });

      it('leaves no connection open if a transaction could not begin in time', async () => {
        const warned = jest.spyOn(console, 'warn');

        await whileLocked(1400, () => Order.unitOfWork(() => new Order({ code: 'patient' }).persist()));

        expect(await Order.count()).toBe(1);
        expect(warned).not.toHaveBeenCalled();
        expect(openConnections()).toEqual(['default']);
        warned.mockRestore();
      });

      /** @param ms more than a second is longer than the driver waits by itself */
      const whileLocked = async (ms: number, work: () => Promise<unknown>) => {
        const other = new Database(open.dataSource.url.storage!);
        const run = promisify<string, void>(other.exec.bind(other) as never);
        await run('BEGIN IMMEDIATE');
        setTimeout(() => void run('COMMIT'), ms);
        await work();
        await promisify(other.close.bind(other))();
      };
      const openConnections = () => {
        const { connectionManager } = Order.sequelize as unknown as { connectionManager: { connections: object } };
        return Object.keys(connectionManager.connections);
      };
    }

    it('ends without a warning when the failed statement has ended the transaction', async () => {
      const warned = jest.spyOn(console, 'warn');
      const work = Order.unitOfWork(async () => {
        const { id } = await new Order({ code: 'first' }).persist();
        await Order.sequelize!.query(`INSERT OR ROLLBACK INTO orders SELECT * FROM orders WHERE id = ${id}`);
      });

      await expect(work).rejects.toThrow();

      expect(await Order.count()).toBe(0);
      expect(warned).not.toHaveBeenCalled();
      warned.mockRestore();
    });
  });
}
