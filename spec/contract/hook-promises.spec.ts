import {
  AfterCreate,
  AfterSave,
  AfterUpdate,
  BeforeCreate,
  BeforeSave,
  BeforeUpdate,
  Min,
  Table,
} from 'sequelize-typescript';
import { IntegerColumn, RequiredString, StringColumn } from '../support/columns';
import { type Heard, hearing, ROW_HOOKS } from '../support/hooks/heard';
import { type Base, type Note, type Side, useSides, WAYS } from '../support/hooks/sides';

/** A class without code of its own, apart from the hooks that a test adds. */
function sheetOn(base: Base) {
  @Table({ tableName: 'sheets', version: true })
  class Sheet extends base {
    @RequiredString(20) declare title: string;
    @Min(1) @IntegerColumn declare pages: number | null;
    @StringColumn(40) declare note: string | null;
  }
  return Sheet;
}

function paranoidSheetOn(base: Base) {
  @Table({ tableName: 'sheets', version: true, paranoid: true })
  class Sheet extends base {
    @RequiredString(20) declare title: string;
  }
  return Sheet;
}

/** Hooks of decorators, of which `beforeSave` and `afterSave` stand between the others. */
function hookedSheetOn(base: Base, note: Note) {
  @Table({ tableName: 'sheets', version: true })
  class Sheet extends base {
    @RequiredString(20) declare title: string;

    @BeforeCreate static first = () => note('beforeCreate');
    @BeforeSave static second = () => note('beforeSave');
    @BeforeUpdate static third = () => note('beforeUpdate');
    @AfterUpdate static fourth = () => note('afterUpdate');
    @AfterSave static fifth = () => note('afterSave');
    @AfterCreate static sixth = () => note('afterCreate');
  }
  return Sheet;
}

async function writeAll({ create, update, patch, remove }: Side): Promise<void> {
  const id = await create({ title: 'one', pages: 2 });
  await update(id, { title: 'one', pages: 3 });
  await patch(id, { note: 'patched' });
  await remove(id);
}

async function failAll({ create, update }: Side): Promise<void> {
  const id = await create({ title: 'one', pages: 2 });
  await expect(update(id, { pages: 0 })).rejects.toThrow();
  await expect(create({ title: 'two', pages: 0 })).rejects.toThrow();
}

const hooksOf = (heard: readonly Heard[]) => heard.map(({ hook }) => hook);

describe.each(WAYS)('A hook of a class that is written by %s', (way) => {
  const onBoth = useSides(sheetOn, way);

  it('hears what plain Sequelize tells it, in the same order', async () => {
    const { plain, ours } = await onBoth((side) => hearing(side.Sheet, ROW_HOOKS, () => writeAll(side)));

    expect(ours).toEqual(plain);
    const updating = ['beforeValidate', 'afterValidate', 'beforeSave', 'beforeUpdate'];
    expect(hooksOf(plain)).toEqual([
      ...['beforeValidate', 'afterValidate', 'beforeCreate', 'beforeSave', 'afterCreate', 'afterSave'],
      ...[...updating, 'beforeValidate', 'afterValidate', 'afterSave', 'afterUpdate'],
      ...[...updating, 'beforeValidate', 'afterValidate', 'afterSave', 'afterUpdate'],
      ...['beforeDestroy', 'afterDestroy'],
    ]);
  });

  it.each(ROW_HOOKS)('hears the same as the only one of its class: %s', async (hook) => {
    const { plain, ours } = await onBoth((side) => hearing(side.Sheet, [hook], () => writeAll(side)));

    expect(ours).toEqual(plain);
  });

  it('hears the violations of a row that is rejected', async () => {
    const { plain, ours } = await onBoth((side) => hearing(side.Sheet, ROW_HOOKS, () => failAll(side)));

    expect(ours).toEqual(plain);
    expect(plain.flatMap(({ violations = [] }) => violations)).toEqual(
      Array(2).fill('pages: Validation min on pages failed'),
    );
  });

  it('hears nothing before it is added, nor after it is removed', async () => {
    const { plain, ours } = await onBoth(async (side) => {
      await side.create({ title: 'before' });
      const heard = await hearing(side.Sheet, ['beforeSave'], () => side.create({ title: 'with' }));
      await side.create({ title: 'after' });
      return heard.map(({ values }) => values.title);
    });

    expect([plain, ours]).toEqual([['with'], ['with']]);
  });

  it('hears of a rejected payload if beforeValidate might have changed it, and otherwise only of rejected rows', async () => {
    const { plain, ours } = await onBoth((side) => hearing(side.Sheet, ['validationFailed'], () => failAll(side)));

    // A route rejects the payload as a whole before it writes a row.
    expect(ours).toEqual(way === 'a route' ? [] : plain);
    expect(hooksOf(plain)).toEqual(['validationFailed', 'validationFailed']);
  });

  it('of the Sequelize instance hears the same, after those of the class', async () => {
    const { plain, ours } = await onBoth(async (side) => {
      const order: string[] = [];
      side.Sheet.addHook('beforeSave', 'of the class', () => void order.push('class'));
      side.Sheet.sequelize!.addHook('beforeSave', 'shared', () => void order.push('instance'));
      const heard = await hearing(side.Sheet.sequelize!, ROW_HOOKS, () => writeAll(side));
      side.Sheet.removeHook('beforeSave', 'of the class');
      side.Sheet.sequelize!.removeHook('beforeSave', 'shared');
      return { order, heard };
    });

    expect(ours).toEqual(plain);
    expect(plain.order).toEqual(Array(3).fill(['class', 'instance']).flat());
  });
});

describe.each(WAYS)('The hooks of decorators, written by %s,', (way) => {
  const onBoth = useSides(hookedSheetOn, way);

  it('run in the order of their declarations, before those that are added later', async () => {
    const { plain, ours } = await onBoth(async (side) => {
      side.Sheet.addHook('beforeCreate', (row) => void side.calls.push(`later ${row.get('title')}`));
      const id = await side.create({ title: 'one' });
      await side.update(id, { title: 'two' });
      return side.calls;
    });

    expect(ours).toEqual(plain);
    expect(plain).toEqual([
      ...['beforeCreate', 'beforeSave', 'later one', 'afterSave', 'afterCreate'],
      ...['beforeSave', 'beforeUpdate', 'afterUpdate', 'afterSave'],
    ]);
  });
});

describe.each(WAYS)('The hooks of a paranoid class that is written by %s', (way) => {
  const onBoth = useSides(paranoidSheetOn, way);

  async function removeAndRestore({ create, remove, restore }: Side): Promise<void> {
    const id = await create({ title: 'one' });
    await remove(id);
    await restore(id);
  }

  it('hear the same of a restore, and of a soft delete but for the version', async () => {
    const { plain, ours } = await onBoth((side) => hearing(side.Sheet, ROW_HOOKS, () => removeAndRestore(side)));

    // Model.destroy leaves the version, which a DELETE increments first.
    const early = way === 'a route' ? 1 : 0;
    const expected = plain.map((heard) => {
      const { version } = heard.values as { readonly version: number };
      return /Destroy|Restore/.test(heard.hook)
        ? { ...heard, values: { ...heard.values, version: version + early } }
        : heard;
    });
    expect(ours).toEqual(expected);
    expect(hooksOf(plain).slice(-4)).toEqual(['beforeDestroy', 'afterDestroy', 'beforeRestore', 'afterRestore']);
  });
});
