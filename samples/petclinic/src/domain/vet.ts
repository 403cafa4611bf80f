import { AggregateRoot, BaseDomain, Computed, Searchable } from 'koaggregate';
import { AllowNull, BelongsToMany, Column, DataType, NotEmpty, Table } from 'sequelize-typescript';
import { Specialty } from './specialty';
import { VetSpecialty } from './vet-specialty';

/** A veterinarian of the clinic. */
@AggregateRoot
@Table({ tableName: 'vets', indexes: [{ fields: ['lastName'] }] })
export class Vet extends BaseDomain {
  @Searchable
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(30))
  declare firstName: string;

  @Searchable
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(30))
  declare lastName: string;

  /** The full name. */
  @Computed({ from: ['firstName', 'lastName'] })
  get name(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  @BelongsToMany(
    () => Specialty,
    () => VetSpecialty,
  )
  declare specialties: Specialty[];
}
