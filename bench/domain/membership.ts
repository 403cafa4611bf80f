import type { EntityId } from 'koaggregate';
import { Column, DataType, ForeignKey, Model, Table } from 'sequelize-typescript';
import { Member } from './member';
import { Project } from './project';

@Table({ tableName: 'memberships', timestamps: false })
export class Membership extends Model {
  @ForeignKey(() => Project)
  @Column(DataType.BIGINT)
  declare projectId: EntityId;

  @ForeignKey(() => Member)
  @Column(DataType.BIGINT)
  declare memberId: EntityId;
}
