import 'reflect-metadata';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, EntityKey } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';

/** Classes with soft deletes, and classes that refer to them. */

@Table({ tableName: 'shifts', paranoid: true })
export class Shift extends BaseDomain {
  @ForeignKey(() => Vet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare vetId: EntityId;
}

@Table({ tableName: 'vet_skills', timestamps: false })
export class VetSkill extends Model {
  @ForeignKey(() => Vet)
  @Column(DataType.BIGINT)
  declare vetId: EntityId;

  @ForeignKey(() => Skill)
  @Column(DataType.BIGINT)
  declare skillId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'skills', paranoid: true })
export class Skill extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;
}

@AggregateRoot
@Table({ tableName: 'vets', paranoid: true })
export class Vet extends BaseDomain {
  @HasMany(() => Shift)
  declare shifts: Shift[];

  @BelongsToMany(
    () => Skill,
    () => VetSkill,
  )
  declare skills: Skill[];
}

/** Requires a vet, and is deleted softly itself. */
@AggregateRoot
@Table({ tableName: 'visits', paranoid: true })
export class Visit extends BaseDomain {
  @ForeignKey(() => Vet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare vetId: EntityId;

  @BelongsTo(() => Vet)
  declare vet: Ref<Vet>;
}

/** Has an optional vet with SET NULL, which the created schema also declares. */
@AggregateRoot
@Table({ tableName: 'referrals' })
export class Referral extends BaseDomain {
  @ForeignKey(() => Vet)
  @AllowNull
  @Column(DataType.BIGINT)
  declare vetId: EntityId | null;

  @BelongsTo(() => Vet)
  declare vet: Ref<Vet> | null;
}

export const surgery = [Shift, VetSkill, Skill, Vet, Visit, Referral];
