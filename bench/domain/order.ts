import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, Default, HasMany, Table, Unique } from 'sequelize-typescript';
import { OrderItem } from './order-item';

@AggregateRoot
@Table({ tableName: 'orders' })
export class Order extends BaseDomain {
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare code: string;

  @Searchable
  @Default('created')
  @AllowNull(false)
  @Column(DataType.ENUM('created', 'shipped', 'cancelled'))
  declare status: string;

  @Column(DataType.DECIMAL(10, 2))
  declare total: string | null;

  @Column(DataType.DATE(3))
  declare placedAt: Date | null;

  @HasMany(() => OrderItem)
  declare orderItems: OrderItem[];
}
