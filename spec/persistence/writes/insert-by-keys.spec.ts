import { unitOfWork } from '../../../lib/persistence';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

describe('bulkCreate of rows with keys and rows without', () => {
  useStore(shop);

  it('gives each instance the key of its row, so that it saves no other one', async () => {
    const rows = [{ code: 'a' }, { code: 'b', id: 70 }, { code: 'c' }, { code: 'd', id: 20 }, { code: 'e' }];

    const orders = await Order.bulkCreate(rows);

    const stored = new Map((await Order.all()).map(({ code, id }) => [code, id]));
    expect(orders.map(({ code, id }) => [code, id])).toEqual(rows.map(({ code }) => [code, stored.get(code)]));
    expect([stored.get('b'), stored.get('d')]).toEqual([70, 20]);
    await orders[0]!.updateAttributes({ rating: 'of a' });
    expect((await Order.all()).filter(({ rating }) => rating !== null).map(({ code }) => code)).toEqual(['a']);
  });

  it.each([
    ['inside a unit of work', (work: () => Promise<unknown>) => unitOfWork(work)],
    ['outside of one', (work: () => Promise<unknown>) => work()],
  ])('writes all of them or none, %s', async (_, run) => {
    const rows = [{ code: 'x', id: 900 }, { code: 'x' }];

    await expect(run(() => Order.bulkCreate(rows))).rejects.toThrow();

    expect(await Order.exists({ id: 900 })).toBe(false);
  });
});
