import 'reflect-metadata';
import {
  AllowNull,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, EntityKey } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';

/** A small domain whose aggregates share children: parcels with two foreign keys, linked labels with their own key. */

@Table({ tableName: 'parcels' })
export class Parcel extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare weight: number;

  @ForeignKey(() => Pallet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare palletId: EntityId;

  @ForeignKey(() => Warehouse)
  @Column(DataType.BIGINT)
  declare warehouseId: EntityId | null;
}

@Table({ tableName: 'pallets' })
export class Pallet extends BaseDomain {
  @ForeignKey(() => Delivery)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare deliveryId: EntityId;

  @HasMany(() => Parcel)
  declare parcels: Parcel[];
}

@Table({ tableName: 'delivery_labels', timestamps: false })
export class DeliveryLabel extends Model {
  @ForeignKey(() => Delivery)
  @Column(DataType.BIGINT)
  declare deliveryId: EntityId;

  @ForeignKey(() => Label)
  @Column(DataType.BIGINT)
  declare labelId: EntityId;
}

@Table({ tableName: 'delivery_carriers', timestamps: false })
export class DeliveryCarrier extends Model {
  @ForeignKey(() => Delivery)
  @Column(DataType.BIGINT)
  declare deliveryId: EntityId;

  @ForeignKey(() => Carrier)
  @Column(DataType.BIGINT)
  declare carrierId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'deliveries' })
export class Delivery extends BaseDomain {
  @Column(DataType.STRING(20))
  declare street: string | null;

  @HasMany(() => Pallet)
  declare pallets: Pallet[];

  @BelongsToMany(
    () => Label,
    () => DeliveryLabel,
  )
  declare labels: Label[];

  @BelongsToMany(
    () => Carrier,
    () => DeliveryCarrier,
  )
  declare carriers: Carrier[];
}

@AggregateRoot
@Table({ tableName: 'carriers' })
export class Carrier extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;
}

@Table({ tableName: 'label_notes' })
export class LabelNote extends BaseDomain {
  @Column(DataType.STRING(20))
  declare text: string | null;

  @ForeignKey(() => Label)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare labelId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'labels' })
export class Label extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare code: string;

  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare colour: string;

  @HasMany(() => LabelNote)
  declare notes: LabelNote[];
}

@AggregateRoot
@Table({ tableName: 'warehouses' })
export class Warehouse extends BaseDomain {
  @Column(DataType.STRING(20))
  declare town: string | null;

  @HasMany(() => Parcel)
  declare parcels: Parcel[];
}

export const deliveries = [
  Parcel,
  Pallet,
  DeliveryLabel,
  DeliveryCarrier,
  Delivery,
  Carrier,
  LabelNote,
  Label,
  Warehouse,
];
