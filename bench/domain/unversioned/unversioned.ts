import type { EntityId } from 'koaggregate';
import { AutoIncrement, Column, CreatedAt, DataType, Model, PrimaryKey, UpdatedAt } from 'sequelize-typescript';

/** The columns of `BaseDomain` without the version. */
export abstract class Unversioned extends Model {
  @PrimaryKey
  @AutoIncrement
  @Column(DataType.BIGINT)
  declare id: EntityId;

  @CreatedAt
  @Column(DataType.DATE(3))
  declare createdAt: Date;

  @UpdatedAt
  @Column(DataType.DATE(3))
  declare updatedAt: Date;
}
