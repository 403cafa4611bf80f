import { type EntityId, Searchable } from 'koaggregate';
import { Column, DataType, ForeignKey, Model, Table } from 'sequelize-typescript';
import { Specialty } from './specialty';
import { Vet } from './vet';

/** Ties vets to specialties. Since when, stands in the elements of both collections, and is not known of every vet. */
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
