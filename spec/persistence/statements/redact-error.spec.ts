import { inspect } from 'node:util';
import { DatabaseError } from 'sequelize';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

const open = useStore(shop);

const failing = (condition: string) => `SELECT no_such_column FROM orders WHERE code = 'secret' AND ${condition}`;
const failure = async (sending: Promise<unknown>) => inspect(await sending.catch((error) => error), { depth: 10 });
const count = (text: string, part: string) => text.split(part).length - 1;

describe.each([
  ['Sequelize', (sql: string) => Order.sequelize!.query(sql)],
  ['selectRows', (sql: string) => open.dataSource.sequelize.selectRows(sql, () => undefined)],
])('The error of a statement of %s', (_, send) => {
  it('is logged with the statement once, without its literals', async () => {
    const logged = await failure(send(failing('1 = 1')));

    expect(logged).toContain('SequelizeDatabaseError');
    expect(count(logged, 'WHERE code = ? AND ? = ?')).toBe(1);
    expect(logged).not.toContain('secret');
  });

  it('is logged with the beginning of a long statement', async () => {
    const ids = Array.from({ length: 50_000 }, (_, id) => id).join();

    const logged = await failure(send(failing(`id IN (${ids})`)));

    expect(logged).toMatch(/id IN \(\?,\?,\?,[?,]*… \(\d+ more characters\)/);
    expect(logged.length).toBeLessThan(6000);
  });

  it('has the error of the driver as parent and original', async () => {
    const error = await send(failing('1 = 1')).catch((thrown: unknown) => thrown as DatabaseError);

    expect(error).toBeInstanceOf(DatabaseError);
    const { parent, original, sql } = error as DatabaseError;
    expect(original).toBe(parent);
    expect(parent).toHaveProperty('sql', sql);
  });
});
