import { BaseDomain, Collection, type EntityId } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { Booking } from './booking';
import { Project } from './project';

@Table({ tableName: 'tasks', paranoid: true })
export class Task extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare title: string;

  @ForeignKey(() => Project)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare projectId: EntityId;

  @Collection({ replace: true })
  @HasMany(() => Booking)
  declare bookings: Booking[];
}
