import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { SecureMultiple } from 'koaggregate/security';
import { AllowNull, Column, DataType, Table } from 'sequelize-typescript';

@SecureMultiple([
  { method: 'POST', permissions: ['products.write'] },
  { method: 'PUT', permissions: ['products.write'] },
  { method: 'DELETE', permissions: ['products.write'] },
])
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
