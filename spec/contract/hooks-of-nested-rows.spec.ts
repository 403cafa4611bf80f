import { type HookListener, hearing, ROW_HOOKS, withHook } from '../support/hooks/heard';
import { correspondence, Entry, Invoice, Letter, Line } from '../support/hooks/letters';
import { useServed } from '../support/serve-shop';

const served = useServed(correspondence);
beforeEach(async () => {
  await Letter.destroy({ where: {} });
  await Invoice.destroy({ where: {} });
});

const CREATING = ROW_HOOKS.filter((hook) => /Validate|Create|Save/.test(hook));

describe('The hooks of nested children', () => {
  const lines = (...texts: string[]) => texts.map((text) => ({ text }));
  const payload = [
    { title: 'first', lines: lines('a', 'b') },
    { title: 'second', lines: lines('c', 'd', 'e') },
  ];

  it('run for every child in the order of the payload, with the key of its parent', async () => {
    const heard = await hearing(Line, CREATING, () => served.create('/letters', payload));

    const [first, second] = await Letter.all();
    for (const hook of CREATING) {
      expect(heard.filter((one) => one.hook === hook).map(({ values }) => [values.text, values.letterId])).toEqual([
        ...['a', 'b'].map((text) => [text, first!.id]),
        ...['c', 'd', 'e'].map((text) => [text, second!.id]),
      ]);
    }
    expect((await Line.all()).map(({ state }) => state)).toEqual(
      [first, first, second, second, second].map((letter) => `of ${letter!.id}`),
    );
  });

  it('see the rows of their parents', async () => {
    const parents: unknown[] = [];
    const look: HookListener = async (line, { transaction }) =>
      parents.push((await Letter.findByPk(line.get('letterId') as number, { transaction }))?.title);

    await withHook(Line, 'beforeValidate', look, () => served.create('/letters', payload));

    expect(parents).toEqual(['first', 'first', 'second', 'second', 'second']);
  });

  it('see the children before, of each parent', async () => {
    await served.create('/invoices', [
      { title: 'first', entries: lines('a', 'b') },
      { title: 'second', entries: lines('c', 'd', 'e') },
    ]);
    const [{ id }] = (await Invoice.all()) as [Invoice];
    await served.create(`/invoices/${id}/entries`, lines('f', 'g'));
    await served.request('PUT', `/invoices/${id}`, { entries: lines('h', 'i') });

    expect((await Entry.all()).map(({ text, position }) => `${text}${position}`)).toEqual([
      'a1',
      'b2',
      'c1',
      'd2',
      'e3',
      'f3',
      'g4',
      'h5',
      'i6',
    ]);
  });

  it('leave nothing stored when one fails', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    const fail: HookListener = (line) => {
      if (line.get('text') === 'e') throw new Error('the hook fails');
    };

    const { status } = await withHook(Line, 'afterCreate', fail, () => served.request('POST', '/letters', payload));
    jest.restoreAllMocks();

    expect([status, await Letter.count(), await Line.count()]).toEqual([500, 0, 0]);
  });
});
