import { AggregateRoot, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, Default, HasMany, Table, Unique } from 'sequelize-typescript';
import { OrderItem } from './order-item';
import { Unversioned } from './unversioned';

@AggregateRoot
@Table({
  underscored: true,
  tableName: 'orders',
  indexes: [{ name: 'orders_customer', fields: ['customer_email', 'status'] }],
})
export class Order extends Unversioned {
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare code: string;

  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(120))
  declare customerEmail: string;

  @Searchable
  @Default('created')
  @AllowNull(false)
  @Column(DataType.ENUM('created', 'shipped', 'cancelled'))
  declare status: string;

  @Column(DataType.DECIMAL(10, 2))
  declare total: string | null;

  @HasMany(() => OrderItem)
  declare orderItems: OrderItem[];
}
