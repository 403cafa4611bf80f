import type { Transaction } from 'sequelize';
import { type Heard, type HookListener, hearing, ROW_HOOKS, withHook } from '../support/hooks/heard';
import { correspondence, Invoice, Letter, Memo, Parcel } from '../support/hooks/letters';
import { useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';

const served = useServed(correspondence);
beforeEach(async () => {
  Parcel.seen.length = 0;
  for (const type of [Letter, Invoice, Memo, Parcel] as (typeof Letter)[]) await type.destroy({ where: {} });
});

const titled = (...titles: string[]) => titles.map((title) => ({ title }));
const CREATING = ROW_HOOKS.filter((hook) => /Validate|Create|Save/.test(hook));

/** What does not differ from row to row. */
function comparable({ hook, count, isNewRecord, changed, options, previous }: Heard) {
  return { hook, count, isNewRecord, changed, options, previous: Object.keys(previous) };
}

describe('The hooks of a class, in a POST of an array,', () => {
  const titles = ['a', 'b', 'c', 'd'];
  const create = () => served.create('/letters', titled(...titles));

  it('run for every row, each in the order of the rows', async () => {
    const heard = await hearing(Letter, CREATING, create);

    for (const hook of CREATING) {
      expect(heard.filter((one) => one.hook === hook).map(({ values }) => values.title)).toEqual(titles);
    }
  });

  it('hear of each row what they hear of a row alone, in the same order', async () => {
    const alone = await hearing(Letter, CREATING, () => served.create('/letters', { title: 'a' }));

    const heard = await hearing(Letter, CREATING, create);

    for (const title of titles) {
      const ofRow = heard.filter(({ values }) => values.title === title);
      expect(ofRow.map(comparable)).toEqual(alone.map(comparable));
    }
  });

  it('run before the write for all rows, and after it for all', async () => {
    const heard = await hearing(Letter, ['beforeValidate', 'beforeSave', 'afterSave'], create);

    const isAfter = heard.map(({ hook }) => hook === 'afterSave');
    expect(isAfter).toEqual([...Array(2 * titles.length).fill(false), ...titles.map(() => true)]);
  });

  it('run as hooks of the Sequelize instance, too', async () => {
    const heard = await hearing(Memo.sequelize!, CREATING, () => served.create('/memos', titled(...titles)));

    for (const hook of CREATING) {
      expect(heard.filter((one) => one.hook === hook).map(({ values }) => values.title)).toEqual(titles);
    }
  });

  it('set values that are stored, in the response and in the rows', async () => {
    const created = await create();

    expect(created).toMatchObject(titles.map((title) => ({ title, slug: title, state: 'draft', labels: [title] })));
    expect((await Letter.all()).map(({ id, slug, state, labels }) => [id, slug, state, labels])).toEqual(
      titles.map((title, index) => [created[index].id, title, 'draft', [title]]),
    );
  });

  it('have the key of their row after the write, by which they find it', async () => {
    const heard = await hearing(Letter, ['afterCreate'], create);
    await served.create('/parcels', titled(...titles));

    expect(heard.map(({ values }) => values.id)).toEqual((await Letter.all()).map(({ id }) => id));
    expect(Parcel.seen).toEqual([1, 1, 1, 1]);
  });

  it('have one transaction in options.transaction, for all rows', async () => {
    const found = new Set<Transaction | undefined>();
    let calls = 0;
    const note: HookListener = (_row, { transaction }) => {
      calls += 1;
      found.add(transaction);
    };

    await withHook(Letter, 'beforeSave', note, () => withHook(Letter, 'afterSave', note, create));

    expect([calls, found.size, found.has(undefined)]).toEqual([8, 1, false]);
  });

  it('are run if they are added after the start', async () => {
    const state: HookListener = (memo) => void memo.set('state', 'added');

    await withHook(Memo, 'beforeCreate', state, () => served.create('/memos', titled('a', 'b')));
    await served.create('/memos', titled('c', 'd'));

    expect((await Memo.all()).map(({ state }) => state)).toEqual(['added', 'added', null, null]);
  });
});

describe('A before-hook that sends a statement, in a POST of an array,', () => {
  const numbers = async () => (await Invoice.all()).map(({ title, number }) => [title, number]);

  it('sees the rows before its own: max + 1 counts them, in this request and in the next', async () => {
    await served.create('/invoices', titled('a', 'b', 'c'));
    await served.create('/invoices', titled('d', 'e'));

    expect(await numbers()).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
      ['e', 5],
    ]);
  });

  it.each(['beforeValidate', 'afterValidate', 'beforeCreate', 'beforeSave'] as const)(
    'sees them too if only some rows make it send one: %s',
    async (hook) => {
      const counts: Record<string, number> = {};
      const count: HookListener = async (letter, { transaction }) => {
        const title = letter.get('title') as string;
        if (title !== 'a' && title !== 'b') counts[title] = await Letter.count({ transaction });
      };
      const payload = titled('a', 'b', 'c', 'd');

      const heard = await withHook(Letter, hook, count, () =>
        hearing(Letter, [hook], () => served.create('/letters', payload)),
      );

      expect(counts).toEqual({ c: 2, d: 3 });
      expect(heard.map(({ values }) => values.title)).toEqual(['a', 'b', 'c', 'd']);
      expect((await Letter.all()).map(({ title, state }) => [title, state])).toEqual(
        payload.map(({ title }) => [title, 'draft']),
      );
    },
  );

  it('sees what it wrote for the rows before', async () => {
    const write: HookListener = async (memo, { transaction }) => {
      await Parcel.create({ title: `for ${memo.get('title')}` } as never, { transaction });
      memo.set('state', `parcel ${await Parcel.count({ transaction })}`);
    };

    await withHook(Memo, 'beforeCreate', write, () => served.create('/memos', titled('a', 'b', 'c')));

    expect((await Memo.all()).map(({ state }) => state)).toEqual(['parcel 1', 'parcel 2', 'parcel 3']);
  });
});

