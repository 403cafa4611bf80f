import { BaseDomain, type EntityId } from 'koaggregate';
import { AllowNull, Column, DataType, ForeignKey, Table } from 'sequelize-typescript';
import { Task } from './task';

@Table({ tableName: 'bookings', paranoid: true })
export class Booking extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare hours: number;

  @ForeignKey(() => Task)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare taskId: EntityId;
}
