import { DatabaseError } from 'sequelize';
import { Model, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain } from '../../../lib/persistence';
import { StringColumn } from '../../support/columns';
import { Country, Order, OrderItem, shop } from '../../support/domain/shop';
import { type UsedStore, useStore } from '../../support/open-store';
import { databasePlaces } from '../../support/test-database';

@AggregateRoot
@Table({ tableName: 'letters', paranoid: true })
class Letter extends BaseDomain {
  @StringColumn(20) declare subject: string;

  declare deletedAt: Date | null;

  /** A method of its own above the one that is watched. */
  override save(...options: Parameters<Model['save']>): Promise<this> {
    return super.save(...options);
  }
}

/** What a database says when it ends a transaction to let others go on. */
function contention(): Error {
  return new DatabaseError(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY', sql: '' }));
}

/** Work whose first attempt fails after all of it was done. */
function failingOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let attempts = 0;
  return async () => {
    const result = await work();
    if (++attempts === 1) throw contention();
    return result;
  };
}

type Place = (typeof databasePlaces)[number];

/** Opens the shop for the tests of a `describe`, and empties its tables before each. */
function openShop(place: Place): UsedStore {
  const open = useStore([...shop, Letter], {}, place);
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    await Country.destroy({ where: {} });
    await Letter.destroy({ where: {}, force: true });
  });
  return open;
}

describe.each(databasePlaces)('another attempt of a unit of work, in %s', (place) => {
  openShop(place);

  it('inserts new instances again', async () => {
    const order = new Order({ code: 'A-1' });
    const country = new Country({ code: 'BE', name: 'Belgium' });

    await Order.unitOfWork(
      failingOnce(async () => {
        await order.save();
        await country.save();
      }),
    );

    expect((await Order.all()).map(({ id }) => id)).toEqual([order.id]);
    expect(await Country.count()).toBe(1);
  });

  it('saves again the changes made before the unit and inside it', async () => {
    const order = await new Order({ code: 'A-1', total: '1.00' }).persist();
    order.rating = 'good';

    await Order.unitOfWork(
      failingOnce(async () => {
        order.total = String(Number(order.total) + 1);
        await order.save();
        await order.updateAttributes({ status: 'shipped' });
      }),
    );

    const stored = await Order.one({ code: 'A-1' });
    expect(stored).toMatchObject({ rating: 'good', status: 'shipped', version: order.version });
    expect(Number(stored.total)).toBe(2);
  });

  it('saves children again that are saved with their parent', async () => {
    const include = [Order.associations.orderItems!];
    const order = Order.build({ code: 'A-1', orderItems: [{ sku: 'pen', quantity: 1 }] }, { include });

    await Order.unitOfWork(failingOnce(() => order.save()));

    expect((await OrderItem.findAll()).map(({ orderId }) => String(orderId))).toEqual([String(order.id)]);
  });

  it('deletes instances again, also softly', async () => {
    const letter = await new Letter({ subject: 'hello' }).persist();
    const order = await new Order({ code: 'A-1' }).persist();

    await Order.unitOfWork(
      failingOnce(async () => {
        await letter.delete();
        await order.delete();
      }),
    );

    expect([await Letter.count(), await Order.count(), letter.isSoftDeleted()]).toEqual([0, 0, true]);
  });

  it('reads instances again', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    order.total = '5.00';

    await Order.unitOfWork(
      failingOnce(async () => {
        expect(order.changed('total')).toBe(true);
        await order.reload();
      }),
    );

    expect(order.changed('total')).toBe(false);
  });
});

describe.each(databasePlaces)('a throw in a unit of work, in %s', (place) => {
  openShop(place);

  const rejected = (work: () => Promise<unknown>) =>
    expect(
      Order.unitOfWork(async () => {
        await work();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');

  it('restores instances: a new one can be saved again', async () => {
    const order = new Order({ code: 'A-1' });
    await rejected(() => order.save());

    expect(order).toMatchObject({ isNewRecord: true, id: null, code: 'A-1' });
    expect(order.createdAt).toBeUndefined();
    await order.save();
    expect(await Order.count()).toBe(1);
  });

  it('keeps changes from before the unit as unsaved, and reverts those inside it', async () => {
    const order = await new Order({ code: 'A-1' }).persist();
    order.rating = 'good';
    const { version, updatedAt } = order;

    await rejected(() => order.updateAttributes({ status: 'shipped', rating: 'bad' }));

    expect(order).toMatchObject({ status: 'created', rating: 'good', version, updatedAt });
    await order.save();
    expect(await Order.one({ code: 'A-1' })).toMatchObject({ status: 'created', rating: 'good' });
  });

  it('restores an instance that the work has deleted', async () => {
    const letter = await new Letter({ subject: 'hello' }).persist();

    await rejected(() => letter.delete());

    expect([letter.isSoftDeleted(), letter.changed()]).toEqual([false, false]);
  });

  it('restores only the instances of a savepoint that fails', async () => {
    const [kept, dropped] = [new Order({ code: 'kept' }), new Order({ code: 'taken' })];
    await new Order({ code: 'taken' }).persist();

    await Order.unitOfWork(async () => {
      await kept.save();
      const attempt = Order.sequelize!.transaction(async () => {
        await kept.updateAttributes({ status: 'shipped' });
        await dropped.save();
      });
      await expect(attempt).rejects.toThrow();
      expect([kept.isNewRecord, kept.status]).toEqual([false, 'created']);
      dropped.code = 'free';
      await dropped.save();
      await kept.save();
    });

    expect((await Order.all()).map(({ code, status }) => [code, status])).toEqual([
      ['taken', 'created'],
      ['kept', 'created'],
      ['free', 'created'],
    ]);
  });

  if (place === 'a server') {
    it('keeps an instance as saved that was saved outside the unit on purpose', async () => {
      const order = new Order({ code: 'A-1' });

      await rejected(async () => {
        order.status = 'shipped';
        await order.save({ transaction: null });
      });

      expect([order.isNewRecord, order.status, await Order.count()]).toEqual([false, 'shipped', 1]);
    });
  }
});
