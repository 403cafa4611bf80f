import type { EntityId } from 'koaggregate';
import { Column, DataType, ForeignKey, Model, Table } from 'sequelize-typescript';
import { Specialty } from './specialty';
import { Vet } from './vet';

/** Ties vets to specialties; it is in no answer. */
@Table({ tableName: 'vet_specialties', timestamps: false })
export class VetSpecialty extends Model {
  @ForeignKey(() => Vet)
  @Column(DataType.BIGINT)
  declare vetId: EntityId;

  @ForeignKey(() => Specialty)
  @Column(DataType.BIGINT)
  declare specialtyId: EntityId;
}
