import { Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { IntegerColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'bookings' })
class Booking extends BaseDomain {
  @IntegerColumn declare seats: number | null;

  /** Books as many seats as there are. */
  @Action({ value: 'enlarge' })
  async enlarge(): Promise<void> {
    try {
      await Booking.sequelize!.query(`UPDATE bookings SET seats = 11 WHERE id = ${this.id}`);
    } catch {
      this.seats = 10;
    }
  }
}

const served = useServed([Booking]);

const MESSAGE = 'Only 10 seats are left, "reserved" ones included: it\'s full';
const LITERAL = MESSAGE.replaceAll("'", "''");

const trigger = (event: string, condition: string, message: string) =>
  dialect === 'sqlite'
    ? `CREATE TRIGGER before_${event} BEFORE ${event} ON bookings WHEN ${condition}
       BEGIN SELECT RAISE(ABORT, '${message}'); END`
    : `CREATE TRIGGER before_${event} BEFORE ${event} ON bookings FOR EACH ROW
       IF ${condition} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${message}'; END IF`;

beforeAll(async () => {
  await Booking.sequelize!.query(trigger('INSERT', 'NEW.seats > 10', LITERAL));
  await Booking.sequelize!.query(trigger('UPDATE', 'NEW.seats > 10', LITERAL));
  await Booking.sequelize!.query(trigger('DELETE', 'OLD.seats = 7', 'Bookings of 7 seats stay'));
});

const seats = async () => ((await served.read('/bookings')) as { seats: number }[]).map((booking) => booking.seats);

describe('A trigger that rejects a write with a message', () => {
  beforeEach(async () => {
    await Booking.update({ seats: 1 }, { where: {} });
    await Booking.destroy({ where: {} });
  });

  it('makes the response 422 with the message as its detail, and nothing is written', async () => {
    const { id } = await served.create('/bookings', { seats: 1 });

    const responses = [
      await served.request('POST', '/bookings', { seats: 11 }),
      await served.request('POST', '/bookings', [{ seats: 2 }, { seats: 12 }]),
      await served.request('PUT', `/bookings/${id}`, { seats: 11 }),
      await served.request(
        'PATCH',
        `/bookings/${id}`,
        { seats: 11 },
        { 'Content-Type': 'application/merge-patch+json' },
      ),
    ];

    expect(responses.map(({ status, body }) => [status, body.detail])).toEqual(Array(4).fill([422, MESSAGE]));
    expect(await seats()).toEqual([1]);
  });

  it('does so for a delete, which leaves the row', async () => {
    const { id } = await served.create('/bookings', { seats: 7 });

    const { status, body } = await served.request('DELETE', `/bookings/${id}`);

    expect([status, body.detail]).toEqual([422, 'Bookings of 7 seats stay']);
    expect(await seats()).toEqual([7]);
  });

  it('leaves the unit of work open, so that domain code may catch the error', async () => {
    const { id } = await served.create('/bookings', { seats: 1 });

    expect((await served.request('PUT', `/bookings/${id}/enlarge`)).status).toBe(204);

    expect(await seats()).toEqual([10]);
  });
});
