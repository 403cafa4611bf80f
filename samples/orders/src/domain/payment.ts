import { AggregateRoot, BaseDomain, type EntityId, type Ref, Searchable } from 'koaggregate';
import { SecureMultiple } from 'koaggregate/security';
import { AllowNull, BelongsTo, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { Order } from './order';

export type PaymentMethod = 'card' | 'bank_transfer' | 'cash_on_delivery';

/** A payment for an order: an aggregate root, for the accounts, and also a collection of its order. */
@SecureMultiple([
  { method: 'POST', permissions: ['payments.write'] },
  { method: 'PUT', permissions: ['payments.write'] },
  { method: 'DELETE', permissions: ['payments.write'] },
])
@AggregateRoot
@Table({ tableName: 'payments' })
export class Payment extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.ENUM('card', 'bank_transfer', 'cash_on_delivery'))
  declare method: PaymentMethod;

  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare amount: string;

  @Searchable
  @Column(DataType.STRING(40))
  declare reference: string | null;

  @Column(DataType.DATE(3))
  declare paidAt: Date | null;

  @ForeignKey(() => Order)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderId: EntityId;

  @BelongsTo(() => Order)
  declare order: Ref<Order>;
}
