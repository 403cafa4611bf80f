import 'reflect-metadata';
import Joi from 'joi';
import { Column, createIndexDecorator, DataType, Index, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, Hidden } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

const OnceInTown = createIndexDecorator({ name: 'once_in_town', unique: true });

@AggregateRoot
@Table({ tableName: 'parcels' })
class Parcel extends BaseDomain {
  @Index({ name: 'one_label', unique: true }) @StringColumn(20) declare senderName: string | null;
  @Index({ name: 'one_label', unique: true }) @StringColumn(20) declare label: string | null;
  @Unique('same_route') @StringColumn(20) declare fromPlace: string | null;
  @Unique('same_route') @StringColumn(20) declare toPlace: string | null;
  @OnceInTown @StringColumn(20) declare townName: string | null;
  @OnceInTown @StringColumn(20) declare streetName: string | null;
  @Unique @Column({ type: DataType.STRING(20), field: 'tracking_no' }) declare trackingNumber: string | null;
  @Hidden @Unique('hidden_half') @StringColumn(20) declare secretCode: string | null;
  @Unique('hidden_half') @StringColumn(20) declare openCode: string | null;
  @Hidden @Unique @StringColumn(20) declare fingerprint: string | null;

  @Action({ value: 'change', schema: Joi.object({ values: Joi.object() }) })
  async change(values: Record<string, unknown>): Promise<void> {
    await Parcel.update(values, { where: { id: this.id } });
  }

  @Action({ value: 'copy', schema: Joi.object({ values: Joi.object() }) })
  async copy(values: Record<string, unknown>): Promise<void> {
    await Parcel.bulkCreate([values, values]);
  }
}

/** Indexes that the model does not declare. */
const ADOPTED = [
  `CREATE TABLE parcels (id BIGINT AUTO_INCREMENT PRIMARY KEY, version INT NOT NULL, created_at DATETIME(3),
    updated_at DATETIME(3), sender_name VARCHAR(20), label VARCHAR(20), from_place VARCHAR(20), to_place VARCHAR(20),
    town_name VARCHAR(20), street_name VARCHAR(20), tracking_no VARCHAR(20), secret_code VARCHAR(20),
    open_code VARCHAR(20), fingerprint VARCHAR(20), UNIQUE (sender_name, label), UNIQUE \`the route\` (from_place, to_place),
    UNIQUE uq3 (town_name, street_name), UNIQUE uq4 (tracking_no), UNIQUE uq5 (secret_code, open_code),
    UNIQUE uq6 (fingerprint))`,
];

const CASES: readonly (readonly [string, object, string])[] = [
  ['@Index', { senderName: 'a', label: 'b' }, 'sender_name and label'],
  ['@Unique with a name', { fromPlace: 'a', toPlace: 'b' }, 'from_place and to_place'],
  ['an index decorator', { townName: 'a', streetName: 'b' }, 'town_name and street_name'],
  ['@Unique on a column of another name', { trackingNumber: 'a' }, 'tracking_number'],
  ['an index with a hidden field, which is not named', { secretCode: 'a', openCode: 'b' }, 'open_code'],
  ['an index of a hidden field only', { fingerprint: 'a' }, 'values'],
];

describe.each(dialect === 'mysql' ? ['our own schema', 'an adopted schema'] : ['our own schema'])(
  'A 409 response names the fields of a unique index in %s',
  (schema) => {
    const isOwn = schema === 'our own schema';
    const properties = { 'hbm2ddl.auto': isOwn ? 'update' : 'none' };
    const served = useServed([Parcel], { schema: isOwn ? [] : ADOPTED, properties });
    beforeEach(() => Parcel.destroy({ where: {} }));

    const act = (parcel: Parcel, action: string, values: object): Promise<ApiResponse> =>
      served.request('PUT', `/parcels/${parcel.id}/${action}`, { values });

    it.each(CASES)('declared by %s', async (_, values, fields) => {
      await Parcel.create(values as never);
      const other = await Parcel.create({} as never);

      const updated = await act(other, 'change', values);
      const copied = await act(other, 'copy', values);

      const detail = `Another entity has the same ${fields}.`;
      expect(updated).toMatchObject({ status: 409, body: { detail } });
      expect(copied).toMatchObject({ status: 409, body: { detail } });
    });

    it.each([
      [1, 'of one row'],
      [2, 'of several'],
    ])('violated by a payload (%i: %s)', async (count) => {
      const payload = { from_place: 'a', to_place: 'b' };
      await served.request('POST', '/parcels', payload);

      const { status, body } = await served.request('POST', '/parcels', count === 1 ? payload : [payload, payload]);

      expect([status, body.detail]).toEqual([409, 'Another entity has the same from_place and to_place.']);
    });
  },
);
