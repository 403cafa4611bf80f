import type { EntityId } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { Order } from './order';
import { Shipment } from './shipment';
import { Unversioned } from './unversioned';

@Table({ underscored: true, tableName: 'order_items' })
export class OrderItem extends Unversioned {
  @AllowNull(false)
  @Column(DataType.STRING(12))
  declare sku: string;

  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare quantity: number;

  @ForeignKey(() => Order)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderId: EntityId;

  @HasMany(() => Shipment)
  declare shipments: Shipment[];
}
