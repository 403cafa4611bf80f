import { BelongsTo, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId } from '../../../../lib';

@Table
export class Visit extends BaseDomain {
  @ForeignKey(() => Patient)
  @Column(DataType.BIGINT)
  declare patientId: EntityId;

  /** Without `Ref`, the type is read before the class below is defined. */
  @BelongsTo(() => Patient)
  declare patient: Patient;
}

@AggregateRoot
@Table
export class Patient extends BaseDomain {}
