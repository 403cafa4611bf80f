import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';
import { AllowNull, BelongsToMany, Column, DataType, NotEmpty, Table, Unique } from 'sequelize-typescript';
import { Vet } from './vet';
import { VetSpecialty } from './vet-specialty';

/** A field of veterinary medicine, with its vets. */
@AggregateRoot
@Table({ tableName: 'specialties' })
export class Specialty extends BaseDomain {
  @Searchable
  @NotEmpty
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(80))
  declare name: string;

  @BelongsToMany(
    () => Vet,
    () => VetSpecialty,
  )
  declare vets: Vet[];
}
