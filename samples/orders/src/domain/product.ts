import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, Table } from 'sequelize-typescript';

@AggregateRoot
@Table({ tableName: 'products' })
export class Product extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(100))
  declare name: string;

  @AllowNull(false)
  @Column(DataType.DECIMAL(10, 2))
  declare price: string;
}
