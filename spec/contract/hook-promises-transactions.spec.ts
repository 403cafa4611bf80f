import { Table } from 'sequelize-typescript';
import { unitOfWork } from '../../lib';
import { RequiredString } from '../support/columns';
import { type HookListener, hearing, ROW_HOOKS, withHook } from '../support/hooks/heard';
import { type Base, type Side, useSides, WAYS } from '../support/hooks/sides';

function sheetOn(base: Base) {
  @Table({ tableName: 'sheets', version: true })
  class Sheet extends base {
    @RequiredString(20) declare title: string;
  }
  return Sheet;
}

const titlesOf = async (type: Side['Sheet']) =>
  (await type.findAll({ order: ['id'] })).map((row) => [row.get('title'), row.get('version')]);

const RUNNING = ROW_HOOKS.filter((hook) => !/Restore|Failed/.test(hook));

describe.each(WAYS)('A hook of a row that is written by %s', (way) => {
  const onBoth = useSides(sheetOn, way);
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation());
  afterEach(() => jest.restoreAllMocks());

  async function writeAll({ create, update, remove }: Side): Promise<void> {
    const id = await create({ title: 'one' });
    await update(id, { title: 'two' });
    await remove(id);
  }

  it.each(RUNNING)('sees by its transaction what is not committed: %s', async (hook) => {
    const { plain, ours } = await onBoth(async (side) => {
      const seen: unknown[] = [];
      const look: HookListener = async (_row, { transaction }) =>
        seen.push((await side.Sheet.findAll({ transaction })).map((row) => row.get('title')));
      await withHook(side.Sheet, hook, look, () => writeAll(side));
      return seen;
    });

    expect(ours).toEqual(plain);
    expect(plain.length).toBeGreaterThan(0);
  });

  it.each(RUNNING)('rejects the write by an error, and nothing of it is stored: %s', async (hook) => {
    const { plain, ours } = await onBoth(async (side) => {
      const kept = await side.create({ title: 'kept' });
      const removed = await side.create({ title: 'removed' });
      const fail: HookListener = () => {
        throw new Error('the hook fails');
      };
      const rejected: string[] = [];
      const attempt = (name: string, write: Promise<unknown>) =>
        write.catch(({ message }: Error) => rejected.push(`${name}: ${message}`));
      await withHook(side.Sheet, hook, fail, async () => {
        await attempt('create', side.create({ title: 'new' }));
        await attempt('update', side.update(kept, { title: 'changed' }));
        await attempt('remove', side.remove(removed));
      });
      const stored = await titlesOf(side.Sheet);
      await side.Sheet.destroy({ where: {} });
      return { rejected, stored };
    });

    // A response does not disclose the message.
    const shown = (text: string) => (way === 'a route' ? text.replace('the hook fails', '500') : text);
    expect(ours).toEqual({ ...plain, rejected: plain.rejected.map(shown) });
    expect(plain.rejected).not.toEqual([]);
  });
});

describe('options.transaction', () => {
  const onBoth = useSides(sheetOn, 'domain code');

  it('is the one that domain code passes, and absent if it passes none', async () => {
    const { plain, ours } = await onBoth(async ({ Sheet }) => {
      const heard = await hearing(Sheet, ROW_HOOKS, () => Sheet.create({ title: 'one' }));
      return heard.map(({ options }) => options.transaction);
    });

    expect(plain).toEqual(Array(6).fill(false));
    expect(ours).toEqual(plain);
  });

  it('is not needed in a unit of work, which the statements of hooks join (our choice)', async () => {
    const { ours } = await onBoth(async ({ Sheet }) => {
      const seen: number[] = [];
      const count: HookListener = async () => seen.push(await Sheet.count({ where: { title: 'in a unit' } }));
      const create = () => Sheet.create({ title: 'in a unit' });
      await withHook(Sheet, 'afterSave', count, async () => unitOfWork(create));
      return seen;
    });

    expect(ours).toEqual([1]);
  });
});
