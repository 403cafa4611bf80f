import type { EntityId } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { OrderItem } from './order-item';
import { Unversioned } from './unversioned';

@Table({ underscored: true, tableName: 'shipments' })
export class Shipment extends Unversioned {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare carrier: string;

  @ForeignKey(() => OrderItem)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderItemId: EntityId;
}
