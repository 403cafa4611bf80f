import { BeforeCreate, BeforeUpdate, BeforeValidate, Column, DataType, Min, Table } from 'sequelize-typescript';
import { IntegerColumn, RequiredString, StringColumn } from '../support/columns';
import { CODED } from '../support/hooks/coded-sheets';
import { hearing } from '../support/hooks/heard';
import { type Base, type Side, useSides, WAYS } from '../support/hooks/sides';

/** The stored rows, without keys and times. */
async function rowsOf({ Sheet }: Side): Promise<readonly object[]> {
  const rows = (await Sheet.findAll({ order: ['id'], raw: true })) as unknown as Record<string, unknown>[];
  return rows.map(({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...row }) => row);
}

/** Whether the write was done, and the distinct calls of the code of the class. */
async function outcomeOf({ calls }: Side, write: () => Promise<unknown>) {
  const before = calls.length;
  const isDone = await write().then(
    () => true,
    () => false,
  );
  return { isDone, calls: [...new Set(calls.slice(before))] };
}

async function writeEach(side: Side) {
  const { Sheet, create, update, remove } = side;
  const outcomes: object[] = [];
  const attempt = async (write: () => Promise<unknown>) => void outcomes.push(await outcomeOf(side, write));
  const heard = await hearing(Sheet, ['validationFailed', 'afterSave', 'afterDestroy'], async () => {
    const id = await create({ title: ' one ' });
    await attempt(() => create({ title: 'late', footer: 'given' }));
    await attempt(() => update(id, { title: 'two', heading: 'given' }));
    await attempt(() => update(id, { title: 'late' }));
    await attempt(() => update(id, { title: 'invalid' }));
    await attempt(async () => remove(await create({ title: 'removed' })));
  });
  return { heard, outcomes, rows: await rowsOf(side) };
}

const KINDS = WAYS.flatMap((way) => Object.keys(CODED).map((code) => [code, way] as const));

describe.each(KINDS)('A class with %s that is written by %s', (code, way) => {
  const onBoth = useSides(CODED[code]!, way);

  it('has its code run as on plain Sequelize, and stores the same', async () => {
    const { plain, ours } = await onBoth(writeEach);

    // A route may run a validator twice: on the payload, and when the row is written.
    expect(ours).toEqual(plain);
    expect(plain.rows).toHaveLength(2);
  });
});

function sheetOn(base: Base) {
  @Table({ tableName: 'sheets', version: true })
  class Sheet extends base {
    @RequiredString(20) declare title: string;
    @StringColumn(40) declare heading: string | null;
  }
  return Sheet;
}

describe.each(WAYS)('A class that is written by %s', (way) => {
  const onBoth = useSides(sheetOn, way);

  it('has a setter that Object.defineProperty adds later called by hooks', async () => {
    const { plain, ours } = await onBoth(async (side) => {
      const { Sheet, create, update } = side;
      const id = await create({ title: 'one' });
      Object.defineProperty(Sheet.prototype, 'heading', {
        get: () => 'by a getter',
        set(this: Base['prototype'], value: string) {
          this.setDataValue('heading', value.toUpperCase());
        },
      });
      Sheet.addHook('beforeSave', (row) => {
        (row as Base['prototype'] & { heading: string }).heading = 'by a hook';
      });
      await create({ title: 'two', heading: 'given' });
      await update(id, { title: 'three' });
      return rowsOf(side);
    });

    expect(ours).toEqual(plain);
    expect(plain).toMatchObject([{ heading: 'BY A HOOK' }, { heading: 'BY A HOOK' }]);
  });
});

/** Hooks whose changes plain Sequelize leaves out or does not validate. */
function differingSheetOn(base: Base) {
  @Table({ tableName: 'sheets', version: true })
  class Sheet extends base {
    @RequiredString(20) declare title: string;
    @Min(1) @IntegerColumn declare pages: number | null;
    @StringColumn(40) declare heading: string | null;
    @Column(DataType.DATE(3)) declare due: Date | null;

    @BeforeValidate static fill(row: Sheet): void {
      if (row.title === 'early') row.heading = 'by beforeValidate';
      if (row.title === 'postponed early') row.due?.setUTCFullYear(2030);
    }
    @BeforeCreate static makeInvalid(row: Sheet): void {
      if (row.title === 'invalid') row.pages = 0;
    }
    @BeforeUpdate static postpone(row: Sheet): void {
      if (row.title === 'postponed') row.due?.setUTCFullYear(2030);
    }
  }
  return Sheet;
}

describe.each(WAYS)('Of hooks of a row that is written by %s we alone (our choice)', (way) => {
  const onBoth = useSides(differingSheetOn, way);

  /** Creates a row, and updates its title. @returns the row as it is stored */
  const updated = (title: string) => async (side: Side) => {
    const due = '2026-01-02T03:04:05.000Z';
    const id = await side.create({ title: 'one', due });
    await side.update(id, { title });
    return (await side.Sheet.findByPk(id))!.get();
  };

  it('store what beforeValidate sets in an update', async () => {
    const { plain, ours } = await onBoth(updated('early'));

    expect([plain.heading, ours.heading]).toEqual([null, 'by beforeValidate']);
  });

  it.each(['postponed', 'postponed early'])(
    'store what a hook before an update changes in place: %s',
    async (title) => {
      const { plain, ours } = await onBoth(updated(title));

      expect([plain.due, ours.due].map((time) => time.getUTCFullYear())).toEqual([2026, 2030]);
    },
  );

  it('validate what a hook sets in a create after the validation', async () => {
    const { plain, ours } = await onBoth((side) =>
      side.create({ title: 'invalid' }).then(
        () => 'stored',
        () => 'rejected',
      ),
    );

    expect([plain, ours]).toEqual(['stored', 'rejected']);
  });
});
