import { BaseDomain, type EntityId, type Ref, Searchable } from 'koaggregate';
import { SecureMultiple } from 'koaggregate/security';
import { AllowNull, BelongsTo, Column, DataType, Default, ForeignKey, HasMany, Min, Table } from 'sequelize-typescript';
import { Order } from './order';
import { Product } from './product';
import { Shipment } from './shipment';

export type OrderItemStatus = 'created' | 'shipped' | 'cancelled';

/** A line of an order. It keeps the SKU and the price at the time of the order. */
@SecureMultiple([
  { method: 'POST', permissions: ['order_items.write'] },
  { method: 'PUT', permissions: ['order_items.write'] },
])
@Table({ tableName: 'order_items' })
export class OrderItem extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare sku: string;

  @Searchable
  @Min(1)
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare quantity: number;

  /** The price of one piece. */
  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare price: string;

  @Searchable
  @Default('created')
  @AllowNull(false)
  @Column(DataType.ENUM('created', 'shipped', 'cancelled'))
  declare status: OrderItemStatus;

  @ForeignKey(() => Order)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderId: EntityId;

  @ForeignKey(() => Product)
  @Column(DataType.BIGINT)
  declare productId: EntityId | null;

  @BelongsTo(() => Product)
  declare product: Ref<Product> | null;

  @HasMany(() => Shipment)
  declare shipments: Shipment[];
}
