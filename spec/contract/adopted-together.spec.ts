import { AsyncLocalStorage } from 'node:async_hooks';
import { type Model, Sequelize, type Transaction } from 'sequelize';
import { describeModel } from '../../lib/persistence';
import { type TicketOffice, ticketOffice } from '../support/existing/ticket-office';
import { type Served, serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
let office: TicketOffice;
let served: Served;

/** A namespace as of cls-hooked. */
const storage = new AsyncLocalStorage<Map<string, unknown>>();
const namespace = {
  get: (name: string) => storage.getStore()?.get(name),
  set: (name: string, value: unknown) => storage.getStore()?.set(name, value),
  run: (work: () => unknown) => storage.run(new Map(storage.getStore()), work),
  bind: (work: unknown) => work,
};

beforeAll(async () => {
  database = await createTestDatabase();
  office = await ticketOffice(database);
  Object.assign(office.Ticket.prototype, {
    async cancel(this: Model, reason: string) {
      await office.Log.create({ note: `cancelled ${reason}` });
      await office.sequelize.query(`INSERT INTO ticket_log (note) VALUES ('raw ${reason}')`);
      if (reason === 'refused') throw new Error('It is not cancelled.');
    },
  });
  describeModel(office.Ticket, {
    root: true,
    exclude: ['guests'],
    actions: { cancel: { parameters: [String] } },
  } as object);
  served = await serve([office.Ticket], { database });
});
afterAll(async () => {
  await served.stop();
  await office.close();
  await database.drop();
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Sequelize, '_cls');
});

const notes = async () => (await office.Log.findAll({ order: ['id'] })).map((log) => log.get('note'));
const own = () => office.Ticket.sequelize!;

describe('The models of a Sequelize instance of which one is adopted', () => {
  const failing = (transaction?: Transaction) => async () => {
    await office.Ticket.create({ code: 'LOST' }, { transaction });
    await office.Guest.create({ name: 'Lost' }, { transaction });
    await office.sequelize.query("INSERT INTO ticket_log (note) VALUES ('lost')", { transaction });
    throw new Error('rolled back');
  };
  const counts = async () => [
    await office.Ticket.count({ where: { code: 'LOST' } }),
    await office.Guest.count({ where: { name: 'Lost' } }),
    (await notes()).filter((note) => /lost/i.test(String(note))).length,
  ];

  it.each<[string, () => Sequelize]>([
    ['a model', own as () => Sequelize],
    ['the instance', () => office.sequelize],
  ])('are rolled back together by a transaction of %s, with useCLS', async (_name, begun) => {
    Sequelize.useCLS(namespace);
    const startedAt = Date.now();

    await expect(begun().transaction(failing())).rejects.toThrow('rolled back');
    expect(await counts()).toEqual([0, 0, 0]);
    expect(Date.now() - startedAt).toBeLessThan(4000);
  });

  it.each<[string, () => Sequelize]>([
    ['a model', own as () => Sequelize],
    ['the instance', () => office.sequelize],
  ])('are rolled back together by a transaction of %s that is passed to them', async (_name, begun) => {
    await expect(begun().transaction((transaction) => failing(transaction)())).rejects.toThrow('rolled back');
    const transaction = await begun().transaction();
    await failing(transaction)().catch(() => undefined);
    await transaction.rollback();

    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('find the transaction in the namespace, and are committed together', async () => {
    Sequelize.useCLS(namespace);
    const committed = jest.fn();
    await office.sequelize.transaction(async () => {
      (namespace.get('transaction') as Transaction).afterCommit(committed);
      await office.Ticket.create({ code: 'KEPT' });
      await office.Log.create({ note: 'kept' });
      expect(committed).not.toHaveBeenCalled();
    });

    expect(committed).toHaveBeenCalledTimes(1);
    expect(await notes()).toEqual(expect.arrayContaining(['sold KEPT', 'kept']));
    expect(namespace.get('transaction')).toBeUndefined();
  });

  it('are rolled back with a request whose code writes them', async () => {
    const { id } = await office.Ticket.create({ code: 'CANCELLED' }).then((ticket) => ticket.get() as { id: number });
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const refused = await served.request('PUT', `/tickets/${id}/cancel`, { reason: 'refused' });
    const cancelled = await served.request('PUT', `/tickets/${id}/cancel`, { reason: 'late' });

    expect([refused.status, cancelled.status]).toEqual([500, 204]);
    expect((await notes()).filter((note) => /cancelled|raw/.test(String(note)))).toEqual([
      'cancelled late',
      'raw late',
    ]);
  });

  it('have no routes and no tables of the application, whatever their columns are', async () => {
    expect((await served.request('GET', '/logs')).status).toBe(404);
    expect(await office.sequelize.getQueryInterface().tableExists('Drafts')).toBe(false);
    expect(office.sequelize.model('Draft').sequelize).toBe(office.sequelize);
  });

  it('have connections of their own again when the application stops', async () => {
    const other = await createTestDatabase();
    const another = await ticketOffice(other);
    const first = await serve([describeModel(another.Ticket, { root: true, exclude: ['guests'] } as object)], {
      database: other,
    });
    await another.Log.create({ note: 'during' });
    await first.stop();
    const transaction = await another.sequelize.transaction();
    await another.Log.create({ note: 'after' }, { transaction });
    await transaction.commit();

    expect((await another.Log.findAll({ order: ['id'] })).map((log) => log.get('note'))).toEqual(['during', 'after']);
    expect([Object.hasOwn(another.sequelize, 'query'), another.Ticket.sequelize === another.sequelize]).toEqual([
      false,
      true,
    ]);
    await another.close();
    await other.drop();
  });
});
