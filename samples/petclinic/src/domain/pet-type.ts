import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, NotEmpty, Table, Unique } from 'sequelize-typescript';

/** A kind of animal. It cannot be deleted while a pet refers to it. */
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
