import { afterCommit, DataSource, PersistenceError, UnitOfWorkEndedError, unitOfWork } from '../../../lib/persistence';
import { Order, shop } from '../../support/domain/shop';
import { POOL, type UsedStore, useStore } from '../../support/open-store';
import { allStatementsOf } from '../../support/statements';
import { createTestDatabase, databasePlaces } from '../../support/test-database';

type Place = (typeof databasePlaces)[number];

/** Opens the shop for the tests of a `describe`; returns the errors that it reports during a test. */
function openShop(place: Place): { readonly open: UsedStore; readonly reported: readonly unknown[] } {
  const reported: unknown[] = [];
  const open = useStore(shop, {}, place, (error) => reported.push(error));
  beforeEach(async () => {
    reported.length = 0;
    await Order.destroy({ where: {} });
  });
  return { open, reported };
}

const codes = async () => (await Order.all()).map(({ code }) => code);
const create = (code: string) => new Order({ code }).persist();

describe.each(databasePlaces)('unitOfWork on a database in %s', (place) => {
  const { open, reported } = openShop(place);

  it('uses the open database, and joins the surrounding unit', async () => {
    const work = unitOfWork(async (outer) => {
      await unitOfWork(async (inner) => expect(inner).toBe(outer));
      await create('A-1');
      throw new Error('changed my mind');
    });

    await expect(work).rejects.toThrow('changed my mind');
    expect(await codes()).toEqual([]);
  });

  it('rejects all writes if it is read-only: of models, routes and raw SQL', async () => {
    const stored = await create('A-1');
    const inside = (write: () => Promise<unknown>) => unitOfWork(write, { readOnly: true });

    for (const write of [
      () => create('A-2'),
      () => stored.update({ code: 'A-3' }),
      () => stored.delete(),
      () => Order.bulkCreate([{ code: 'A-4' }]),
      () => Order.sequelize!.query("UPDATE orders SET code = 'A-5'"),
      () => Order.sequelize!.query('WITH a AS (SELECT 1) DELETE FROM orders'),
      () => Order.sequelize!.query('/* all */ DELETE FROM orders'),
      () => open.store.unitOfWork(() => create('A-6')),
    ]) {
      await expect(inside(write)).rejects.toMatchObject({ code: 'UNIT_READ_ONLY' });
    }

    expect(await codes()).toEqual(['A-1']);
    expect(await inside(() => Order.count())).toBe(1);
  });

  it.each([
    ['WITH', 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT MAX(i) AS n FROM n'],
    ['a comment before it', '/* the highest */ SELECT 3 AS n'],
    [
      'a word of another statement in it',
      "WITH v (n) AS (SELECT 3) SELECT n FROM v WHERE 'DELETE' > '' -- DELETE FROM orders",
    ],
  ])('sends a raw query that reads if it is read-only: %s', async (_, sql) => {
    const [rows] = await unitOfWork(() => Order.sequelize!.query(sql), { readOnly: true });

    expect(rows).toEqual([{ n: 3 }]);
  });

  it('rejects writes only in the read-only part of a unit', async () => {
    await unitOfWork(async () => {
      const part = unitOfWork(() => create('A-1'), { readOnly: true });
      await expect(part).rejects.toThrow(
        'A unit of work that is read-only sent INSERT: open it without readOnly, or move the write out of it.',
      );
      await create('A-2');
    });

    expect(await codes()).toEqual(['A-2']);
  });

  it('joins no unit with a weaker isolation level', async () => {
    const nested = () => unitOfWork(() => Order.count(), { isolationLevel: 'serializable' });

    expect(await unitOfWork(nested, { isolationLevel: 'serializable' })).toBe(0);
    if (Order.sequelize!.getDialect() === 'sqlite') return expect(await unitOfWork(nested)).toBe(0);
    await expect(unitOfWork(nested)).rejects.toThrow(
      'A unit of work requests the isolation level "serializable" inside one that was opened with no level: open the outer one with that level, or the inner one outside of it.',
    );
    await expect(unitOfWork(nested, { isolationLevel: 'read committed' })).rejects.toThrow(PersistenceError);
  });

  it('passes its options to the database', async () => {
    const opened = await allStatementsOf(Order, () =>
      unitOfWork(() => Order.count(), { isolationLevel: 'read committed', readOnly: true }),
    );

    const isSqlite = Order.sequelize!.getDialect() === 'sqlite';
    expect(opened.slice(0, -2)).toEqual(
      isSqlite
        ? ['BEGIN DEFERRED TRANSACTION;']
        : ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED;', 'START TRANSACTION READ ONLY;'],
    );
  });

  it('reports a query that it did not wait for', async () => {
    await unitOfWork(async () => {
      const late = new Promise((resolve) => setImmediate(resolve)).then(() => create('late'));
      late.catch(() => undefined);
    });
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(reported).toEqual([new UnitOfWorkEndedError()]);
    expect(await codes()).toEqual([]);
  });
});

describe.each(databasePlaces)('afterCommit on a database in %s', (place) => {
  const { reported } = openShop(place);

  it('runs callbacks in their order after the commit, outside of the unit', async () => {
    const seen: string[] = [];
    await unitOfWork(async () => {
      await create('A-1');
      await afterCommit(async () => seen.push(`first ${await Order.count()}`));
      await afterCommit(() => unitOfWork(() => create('A-2')));
      seen.push('work');
    });

    expect(seen).toEqual(['work', 'first 1']);
    expect(await codes()).toEqual(['A-1', 'A-2']);
  });

  it('runs no callback of a unit, a savepoint or an attempt that was rolled back', async () => {
    const seen: string[] = [];
    const failing = async (name: string) => {
      await afterCommit(() => seen.push(name));
      throw new Error(name);
    };
    await expect(unitOfWork(() => failing('unit'))).rejects.toThrow('unit');
    await unitOfWork(async () => {
      await unitOfWork(() => failing('savepoint'), { savepoint: true }).catch(() => undefined);
      const around = async () => {
        await unitOfWork(() => afterCommit(() => seen.push('within')), { savepoint: true });
        throw new Error('around');
      };
      await unitOfWork(around, { savepoint: true }).catch(() => undefined);
      await unitOfWork(() => afterCommit(() => seen.push('kept')), { savepoint: true });
      expect(seen).toEqual([]);
    });

    expect(seen).toEqual(['kept']);
  });

  it('waits for the unit in a nested transaction of domain code', async () => {
    const seen: string[] = [];
    await unitOfWork(async () => {
      const savepoint = await Order.sequelize!.transaction();
      savepoint.afterCommit(() => void seen.push('committed'));
      await savepoint.commit();
      seen.push('work');
    });

    expect(seen).toEqual(['work', 'committed']);
  });

  it('keeps the write if a callback fails, runs the others, and reports the error', async () => {
    const seen: string[] = [];
    const order = await unitOfWork(async () => {
      await afterCommit(() => {
        throw new Error('no mail today');
      });
      await afterCommit(() => seen.push('next'));
      return create('A-1');
    });

    expect(order.isNewRecord).toBe(false);
    expect(await codes()).toEqual(['A-1']);
    expect(seen).toEqual(['next']);
    expect(reported).toEqual([new Error('no mail today')]);
  });

  it('runs at once outside of a unit', async () => {
    const seen: string[] = [];

    await afterCommit(() => seen.push('at once'));

    expect(seen).toEqual(['at once']);
  });
});

describe('unitOfWork without a database of its own', () => {
  it('explains the remedy if none is open, or several are', async () => {
    const work = async () => undefined;
    await expect(unitOfWork(work)).rejects.toThrow(
      'unitOfWork() was called while no database is open: start the application first.',
    );
    const [first, second] = [await openEmpty(), await openEmpty()];
    try {
      await expect(unitOfWork(work)).rejects.toMatchObject({ code: 'UNIT_SOURCE_AMBIGUOUS' });
    } finally {
      await first();
      await second();
    }
  });
});

/** @returns what closes it */
async function openEmpty(): Promise<() => Promise<void>> {
  const database = await createTestDatabase();
  const options = { projectRoot: process.cwd(), log: () => undefined };
  const configuration = { url: database.url, pool: POOL, providerProperties: {} };
  const dataSource = await DataSource.open(configuration, [], options);
  return async () => {
    await dataSource.close();
    await database.drop();
  };
}
