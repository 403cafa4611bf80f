import { BaseDomain, type EntityId } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { Project } from './project';

/** Hours that are reserved for unplanned work. */
@Table({ tableName: 'reserves', paranoid: true })
export class Reserve extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare hours: number;

  @ForeignKey(() => Project)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare projectId: EntityId;
}
