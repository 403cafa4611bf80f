import 'reflect-metadata';
import { BelongsToMany, HasMany, Model, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, EntityKey } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { JoinTable, KeyOf, RequiredInteger, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** A small domain whose aggregates share children: parcels with two foreign keys, linked labels with their own key. */

@Table({ tableName: 'parcels' })
export class Parcel extends BaseDomain {
  @RequiredInteger declare weight: number;
  @RequiredKeyOf(() => Pallet) declare palletId: EntityId;
  @KeyOf(() => Warehouse) declare warehouseId: EntityId | null;
}

@Table({ tableName: 'pallets' })
export class Pallet extends BaseDomain {
  @RequiredKeyOf(() => Delivery) declare deliveryId: EntityId;
  @HasMany(() => Parcel) declare parcels: Parcel[];
}

@JoinTable('delivery_labels', { deliveryId: () => Delivery, labelId: () => Label })
export class DeliveryLabel extends Model {}

@JoinTable('delivery_carriers', { deliveryId: () => Delivery, carrierId: () => Carrier })
export class DeliveryCarrier extends Model {}

@AggregateRoot
@Table({ tableName: 'deliveries' })
export class Delivery extends BaseDomain {
  @StringColumn(20) declare street: string | null;
  @HasMany(() => Pallet) declare pallets: Pallet[];
  @BelongsToMany(() => Label, { through: () => DeliveryLabel }) declare labels: Label[];
  @BelongsToMany(() => Carrier, { through: () => DeliveryCarrier }) declare carriers: Carrier[];
}

@AggregateRoot
@Table({ tableName: 'carriers' })
export class Carrier extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@Table({ tableName: 'label_notes' })
export class LabelNote extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @RequiredKeyOf(() => Label) declare labelId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'labels' })
export class Label extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @RequiredString(20) declare colour: string;
  @HasMany(() => LabelNote) declare notes: LabelNote[];
}

@AggregateRoot
@Table({ tableName: 'warehouses' })
export class Warehouse extends BaseDomain {
  @StringColumn(20) declare town: string | null;
  @HasMany(() => Parcel) declare parcels: Parcel[];
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
