import { unitOfWork } from '../../lib';
import { allRows, Basket, baskets, Entry, Label, Portion, ways } from '../support/domain/baskets';
import { useServed } from '../support/serve-shop';

let basket: Basket;
let entry: Entry;

const served = useServed(baskets);
const { request } = served;
beforeEach(async () => {
  const { id } = await Basket.create({ name: 'top', most: 10 });
  entry = await Entry.create({ quantity: 4, basketId: id });
  basket = (await Basket.findById(id))!;
});

const names = Object.keys(ways);

/** The number by which the version of the root rises. */
async function rise(write: () => unknown): Promise<number> {
  const versionOf = async () => (await Basket.findOne({ where: { id: basket.id }, paranoid: false }))!.version;
  const before = await versionOf();
  await write();
  return (await versionOf()) - before;
}

async function stays(write: () => Promise<unknown>): Promise<void> {
  const before = await allRows();
  await expect(write()).rejects.toThrow('breaks "');
  expect(await allRows()).toEqual(before);
}

describe('The version of a root', () => {
  it.each(names)('rises by one with a write of domain code (%s)', async (way) => {
    const { id } = entry;

    expect(await rise(() => ways[way]!({ basket, entry, to: 1 }))).toBe(1);
    entry = (await Entry.findById(id))!;
    expect(await rise(() => unitOfWork(() => ways[way]!({ basket, entry, to: 0 })))).toBe(1);
  });

  it('rises by one in a unit of work, however often and in whatever way it is written', async () => {
    const writeAll = () =>
      Basket.unitOfWork(async () => {
        const fresh = (await Entry.findById(entry.id))!;
        await fresh.update({ quantity: 3 });
        await Entry.update({ quantity: 2 }, { where: { basketId: basket.id } });
        await Portion.create({ size: 1, entryId: entry.id });
        await Basket.sequelize!.transaction(async () => Entry.create({ quantity: 1, basketId: basket.id }));
      });

    expect(await rise(writeAll)).toBe(1);
  });

  it('rises by one when the root is also saved before and after', async () => {
    const saveBoth = () =>
      unitOfWork(async () => {
        await entry.update({ quantity: 3 });
        await basket.update({ name: 'other' });
        await Portion.create({ size: 1, entryId: entry.id });
      });

    expect(await rise(saveBoth)).toBe(1);
    expect(await rise(() => request('PUT', `/baskets/${basket.id}/write`, { way: 'staticUpdate', to: 1 }))).toBe(1);
  });

  it('rises with static updates of roots, deletes, restores and links', async () => {
    expect(await rise(() => Basket.update({ name: 'a' }, { where: { id: basket.id } }))).toBe(1);
    expect(await rise(() => unitOfWork(() => Basket.update({ name: 'b' }, { where: { name: 'a' } })))).toBe(1);
    expect(await rise(() => entry.delete())).toBe(1);
    expect(await rise(() => entry.restore())).toBe(1);
    expect(await rise(() => Entry.destroy({ where: { basketId: basket.id } }))).toBe(1);
    expect(await rise(() => Entry.restore({ where: { basketId: basket.id } }))).toBe(1);
    expect(await rise(() => Entry.destroy({ where: { basketId: basket.id }, force: true }))).toBe(1);
  });

  it('rises with links, and with updates of the linked rows', async () => {
    const label = await Label.create({ text: 'a' });
    expect(await rise(() => basket.$add('label', label))).toBe(1);
    expect(await rise(() => label.update({ text: 'b' }))).toBe(1);
    expect(await rise(() => Label.update({ text: 'c' }, { where: { id: label.id } }))).toBe(1);
    expect(await rise(() => basket.$remove('label', label))).toBe(1);
  });

  it('rises for both roots when a child moves', async () => {
    const target = await Basket.create({ name: 'target' });
    const move = () => entry.update({ basketId: target.id });

    expect(await rise(move)).toBe(1);
    expect((await Basket.findById(target.id))!.version).toBe(target.version + 1);
    const back = () => Entry.update({ basketId: basket.id }, { where: { id: entry.id } });
    expect(await rise(back)).toBe(1);
    expect((await Basket.findById(target.id))!.version).toBe(target.version + 2);
  });

  it('rises with writes in a transaction that domain code opens itself', async () => {
    const writeAlone = async () => {
      const transaction = await Basket.sequelize!.transaction();
      await Entry.update({ quantity: 1 }, { where: { id: entry.id }, transaction });
      await Portion.create({ size: 1, entryId: entry.id }, { transaction });
      await transaction.commit();
    };

    expect(await rise(writeAlone)).toBe(1);
  });

  it('is unchanged when a value is rejected that its column cannot hold', async () => {
    const writeTooMuch = () =>
      unitOfWork(async () => {
        const write = Entry.update({ quantity: 2 ** 40 }, { where: { basketId: basket.id } });
        await expect(write).rejects.toThrow('quantity');
      });

    expect(await rise(writeTooMuch)).toBe(0);
  });

  it('is unchanged when the work, or a savepoint, is rolled back', async () => {
    const fail = async () => {
      throw new Error('undone');
    };
    const undone = () =>
      unitOfWork(async () => {
        await Basket.unitOfWork(() => entry.update({ quantity: 1 }).then(fail), { savepoint: true }).catch(
          () => undefined,
        );
      });

    expect(await rise(undone)).toBe(0);
  });

  it('makes a save of an instance that was read before stale', async () => {
    await entry.update({ quantity: 3 });

    await expect(basket.update({ name: 'late' })).rejects.toThrow('stale');
  });
});

