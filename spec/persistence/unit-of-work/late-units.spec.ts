import { DatabaseError } from 'sequelize';
import { afterCommit, classifyDatabaseError, unitOfWork } from '../../../lib/persistence';
import type { DomainSequelize } from '../../../lib/persistence/statements/domain-sequelize';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { type DatabasePlace, databasePlaces, dialect } from '../../support/test-database';

/** A database with an empty table of orders for each test of a `describe`. */
function useOrders(place: DatabasePlace) {
  const begun: string[] = [];

  useStore(shop, {}, place);
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    begun.length = 0;
    const queries = sequelize().getQueryInterface() as unknown as Record<string, (...args: unknown[]) => unknown>;
    const start = queries.startTransaction!.bind(queries);
    jest.spyOn(queries, 'startTransaction').mockImplementation((transaction, ...rest) => {
      begun.push((transaction as { parent?: unknown }).parent ? 'SAVEPOINT' : 'BEGIN');
      return start(transaction, ...rest);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const sequelize = () => Order.sequelize as unknown as DomainSequelize;
  const late = <T>(work: () => Promise<T>) => sequelize().lateUnit(work);
  const codes = async () => (await Order.all()).map(({ code }) => code).sort();

  return { begun, late, codes };
}

describe.each(databasePlaces)('A unit of work that begins at its first statement, in %s', (place) => {
  const { begun, late, codes } = useOrders(place);

  it('begins no transaction without a statement, and runs its callbacks', async () => {
    const log: string[] = [];

    const result = await late(async () => {
      await afterCommit(() => log.push('after'));
      return log.push('work');
    });

    expect([result, log, begun]).toEqual([1, ['work', 'after'], []]);
  });

  it('lets other units run until then', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waiting = late(async () => {
      await gate;
      await new Order({ code: 'late' }).persist();
    });

    await unitOfWork(() => new Order({ code: 'other' }).persist());
    open();
    await waiting;

    expect(await codes()).toEqual(['late', 'other']);
  });

  it('is one transaction of all its statements, also of those that are sent at once', async () => {
    const failing = late(async () => {
      await Promise.all([
        Order.count(),
        new Order({ code: 'a' }).persist(),
        unitOfWork(() => Order.create({ code: 'b' })),
      ]);
      throw new Error('too late');
    });

    await expect(failing).rejects.toThrow('too late');

    expect(begun.filter((statement) => statement === 'BEGIN')).toHaveLength(1);
    expect(await codes()).toEqual([]);
  });

  it('goes on after a unit inside it has failed, of which nothing is stored', async () => {
    await late(async () => {
      await new Order({ code: 'a' }).persist();
      await unitOfWork(async () => {
        await new Order({ code: 'b' }).persist();
        await new Order({ code: 'a' }).persist();
      }).catch(() => undefined);
      await new Order({ code: 'c' }).persist();
    });

    expect(await codes()).toEqual(['a', 'c']);
  });
});

describe.each(databasePlaces)('Such a unit of work, in %s', (place) => {
  const { begun, late, codes } = useOrders(place);

  it('inside of a unit is a savepoint of that', async () => {
    await unitOfWork(async () => {
      await new Order({ code: 'a' }).persist();
      await late(async () => {
        await new Order({ code: 'b' }).persist();
        throw new Error('no');
      }).catch(() => undefined);
    });

    expect(await codes()).toEqual(['a']);
  });

  it('takes part where its transaction is given, which is a stand-in before the first statement', async () => {
    await late(() => unitOfWork((transaction) => Order.create({ code: 'a' }, { transaction })));

    expect(await codes()).toEqual(['a']);
  });

  it('ends the transaction that a statement without an await begins, and rejects the statement', async () => {
    let unawaited: Promise<unknown> = Promise.resolve();
    await late(async () => {
      unawaited = Order.count();
      unawaited.catch(() => undefined);
    });
    await unawaited.catch(() => undefined);

    await unitOfWork(() => new Order({ code: 'next' }).persist());

    expect(await codes()).toEqual(['next']);
  });

  it('begins again for its first unit after a conflict, as long as nothing else is written', async () => {
    let refusals = 1;
    const conflict = Object.assign(new Error('Deadlock'), { errno: 1213, code: 'SQLITE_BUSY', sql: '' });
    const create = (code: string) =>
      unitOfWork(async () => {
        await new Order({ code }).persist();
        if (refusals-- > 0) throw new DatabaseError(conflict as never);
      });

    await late(async () => {
      await create('first');
      await new Order({ code: 'second' }).persist();
    });
    expect([await codes(), begun]).toEqual([
      ['first', 'second'],
      ['BEGIN', 'SAVEPOINT', 'BEGIN', 'SAVEPOINT'],
    ]);

    refusals = 1;
    const failing = late(async () => {
      await new Order({ code: 'third' }).persist();
      await create('fourth');
    });
    await expect(failing).rejects.toThrow('Deadlock');
    expect(await codes()).toEqual(['first', 'second']);
  });

  it('is not repeated after a conflict', async () => {
    let attempts = 0;
    const parent = Object.assign(new Error('Deadlock'), { errno: 1213, code: 'SQLITE_BUSY', sql: '' });
    const failing = late(async () => {
      attempts += 1;
      await Order.count();
      throw new DatabaseError(parent as never);
    });

    const error = await failing.catch((reason: unknown) => reason);

    expect([attempts, classifyDatabaseError(error)]).toEqual([1, { kind: 'contention' }]);
  });

  if (dialect === 'mysql') {
    it('begins with the isolation level of the first unit inside it', async () => {
      await late(() => unitOfWork(async () => Order.count(), { isolationLevel: 'serializable' }));

      const weaker = late(async () => {
        await Order.count();
        await unitOfWork(async () => Order.count(), { isolationLevel: 'serializable' });
      });
      await expect(weaker).rejects.toMatchObject({ code: 'UNIT_ISOLATION' });
    });
  }
});