describe('A hook that fails for one of several rows', () => {
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation());
  afterEach(() => jest.restoreAllMocks());

  const failingFor =
    (wanted: string): HookListener =>
    (row) => {
      if (row.get('title') === wanted) throw new Error('the hook fails');
    };

  it.each(CREATING)('leaves none of them stored: %s', async (hook) => {
    const payload = titled('a', 'b', 'c', 'd');

    const { status } = await withHook(Letter, hook, failingFor('c'), () => served.request('POST', '/letters', payload));

    expect(status).toBe(500);
    expect(await Letter.count()).toBe(0);
  });

  it('leaves no row stored that another hook needed before its own', async () => {
    const payload = titled('a', 'b', 'c');

    const { status } = await withHook(Invoice, 'beforeCreate', failingFor('c'), () =>
      served.request('POST', '/invoices', payload),
    );

    expect([status, await Invoice.count()]).toEqual([500, 0]);
  });

  it('names the row whose value a hook made invalid', async () => {
    const spoil: HookListener = (letter) => {
      if (letter.get('title') === 'c') letter.set('state', 'x'.repeat(50));
    };

    const { status, body } = await withHook(Letter, 'beforeSave', spoil, () =>
      served.request('POST', '/letters', titled('a', 'b', 'c', 'd')),
    );

    expect([status, await Letter.count()]).toEqual([422, 0]);
    expect(body.field_errors).toMatchObject([{ field: '[2].state' }]);
  });
});

/** The most statements for rows of a class whose hooks send none: an INSERT for 500 rows, and BEGIN, COMMIT and one more. */
const mostStatements = (rows: number) => Math.ceil(rows / 500) + 3;

describe('Rows of a class whose hooks send no statement', () => {
  it.each([1, 10, 501])('cost a limited number of statements: %i', async (count) => {
    const payload = titled(...Array.from({ length: count }, (_, index) => `letter ${index}`));

    const statements = await allStatementsOf(Letter, () => served.create('/letters', payload));

    expect(statements.length).toBeLessThanOrEqual(mostStatements(count));
    expect((await Letter.all()).map(({ title }) => title)).toEqual(payload.map(({ title }) => title));
  });
});
