import { Action, AggregateRoot, BaseDomain, Hidden, Invariant, Searchable } from 'koaggregate';
import { Secure, SecureMultiple } from 'koaggregate/security';
import { AllowNull, Column, DataType, Default, HasMany, IsEmail, Table, Unique } from 'sequelize-typescript';
import { AlreadyShippedError } from './already-shipped-error';
import { OrderItem } from './order-item';
import { Payment } from './payment';

export type OrderStatus = 'created' | 'confirmed' | 'shipped' | 'cancelled';

/** An order, the aggregate root of its items and their shipments. */
@SecureMultiple([
  { method: 'POST', permissions: ['orders.create'] },
  { method: 'PUT', permissions: ['orders.update'] },
  { method: 'DELETE', permissions: ['orders.delete'] },
])
@AggregateRoot
@Table({ tableName: 'orders', indexes: [{ fields: ['customerEmail'] }] })
export class Order extends BaseDomain {
  @Searchable
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare code: string;

  @Searchable
  @IsEmail
  @AllowNull(false)
  @Column(DataType.STRING(254))
  declare customerEmail: string;

  @Searchable
  @Default('created')
  @AllowNull(false)
  @Column(DataType.ENUM('created', 'confirmed', 'shipped', 'cancelled'))
  declare status: OrderStatus;

  /** A string, like all decimals, because a double cannot represent every amount. */
  @Searchable
  @Default('0.00')
  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare total: string;

  @Column(DataType.STRING)
  declare cancellationReason: string | null;

  /** For the staff: in no response or payload. */
  @Hidden
  @Column(DataType.TEXT)
  declare internalNotes: string | null;

  @Secure({ method: 'DELETE', permissions: ['order_items.delete'] })
  @HasMany(() => OrderItem)
  declare orderItems: OrderItem[];

  /** Payments must be kept by law, so an order with payments cannot be deleted. */
  @HasMany(() => Payment)
  declare payments: Payment[];

  /** Checked before COMMIT, after every write in the order by a route, an action or a script. */
  @Invariant('shipped-with-items', 'An order that is shipped has at least one item.', { load: ['orderItems'] })
  hasItemsWhenShipped(): boolean {
    return this.status !== 'shipped' || this.orderItems.length > 0;
  }

  /** PUT `/orders/{id}/cancel`. Changes of the order, and of items read by `collection()`, are saved afterwards. */
  @Secure({ method: 'PUT', permissions: ['orders.cancel'] })
  @Action({ value: 'cancel', returns: Order })
  async cancel(reason: string): Promise<Order> {
    if (this.status === 'shipped') throw new AlreadyShippedError(`The order ${this.code}`);
    this.status = 'cancelled';
    this.cancellationReason = reason;
    for (const item of await this.collection('orderItems')) item.status = 'cancelled';
    return this;
  }

  /** PUT `/orders/{order_id}/order_items/{id}/cancel`. Cancelling the last item cancels the order. */
  @Secure({ method: 'PUT', permissions: ['orders.cancel'] })
  @Action({ value: 'cancel', path: 'orderItems', optional: ['reason'], returns: OrderItem })
  async cancelItem(orderItem: OrderItem, reason?: string): Promise<OrderItem> {
    if (orderItem.status === 'shipped') throw new AlreadyShippedError(`The item ${orderItem.sku}`);
    orderItem.status = 'cancelled';
    const items = await this.collection('orderItems');
    if (items.every(({ status }) => status === 'cancelled')) await this.cancel(reason ?? 'All items were cancelled.');
    return orderItem;
  }
}
