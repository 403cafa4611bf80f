import { BaseDomain, Duration, type EntityId, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, NotEmpty, Table } from 'sequelize-typescript';
import { Pet } from './pet';

/** An appointment of a pet, in the past or the future. */
@Table({ tableName: 'visits', paranoid: true })
export class Visit extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.DATEONLY)
  declare date: string;

  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(255))
  declare description: string;

  /** In seconds; an ISO 8601 duration in JSON: `PT15M`. */
  @Duration('seconds')
  @Column(DataType.INTEGER)
  declare length: number | null;

  @ForeignKey(() => Pet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare petId: EntityId;
}
