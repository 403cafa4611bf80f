import { DatabaseError } from 'sequelize';
import { Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain, unitOfWork } from '../../lib/persistence';
import type { DomainSequelize } from '../../lib/persistence/statements/domain-sequelize';
import { StringColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'doors' })
class Door extends BaseDomain {
  @StringColumn(10) declare name: string | null;

  /** Writes the row of another door. */
  @Action({ value: 'rename_other' })
  async renameOther(other: number): Promise<void> {
    // The server would wait for 2 s.
    if (dialect === 'mysql') await Door.sequelize!.query('SET SESSION innodb_lock_wait_timeout = 1');
    await Door.sequelize!.query(`UPDATE doors SET name = 'other' WHERE id = ${other}`);
  }
}

let logged: jest.SpyInstance;

const served = useServed([Door]);
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => logged.mockRestore());

const HELD = {
  status: 503,
  body: { detail: 'The request has waited too long for a transaction that is still open: try again.' },
};
const causes = () => logged.mock.calls.map(([, error]) => String(error?.cause));

async function doors(): Promise<[number, number]> {
  const { body } = await served.request('POST', '/doors', [{ name: 'a' }, { name: 'b' }]);
  return body.map(({ id }: { id: number }) => id);
}

describe('A write that waits for a transaction of the same process', () => {
  it('responds 503 and logs where the transaction was begun', async () => {
    const [id, other] = await doors();
    const transaction = await Door.sequelize!.transaction();
    await Door.update({ name: 'held' }, { where: { id: other }, transaction });
    const response = await served.request('PUT', `/doors/${id}/rename_other`, { other });
    await transaction.rollback();

    expect(response).toMatchObject(HELD);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(causes()).toEqual([
      expect.stringMatching(
        /LockHeldError: .*held by a transaction begun \d+ ms ago by code[\s\S]*held-locks\.spec\.ts/,
      ),
    ]);
    expect((await served.request('PUT', `/doors/${id}/rename_other`, { other })).status).toBe(204);
  });

  it('is not explained by transactions that have ended', async () => {
    const transaction = await Door.sequelize!.transaction();
    await transaction.commit();
    const [id] = await doors();
    const sequelize = Door.sequelize as unknown as DomainSequelize;
    const busy = Object.assign(new Error('busy'), { errno: 1205, code: 'SQLITE_BUSY', sql: '' });

    const failed = unitOfWork(() => Promise.reject(new DatabaseError(busy)));

    await expect(failed).rejects.toMatchObject({ name: 'SequelizeDatabaseError' });
    expect(sequelize.turnWaitMs).toBe(2000);
    expect((await served.request('GET', `/doors/${id}`)).status).toBe(200);
  });

  (dialect === 'sqlite' ? it : it.skip)(
    'fails once if it waits for the unit of work that it is called in',
    async () => {
      const [id] = await doors();
      let tries = 0;
      const waiting = unitOfWork(async () => {
        tries++;
        await Door.update({ name: 'inside' }, { where: { id } });
        await Door.update({ name: 'outside' }, { where: { id }, transaction: null });
      });

      await expect(waiting).rejects.toThrow(/held by the unit of work that the statement is sent in/);
      expect([tries, (await Door.findByPk(id))!.name]).toEqual([1, 'a']);
    },
  );

  (dialect === 'sqlite' ? it : it.skip)(
    'does not wait for ever for a unit of work that waits for its response',
    async () => {
      const [id] = await doors();
      const sequelize = Door.sequelize as unknown as DomainSequelize;
      sequelize.waitForLocks(300);
      const response = await sequelize.transaction(async () => served.request('PUT', `/doors/${id}`, { name: 'c' }));
      sequelize.waitForLocks(2000);

      expect(response).toMatchObject(HELD);
      expect(causes()).toEqual([
        expect.stringMatching(/no turn in 300 ms.*begun \d+ ms ago by code[\s\S]*held-locks\.spec/),
      ]);
      expect(await served.request('PUT', `/doors/${id}`, { name: 'd' })).toMatchObject({ status: 200 });
    },
  );
});
