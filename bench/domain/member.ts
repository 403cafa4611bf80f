import { AggregateRoot, BaseDomain } from 'koaggregate';
import { AllowNull, BelongsToMany, Column, DataType, Table } from 'sequelize-typescript';
import { Membership } from './membership';
import { Project } from './project';

/** A root whose projects are also a root, in a many-to-many association. */
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
