import { Column, DataType, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Computed, Duration, Hidden, Large, ReadOnly, WriteOnly } from '../../../lib';
import type { EntityMetadata } from '../../../lib/metadata';
import { keyOf, shownValues } from '../../../lib/testing/samples/shown-values';
import { IntegerColumn, StringColumn } from '../../support/columns';
import { inspectedSource } from '../../support/inspected';

@AggregateRoot
@Table({ tableName: 'parcels' })
class Parcel extends BaseDomain {
  @StringColumn(20) declare label: string | null;
  @Column(DataType.DECIMAL(8, 2)) declare price: string | null;
  @Column(DataType.DATEONLY) declare sentOn: string | null;
  @Duration('seconds') @IntegerColumn declare transit: number | null;
  @Hidden @StringColumn(20) declare secret: string | null;
  @WriteOnly @StringColumn(20) declare pin: string | null;
  @ReadOnly @IntegerColumn declare scans: number | null;
  @Large @Column(DataType.TEXT('long')) declare note: string | null;

  @Computed({ from: ['label'] })
  get title(): string {
    return `Parcel ${this.label}`;
  }
}

let entity: EntityMetadata;

beforeAll(async () => {
  const { registry } = await inspectedSource([Parcel]);
  entity = registry.entities.find(({ name }) => name === 'Parcel')!;
});

describe('The values that a response shows of a stored entity', () => {
  const stored = () =>
    Object.assign(new Parcel(), {
      id: '9007199254740993',
      label: 'A 7',
      price: '1.20',
      sentOn: '2026-02-03',
      transit: 5400,
      secret: 'x',
      pin: '1234',
      scans: 3,
      note: 'long',
    });

  it('are JSON by wire name, with computed fields, without hidden, write-only and large ones, without timestamps', () => {
    expect(shownValues(entity, stored())).toEqual({
      id: keyOf(entity, stored()),
      label: 'A 7',
      price: '1.20',
      sent_on: '2026-02-03',
      transit: 'PT1H30M',
      scans: 3,
      title: 'Parcel A 7',
    });
  });

  it('are null where the entity has no value', () => {
    const empty = Object.assign(new Parcel(), { id: '1', label: 'B' });

    expect(shownValues(entity, empty)).toMatchObject({ price: null, sent_on: null, transit: null, scans: null });
  });

  it('keep keys that a double cannot represent', () => {
    expect(String(keyOf(entity, stored()))).toBe('9007199254740993');
  });
});

describe('The values that a response shows of a payload', () => {
  it('are those that the payload names, by wire name, as they are stored', () => {
    const payload = { label: 'A 7', price: 1.2, sent_on: '2026-02-03', transit: 'PT90M' };

    expect(shownValues(entity, payload)).toEqual({
      label: 'A 7',
      price: '1.20',
      sent_on: '2026-02-03',
      transit: 'PT1H30M',
    });
  });

  it('may be named as in the domain', () => {
    expect(shownValues(entity, { sentOn: '2026-02-03' })).toEqual({ sent_on: '2026-02-03' });
  });

  it.each([{ secret: 'x' }, { pin: '1234' }, { note: 'long' }])('leave out %j, which no response shows', (payload) => {
    expect(shownValues(entity, { label: 'A', ...payload })).toEqual({ label: 'A' });
  });

  it('keep null, and values that are not valid', () => {
    expect(shownValues(entity, { label: null, sentOn: 'tomorrow' })).toEqual({ label: null, sent_on: 'tomorrow' });
  });

  it('are rejected when no member has their name', () => {
    expect(() => shownValues(entity, { colour: 'red' })).toThrow(/^Parcel has no field "colour"\./);
  });
});