describe('An invariant', () => {
  it.each(names)('is checked for writes of domain code, outside and inside a unit of work (%s)', async (way) => {
    await stays(async () => ways[way]!({ basket, entry, to: 20 }));
    entry = (await Entry.findById(entry.id))!;
    await stays(() => unitOfWork(async () => ways[way]!({ basket, entry, to: 20 })));
  });

  it.each(names)('is checked for writes of an action (%s)', async (way) => {
    const before = await allRows();

    const response = await request('PUT', `/baskets/${basket.id}/write`, { way, to: 20 });
    expect(response).toMatchObject({ status: 422, body: { invariants: [{ type: 'Basket', id: basket.id }] } });
    expect(await allRows()).toEqual(before);
  });

  it('is checked for roots that domain code writes', async () => {
    await stays(() => basket.update({ name: 'forbidden' }));
    await stays(() => Basket.update({ name: 'forbidden' }, { where: { id: basket.id } }));
    await stays(() => Basket.create({ name: 'forbidden' }));
    await stays(() => Basket.bulkCreate([{ name: 'fine' }, { name: 'forbidden' }]));
    await stays(() => Basket.upsert({ id: basket.id, name: 'forbidden' } as never));
    await stays(() => Basket.decrement('most', { by: 8, where: { id: basket.id } }));
    await Basket.destroy({ where: { id: basket.id } });
    await stays(async () => {
      await Basket.update({ name: 'forbidden' }, { where: { id: basket.id }, paranoid: false } as never);
      await Basket.restore({ where: { id: basket.id } });
    }).catch(() => undefined);
    const [one, two] = await Basket.bulkCreate([{ name: 'one' }, { name: 'two' }]);
    expect((await Basket.findById(one!.id))!.name).toBe('one');
    expect((await Basket.findById(two!.id))!.name).toBe('two');
  });

  it('is checked once at the end, so that the work may break it temporarily', async () => {
    await unitOfWork(async () => {
      await entry.update({ quantity: 20 });
      await Basket.update({ most: 20 }, { where: { id: basket.id } });
    });

    expect((await Entry.findById(entry.id))!.quantity).toBe(20);
  });

  it('aborts a transaction that domain code opens itself', async () => {
    await stays(async () => {
      const transaction = await Basket.sequelize!.transaction();
      await Entry.update({ quantity: 20 }, { where: { id: entry.id }, transaction });
      await transaction.commit();
    });
  });

  it('restores the instances when it fails', async () => {
    await expect(entry.update({ quantity: 20 })).rejects.toThrow();

    await entry.reload();
    const fresh = Entry.build({ quantity: 20, basketId: basket.id });
    await expect(fresh.save()).rejects.toThrow();
    expect(fresh).toMatchObject({ isNewRecord: true, id: null });
    expect((await fresh.set({ quantity: 1 }).save()).isNewRecord).toBe(false);
  });
});
