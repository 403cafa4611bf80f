import type { DomainClass } from '../../../lib/metadata';
import { modelOf } from '../../../lib/persistence/models/domain-model';
import type { DomainSequelize } from '../../../lib/persistence/statements/domain-sequelize';
import { insertInstances } from '../../../lib/persistence/writes/insert-instances';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';
import { dialect } from '../../support/test-database';

describe('the keys of rows that are inserted together', () => {
  useStore(shop);
  beforeEach(() => Order.destroy({ where: {} }));

  async function insert(count: number): Promise<Order[]> {
    const rows = Array.from({ length: count }, (_, index) => new Order({ code: `O-${index}` }));
    await insertInstances(modelOf(Order as unknown as DomainClass), rows);
    return rows;
  }

  async function expectKeysToLead(rows: readonly Order[]): Promise<void> {
    for (const row of rows) expect((await Order.findById(row.id))!.code).toBe(row.code);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  }

  it('are those of the database, also for more rows than one statement has', async () => {
    const rows = await insert(1203);

    expect(rows.every(({ isNewRecord }) => !isNewRecord)).toBe(true);
    await expectKeysToLead([...rows.slice(0, 5), ...rows.slice(497, 503), ...rows.slice(-3)]);
    expect(await Order.count()).toBe(1203);
  });

  it('let the rows be saved afterwards like any others', async () => {
    const [row] = await insert(2);

    await row!.updateAttributes({ status: 'shipped' });

    expect(await Order.count({ where: { status: 'shipped' } })).toBe(1);
  });

  if (dialect === 'mysql') {
    it.each(['with RETURNING where the server has it', 'without RETURNING'])(
      'are correct if they rise by more than one, %s',
      async (how) => {
        const sequelize = Order.sequelize as DomainSequelize;
        const known = sequelize.hasReturning;
        sequelize.hasReturning = known && how !== 'without RETURNING';
        try {
          await Order.unitOfWork(async () => {
            await sequelize.query('SET SESSION auto_increment_increment = 3');
            const rows = await insert(7);
            await expectKeysToLead(rows);
            expect(Number(rows[6]!.id) - Number(rows[0]!.id)).toBe(18);
            await sequelize.query('SET SESSION auto_increment_increment = 1');
          });
        } finally {
          sequelize.hasReturning = known;
        }
      },
    );
  }
});
