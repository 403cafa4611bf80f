import { BaseDomain, type EntityId, Searchable } from 'koaggregate';
import { SecureMultiple } from 'koaggregate/security';
import { AllowNull, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { OrderItem } from './order-item';

/** A parcel with pieces of an item; a large quantity may need several. */
@SecureMultiple([
  { method: 'POST', permissions: ['shipments.write'] },
  { method: 'PUT', permissions: ['shipments.write'] },
  { method: 'DELETE', permissions: ['shipments.write'] },
])
@Table({ tableName: 'shipments' })
export class Shipment extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare carrier: string;

  @Searchable
  @Column(DataType.STRING(40))
  declare trackingNumber: string | null;

  @Column(DataType.DATE(3))
  declare shippedAt: Date | null;

  @ForeignKey(() => OrderItem)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderItemId: EntityId;
}
