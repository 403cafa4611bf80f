import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, NotEmpty, Table, Unique } from 'sequelize-typescript';

/** What kind of animal a pet is. One that has pets cannot be deleted. */
@AggregateRoot
@Table({ tableName: 'pet_types' })
export class PetType extends BaseDomain {
  @Searchable
  @NotEmpty
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(80))
  declare name: string;
}
