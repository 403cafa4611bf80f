import { AggregateRoot, BaseDomain } from 'koaggregate';
import { AllowNull, BelongsToMany, Column, DataType, Table } from 'sequelize-typescript';
import { Membership } from './membership';
import { Project } from './project';

/** A root that shares its projects with them. */
@AggregateRoot
@Table({ tableName: 'members' })
export class Member extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare name: string;

  @BelongsToMany(
    () => Project,
    () => Membership,
  )
  declare projects: Project[];
}
