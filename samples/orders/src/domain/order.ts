import { AggregateRoot, BaseDomain, Hidden, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, Default, HasMany, IsEmail, Table, Unique } from 'sequelize-typescript';
import { OrderItem } from './order-item';
import { Payment } from './payment';

export type OrderStatus = 'created' | 'confirmed' | 'shipped' | 'cancelled';

/** What a customer buys at once: the root of items and their shipments, which are reached through it alone. */
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

  /** Text, as all decimals: a double would not keep every amount. */
  @Searchable
  @Default('0.00')
  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare total: string;

  @Column(DataType.STRING)
  declare cancellationReason: string | null;

  /** For the staff: in no answer, and from no payload. */
  @Hidden
  @Column(DataType.TEXT)
  declare internalNotes: string | null;

  @HasMany(() => OrderItem)
  declare orderItems: OrderItem[];

  /** Payments are kept by law, so an order that has one cannot be deleted. */
  @HasMany(() => Payment)
  declare payments: Payment[];
}
