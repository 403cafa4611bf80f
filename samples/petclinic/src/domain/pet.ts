import { BaseDomain, type EntityId, type Ref, Searchable } from 'koaggregate';
import { AllowNull, BelongsTo, Column, DataType, ForeignKey, HasMany, Is, NotEmpty, Table } from 'sequelize-typescript';
import { notInFuture } from './not-in-future';
import { Owner } from './owner';
import { PetType } from './pet-type';
import { Visit } from './visit';

/** A pet, which is deleted with its owner. */
@Table({ tableName: 'pets', paranoid: true, indexes: [{ fields: ['name'] }] })
export class Pet extends BaseDomain {
  @Searchable
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(30))
  declare name: string;

  @Searchable
  @Is(notInFuture)
  @AllowNull(false)
  @Column(DataType.DATEONLY)
  declare birthDate: string;

  @ForeignKey(() => PetType)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare typeId: EntityId;

  @BelongsTo(() => PetType)
  declare type: Ref<PetType>;

  @ForeignKey(() => Owner)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare ownerId: EntityId;

  @HasMany(() => Visit)
  declare visits: Visit[];
}
