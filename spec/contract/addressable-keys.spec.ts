import 'reflect-metadata';
import {
  BeforeSave,
  BelongsToMany,
  Column,
  DataType,
  Default,
  HasMany,
  Model,
  PrimaryKey,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, EntityKey } from '../../lib/metadata';
import { BaseDomain, type EntityId } from '../../lib/persistence';
import { KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';

@Table({ tableName: 'coupon_labels', timestamps: false })
class CouponLabel extends Model {
  @KeyOf(() => Coupon) declare couponId: EntityId;
  @KeyOf(() => Label, DataType.STRING(20)) declare labelName: string;
}

/** The primary key is the entity key, and clients choose it. */
@AggregateRoot
@Table({ tableName: 'labels' })
class Label extends Model {
  @PrimaryKey @StringColumn(20) declare name: string;
}

@Table({ tableName: 'tickets' })
class Ticket extends BaseDomain {
  @EntityKey({ changeable: true }) @Unique @RequiredString(20) declare seat: string;
  @RequiredKeyOf(() => Coupon) declare couponId: EntityId;
  @Default(false) @Column(DataType.BOOLEAN) declare isLost: boolean;

  @BeforeSave
  static lose(ticket: Ticket): void {
    if (ticket.isLost) ticket.seat = '..';
  }
}

@AggregateRoot
@Table({ tableName: 'coupons' })
class Coupon extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @HasMany(() => Ticket) declare tickets: Ticket[];
  @BelongsToMany(() => Label, { through: () => CouponLabel }) declare labels: Label[];
}

const served = useServed([Coupon, Ticket, Label, CouponLabel]);

beforeAll(async () => {
  await post('/coupons', { code: 'SPRING', tickets: [{ seat: 'A1' }] });
});

const post = (path: string, body: unknown): Promise<ApiResponse> => served.request('POST', path, body);
const put = (path: string, body: unknown): Promise<ApiResponse> => served.request('PUT', path, body);

const UNADDRESSABLE = ['', ' ', '\t\n', '\u00a0\u3000', '.', '..'];

/** Every way in which a client chooses a key, with the field of its error. */
const WAYS: readonly (readonly [string, (key: string) => Promise<ApiResponse>, string])[] = [
  ['an entity key', (code) => post('/coupons', { code }), 'code'],
  ['the key of one of several', (code) => post('/coupons', [{ code: 'ok' }, { code }]), '[1].code'],
  ['the key of a child', (seat) => post('/coupons/SPRING/tickets', { seat }), 'seat'],
  ['the key of a nested child', (seat) => post('/coupons', { code: 'new', tickets: [{ seat }] }), 'tickets[0].seat'],
  [
    'the key of a nested child in an update',
    (seat) => put('/coupons/SPRING', { tickets: [{ seat }] }),
    'tickets[0].seat',
  ],
  ['a changed key', (seat) => put('/coupons/SPRING/tickets/A1', { seat }), 'seat'],
  ['a primary key', (name) => post('/labels', { name }), 'name'],
  ['the key of an element to be linked', (name) => post('/coupons/SPRING/labels', { name }), 'name'],
  [
    'the key of a nested element to be linked',
    (name) => put('/coupons/SPRING', { labels: [{ name }] }),
    'labels[0].name',
  ],
];

describe.each(WAYS)('A key that no path can address: %s', (_, send, field) => {
  it.each(UNADDRESSABLE)('is rejected with 422: %j', async (key) => {
    const { status, body } = await send(key);

    expect(status).toBe(422);
    expect(body.field_errors.map((error: { field: string }) => error.field)).toContain(field);
    expect((await served.request('GET', '/coupons')).body.map(({ code }: { code: string }) => code)).toEqual([
      'SPRING',
    ]);
    expect((await served.request('GET', '/coupons/SPRING/tickets')).body).toMatchObject([{ seat: 'A1' }]);
    expect((await served.request('GET', '/labels')).body).toEqual([]);
  });
});

describe('A key that no path can address, set by domain code', () => {
  it('is rejected with 422 in a hook', async () => {
    const { status, body } = await post('/coupons/SPRING/tickets', { seat: 'B1', is_lost: true });

    expect([status, body.field_errors]).toMatchObject([422, [{ field: 'seat', invalid_value: '..' }]]);
  });

  it('is rejected in a script', async () => {
    await expect(Coupon.bulkCreate([{ code: '.' }] as never)).rejects.toThrow(
      'code must not be empty, blank, "." or ".."',
    );
  });
});

describe('Any other key', () => {
  it.each(['...', 'a/b', '../a', '%2e%2e', ' a ', 'a.', '\u0001', 'ü,ö', '?#', '\\', 'a b'])(
    'identifies its entity in a path: %j',
    async (seat) => {
      const { status, headers } = await post('/coupons/SPRING/tickets', { seat });
      const location = headers.get('Location')!;

      expect(status).toBe(201);
      expect((await served.request('GET', location)).body.seat).toBe(seat);
      expect((await served.request('DELETE', location)).status).toBe(204);
      expect((await served.request('GET', '/coupons/SPRING/tickets')).body).toMatchObject([{ seat: 'A1' }]);
    },
  );
});
