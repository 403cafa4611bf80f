import { unitOfWork } from '../../../lib/persistence';
import { Order, shop } from '../../support/domain/shop';
import { type OpenStore, openStore } from '../../support/open-store';

const WIDE = '9007199254740993';

describe('A root that exists already', () => {
  let open: OpenStore;
  let order: Order;

  beforeAll(async () => {
    open = await openStore(shop);
  });
  afterAll(() => open.close());
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    order = await Order.create({ code: 'A-1', total: '1.00', ledgerNo: WIDE });
    await order.update({ total: '2.00' });
  });

  const stored = async () => (await Order.one({ code: 'A-1' }))!;
  const values = { code: 'A-1', total: '3.00' };
  const merges: Record<string, () => Promise<unknown>> = {
    upsert: () => Order.upsert(values),
    'upsert by key': () => Order.upsert({ ...values, id: order.id }),
    'bulkCreate with updateOnDuplicate': () => Order.bulkCreate([values], { updateOnDuplicate: ['total'] }),
  };

  it.each(Object.entries(merges))('gets the next version by %s, outside and inside of a unit', async (_, merge) => {
    await merge();
    expect(await stored()).toMatchObject({ id: order.id, total: '3.00', version: order.version + 1 });
    await unitOfWork(merge);
    expect((await stored()).version).toBe(order.version + 2);

    await expect(order.update({ total: '4.00' })).rejects.toThrow('stale');
  });

  it('is found among 1,500 rows, more than SQLite joins by OR side by side', async () => {
    const others = Array.from({ length: 1499 }, (_, index) => ({ code: `B-${index}`, total: '1.00' }));
    await unitOfWork(() => Order.bulkCreate([...others, values], { updateOnDuplicate: ['total'] }));

    expect((await stored()).version).toBe(order.version + 1);
  });

  it('keeps its version when bulkCreate ignores it, beside a new one', async () => {
    const others = [values, { code: 'A-2' }];
    await unitOfWork(() => Order.bulkCreate(others, { ignoreDuplicates: true }));

    expect(await stored()).toMatchObject({ total: '2.00', version: order.version });
    expect(await Order.one({ code: 'A-2' })).toMatchObject({ version: 0 });
  });

  it.each([
    ['text', WIDE],
    ['a bigint', BigInt(WIDE)],
  ])('is incremented exactly by %s', async (_, by) => {
    await order.increment({ ledgerNo: by } as object);
    await Order.increment({ ledgerNo: '1' } as never, { where: { id: order.id } });

    expect((await stored()).ledgerNo).toBe('18014398509481987');
  });
});
