import { type EntityId, Searchable } from 'koaggregate';
import { Column, DataType, ForeignKey, Model, Table } from 'sequelize-typescript';
import { Specialty } from './specialty';
import { Vet } from './vet';

/** The join table of vets and specialties. `since` is included in the elements of both collections. */
@Table({ tableName: 'vet_specialties', timestamps: false })
export class VetSpecialty extends Model {
  @ForeignKey(() => Vet)
  @Column(DataType.BIGINT)
  declare vetId: EntityId;

  @ForeignKey(() => Specialty)
  @Column(DataType.BIGINT)
  declare specialtyId: EntityId;

  @Searchable
  @Column(DataType.DATEONLY)
  declare since: string | null;
}
