import { Table, Unique } from 'sequelize-typescript';
import { IntegerColumn, RequiredString } from '../support/columns';
import { type Base, type Side, useSides } from '../support/hooks/sides';

function sheetOn(base: Base) {
  @Table({ tableName: 'sheets', version: true, paranoid: true })
  class Sheet extends base {
    @Unique @RequiredString(20) declare title: string;
    @IntegerColumn declare pages: number | null;
  }
  return Sheet;
}

const HOOKS = ['Validate', 'Create', 'Update', 'Save', 'Destroy', 'Restore', 'Upsert'].flatMap((name) => [
  `before${name}`,
  `after${name}`,
]);
const BULK_HOOKS = ['Create', 'Update', 'Destroy', 'Restore'].flatMap((name) => [
  `beforeBulk${name}`,
  `afterBulk${name}`,
]);

/** The calls of all hooks while the work runs: name, number of arguments, and titles of the rows that they are handed. */
async function called({ Sheet }: Side, work: (Sheet: Base) => Promise<unknown>): Promise<readonly string[]> {
  const calls: string[] = [];
  const names = [...HOOKS, ...BULK_HOOKS] as 'beforeSave'[];
  for (const name of names) {
    Sheet.addHook(name, 'of the test', (...args: readonly unknown[]) => {
      const rows = [args[0]].flat().filter((row) => row instanceof Sheet);
      calls.push([name, args.length, ...rows.map((row) => row.get('title'))].join(' '));
    });
  }
  await work(Sheet);
  for (const name of names) Sheet.removeHook(name, 'of the test');
  return calls;
}

const titled = (...titles: string[]) => titles.map((title) => ({ title }));
const where = { title: ['a', 'b'] };

const CALLS: Readonly<Record<string, (Sheet: Base) => Promise<unknown>>> = {
  bulkCreate: (Sheet) => Sheet.bulkCreate(titled('c', 'd')),
  'bulkCreate with validate': (Sheet) => Sheet.bulkCreate(titled('c', 'd'), { validate: true }),
  'bulkCreate with individualHooks': (Sheet) => Sheet.bulkCreate(titled('c', 'd'), { individualHooks: true }),
  'bulkCreate with updateOnDuplicate': (Sheet) => Sheet.bulkCreate(titled('a', 'c'), { updateOnDuplicate: ['title'] }),
  update: (Sheet) => Sheet.update({ pages: 2 }, { where }),
  'update with individualHooks': (Sheet) => Sheet.update({ pages: 2 }, { where, individualHooks: true }),
  'update without hooks': (Sheet) => Sheet.update({ pages: 2 }, { where, hooks: false }),
  upsert: (Sheet) => Sheet.upsert({ title: 'a', pages: 2 }),
  increment: (Sheet) => Sheet.increment({ pages: 1 }, { where }),
  findOrCreate: (Sheet) => Sheet.findOrCreate({ where: { title: 'c' } }),
  destroy: (Sheet) => Sheet.destroy({ where }),
  'destroy with individualHooks': (Sheet) => Sheet.destroy({ where, individualHooks: true }),
  'destroy and restore': async (Sheet) => {
    await Sheet.destroy({ where });
    await Sheet.restore({ where });
  },
  'save without hooks': async (Sheet) => (await Sheet.findOne({ where }))!.update({ pages: 3 }, { hooks: false }),
};

/** The calls by the row that they end with: of rows that Sequelize sends at once, the response to either may be first. */
const byRow = (calls: readonly string[]) =>
  ['c', 'd'].map((title) => calls.filter((call) => call.endsWith(` ${title}`)));

describe('The hooks of a class', () => {
  const onBoth = useSides(sheetOn, 'domain code');

  it.each(Object.entries(CALLS))('run for %s of domain code as on plain Sequelize', async (name, call) => {
    const { plain, ours } = await onBoth(async (side) => {
      await side.Sheet.destroy({ where: {}, force: true });
      await side.Sheet.bulkCreate(titled('a', 'b'));
      return called(side, call);
    });

    const sentAtOnce = name === 'bulkCreate with individualHooks';
    expect(sentAtOnce ? byRow(ours) : ours).toEqual(sentAtOnce ? byRow(plain) : plain);
  });
});
