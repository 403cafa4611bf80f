import { BaseDomain, type EntityId, Searchable } from 'koaggregate';
import { SecureMultiple } from 'koaggregate/security';
import { AllowNull, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { OrderItem } from './order-item';

/** One parcel of an item; a large quantity may travel in several. */
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
