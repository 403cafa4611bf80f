import type { CreateOptions, Transaction } from 'sequelize';
import { AfterCreate, BeforeCreate, BeforeSave, BelongsTo, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { KeyOf, RequiredInteger, RequiredString } from '../support/columns';
import { useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';

/** Its hook sends nothing. */
@AggregateRoot
@Table({ tableName: 'trimmed_notes' })
class TrimmedNote extends BaseDomain {
  @RequiredString(20) declare text: string;

  @BeforeSave
  static trim(note: TrimmedNote): void {
    note.text = note.text.trim();
  }
}

/** Its hook numbers the tickets, but only those that ask for a number. */
@AggregateRoot
@Table({ tableName: 'numbered_tickets' })
class NumberedTicket extends BaseDomain {
  @RequiredString(20) declare title: string;
  @RequiredInteger declare number: number;

  @BeforeCreate
  static async setNumber(ticket: NumberedTicket, { transaction }: CreateOptions): Promise<void> {
    if (ticket.title !== 'next') return;
    ticket.number = ((await NumberedTicket.max<number, NumberedTicket>('number', { transaction })) ?? 0) + 1;
  }
}

const order: string[] = [];

/** The hooks of its children run around one INSERT. */
@AggregateRoot
@Table({ tableName: 'watched_parcels' })
class WatchedParcel extends BaseDomain {
  @RequiredString(20) declare code: string;
  @Collection @HasMany(() => WatchedLabel) declare labels: WatchedLabel[];
}

@Table({ tableName: 'watched_labels' })
class WatchedLabel extends BaseDomain {
  @RequiredString(20) declare text: string;
  @KeyOf(() => WatchedParcel) declare parcelId: EntityId;
  @BelongsTo(() => WatchedParcel) declare parcel: Ref<WatchedParcel>;

  @BeforeCreate
  static before(label: WatchedLabel): void {
    order.push(`before ${label.text}`);
    if (label.text === 'broken') throw new Error('a hook fails');
  }

  @AfterCreate
  static async after(label: WatchedLabel): Promise<void> {
    order.push(`after ${label.text} ${typeof label.id} ${await WatchedLabel.count()}`);
  }
}

/** A hook writes a row of another class. */
@AggregateRoot
@Table({ tableName: 'logged_orders' })
class LoggedOrder extends BaseDomain {
  @RequiredString(20) declare code: string;

  @BeforeCreate
  static async log({ code }: LoggedOrder, { transaction }: { transaction?: Transaction | null }): Promise<void> {
    await OrderLog.create({ text: code }, { transaction });
    if (code === 'refused') throw new Error('refused');
  }
}

@AggregateRoot
@Table({ tableName: 'order_logs' })
class OrderLog extends BaseDomain {
  @RequiredString(20) declare text: string;
}

describe('Writes of a class with hooks', () => {
  const served = useServed([TrimmedNote, NumberedTicket, WatchedParcel, WatchedLabel, LoggedOrder, OrderLog]);
  const post = (path: string, body: unknown) => served.request('POST', path, body);
  const sent = (work: () => Promise<unknown>) => allStatementsOf(TrimmedNote, work);

  it('are one INSERT, and one UPDATE with the version, if the hooks send nothing', async () => {
    const created = await sent(() => post('/trimmed_notes', { text: ' one ' }));
    const several = await sent(() => post('/trimmed_notes', [{ text: ' two ' }, { text: 'three ' }]));
    const [{ id }] = (await served.request('GET', '/trimmed_notes')).body;
    const updated = await sent(() => served.request('PUT', `/trimmed_notes/${id}`, { text: ' four' }));

    expect(created).toHaveLength(1);
    expect(several.filter((text) => text.startsWith('INSERT'))).toHaveLength(1);
    expect(updated.map((text) => text.slice(0, 6))).toEqual(['SELECT', 'UPDATE']);
    const { body } = await served.request('GET', '/trimmed_notes');
    expect(body.map((note: TrimmedNote) => note.text)).toEqual(['four', 'two', 'three']);
  });

  it('store the rows before the one whose hook reads the table, and further ones one by one', async () => {
    const titles = [{ title: 'a', number: 7 }, { title: 'b', number: 8 }, { title: 'next' }, { title: 'next' }];
    const first = await post('/numbered_tickets', titles);
    const again = await post('/numbered_tickets', titles.slice(2));

    expect(first).toMatchObject({ status: 201 });
    expect(first.body.map((ticket: NumberedTicket) => ticket.number)).toEqual([7, 8, 9, 10]);
    expect(again.body.map((ticket: NumberedTicket) => ticket.number)).toEqual([11, 12]);
  });

  it('run the hooks before the INSERT for all rows, then those after it, in the order of the rows', async () => {
    const labels = ['x', 'y', 'z'].map((text) => ({ text }));
    const statements = await sent(() => post('/watched_parcels', { code: 'P-1', labels }));

    expect(statements.filter((text) => text.startsWith('INSERT INTO `watched_labels`'))).toHaveLength(1);
    expect(order).toEqual([
      ...['before x', 'before y', 'before z'],
      ...['after x number 3', 'after y number 3', 'after z number 3'],
    ]);
  });

  it('leave nothing behind if the hook of a later row fails', async () => {
    const { status } = await post('/watched_parcels', { code: 'P-2', labels: [{ text: 'good' }, { text: 'broken' }] });

    expect(status).toBe(500);
    expect(await WatchedParcel.count({ where: { code: 'P-2' } })).toBe(0);
  });

  it('are a transaction with what their hooks write', async () => {
    const refused = await post('/logged_orders', { code: 'refused' });
    const created = await post('/logged_orders', { code: 'good' });

    expect([refused.status, created.status]).toEqual([500, 201]);
    expect((await OrderLog.findAll()).map(({ text }) => text)).toEqual(['good']);
    expect(await LoggedOrder.count()).toBe(1);
  });

  it('pass the hooks of all queries, if there are any', async () => {
    const seen: string[] = [];
    const { sequelize } = OrderLog;
    sequelize!.addHook('beforeQuery', 'seen', ({ type }) => void seen.push(String(type)));
    const before = await OrderLog.count();
    seen.length = 0;
    const { body } = await post('/order_logs', [{ text: 'one' }, { text: 'two' }]);
    const single = await post('/order_logs', { text: 'three' });
    const updated = await served.request('PUT', `/order_logs/${body[1].id}`, { text: 'second' });
    const deleted = await served.request('DELETE', `/order_logs/${body[0].id}`);
    sequelize!.removeHook('beforeQuery', 'seen');

    expect([single.status, updated.status, deleted.status]).toEqual([201, 200, 204]);
    const texts = (await OrderLog.findAll({ order: ['id'] })).slice(before).map(({ text }) => text);
    expect(texts).toEqual(['second', 'three']);
    expect([single.body.id, updated.body.text]).toEqual([body[1].id + 1, 'second']);
    expect(seen.filter((type) => type === 'BULKUPDATE')).toHaveLength(2);
    expect(seen).toContain('INSERT');
  });

  it('see a hook that is added later', async () => {
    const before = await post('/order_logs', { text: 'plain' });
    OrderLog.addHook('beforeCreate', 'shout', (log) => void log.set('text' as never, 'LOUD' as never));
    const after = await post('/order_logs', { text: 'plain' });
    OrderLog.removeHook('beforeCreate', 'shout');

    expect([before.body.text, after.body.text]).toEqual(['plain', 'LOUD']);
  });
});
