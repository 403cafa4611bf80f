import { Model, Sequelize, Table, Unique } from 'sequelize-typescript';
import { BaseDomain, unitOfWork } from '../../../lib/persistence';
import { RequiredString, StringColumn } from '../../support/columns';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { databasePlaces } from '../../support/test-database';

@Table({ tableName: 'badges', timestamps: false, paranoid: false })
class Badge extends Model {
  @Unique @RequiredString(20) declare name: string;
  @Unique @StringColumn(20) declare code: string | null;
}

/** On a Sequelize of other code. */
@Table({ tableName: 'foreign_badges' })
class ForeignBadge extends BaseDomain {
  @StringColumn(20) declare name: string;
}

const NAMES = ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b'];
const findOrCreate = (name: string) => Badge.findOrCreate({ where: { name } });
const names = async () => (await Badge.findAll({ order: ['name'] })).map(({ name }) => name);
const created = (results: readonly [Badge, boolean][]) => results.filter(([, isCreated]) => isCreated);

describe.each(databasePlaces)('findOrCreate on a database in %s', (place) => {
  useStore([...shop, Badge], {}, place);
  beforeEach(async () => {
    await Badge.destroy({ where: {} });
    await Order.destroy({ where: {} });
  });

  it('creates each row once when called several times at once', async () => {
    const results = await Promise.all(NAMES.map(findOrCreate));

    expect(results.map(([{ name }]) => name)).toEqual(NAMES);
    expect(created(results)).toHaveLength(3);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('creates each row once when called several times at once in a unit of work', async () => {
    const results = await unitOfWork(() => Promise.all(NAMES.map(findOrCreate)));

    expect(created(results)).toHaveLength(3);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('is rolled back with the unit of work around it', async () => {
    const work = unitOfWork(async () => {
      await findOrCreate('a');
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await names()).toEqual([]);
  });

  it('takes part in a transaction that is passed to it', async () => {
    const work = Badge.sequelize!.transaction(async (transaction) => {
      await Badge.findOrCreate({ where: { name: 'a' }, transaction });
      throw new Error('no');
    });

    await expect(work).rejects.toThrow('no');
    expect(await names()).toEqual([]);
  });

  it('rejects values that another row has', async () => {
    await Badge.create({ name: 'a', code: '1' });
    const work = Badge.findOrCreate({ where: { name: 'b' }, defaults: { code: '1' } });

    await expect(work).rejects.toMatchObject({ name: 'SequelizeUniqueConstraintError' });
    expect(await names()).toEqual(['a']);
  });

  it('works for classes of BaseDomain, beside other writes', async () => {
    const results = await Promise.all([
      Order.findOrCreate({ where: { code: 'A-1' } }),
      Order.create({ code: 'A-2' }),
      Order.findOrCreate({ where: { code: 'A-1' } }),
      Order.unitOfWork(() => Order.create({ code: 'A-3' })),
    ]);

    expect([results[0][1], results[2][1]].sort()).toEqual([false, true]);
    expect((await Order.all()).map(({ code }) => code).sort()).toEqual(['A-1', 'A-2', 'A-3']);
  });

  it('is that of Sequelize for a class of BaseDomain on another Sequelize', async () => {
    const other = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false, models: [ForeignBadge] });
    await other.sync();

    const [{ name }, isCreated] = await ForeignBadge.findOrCreate({ where: { name: 'a' } });
    await other.close();

    expect([name, isCreated]).toEqual(['a', true]);
  });

  // SQLite has one writer, which is the unit itself.
  if (place !== 'a server') return;
  it('finds the row that another transaction has inserted since the unit of work began', async () => {
    const [, isCreated] = await unitOfWork(async () => {
      expect(await names()).toEqual([]);
      await Badge.create({ name: 'a' }, { transaction: null });
      return findOrCreate('a');
    });

    expect(isCreated).toBe(false);
    expect(await names()).toEqual(['a']);
  });
});
