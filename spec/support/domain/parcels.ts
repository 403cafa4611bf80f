import 'reflect-metadata';
import Joi from 'joi';
import { BelongsTo, Column, DataType, Default, HasMany, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, Constraint, EntityKey } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, Required, RequiredKeyOf, RequiredString } from '../columns';

/** The same domain in new classes for each call, with or without hooks. */
export function parcelDomain() {
  @Table({ tableName: 'scans' })
  class Scan extends BaseDomain {
    @RequiredString(10) declare place: string;
    @Column(DataType.DATE(0)) declare at: Date | null;
    @RequiredKeyOf(() => Label) declare labelId: EntityId;
  }

  @Table({ tableName: 'labels' })
  class Label extends BaseDomain {
    @Constraint(Joi.string().min(2)) @RequiredString(12) declare text: string;
    @Column(DataType.DECIMAL(8, 2)) declare price: string | null;
    @Default('new') @Column(DataType.ENUM('new', 'old')) declare state: string | null;
    @RequiredKeyOf(() => Parcel) declare parcelId: EntityId;
    @HasMany(() => Scan) declare scans: Scan[];
  }

  @AggregateRoot
  @Table({ tableName: 'depots' })
  class Depot extends BaseDomain {
    @EntityKey @Unique @RequiredString(8) declare code: string;
  }

  @AggregateRoot
  @Table({ tableName: 'parcels' })
  class Parcel extends BaseDomain {
    @Unique @RequiredString(20) declare code: string;
    @Column(DataType.TEXT) declare note: string | null;
    @Default(1) @IntegerColumn declare pieces: number | null;
    @Column(DataType.BIGINT) declare wide: EntityId | null;
    @Column(DataType.DECIMAL(10, 2)) declare total: string | null;
    @Column(DataType.DOUBLE) declare weight: number | null;
    @Default(false) @Required(DataType.BOOLEAN) declare isFragile: boolean;
    @Column(DataType.DATE(0)) declare sentAt: Date | null;
    @Column(DataType.DATE(3)) declare seenAt: Date | null;
    @Column(DataType.DATEONLY) declare dueOn: string | null;
    @Column(DataType.TIME) declare opens: string | null;
    @Column(DataType.UUID) declare token: string | null;
    @Column(DataType.JSON) declare data: unknown;
    @KeyOf(() => Depot) declare depotId: EntityId | null;
    @BelongsTo(() => Depot) declare depot: Ref<Depot> | null;
    @HasMany(() => Label) declare labels: Label[];
  }
  return [Parcel, Label, Scan, Depot] as const;
}
