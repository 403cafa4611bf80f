import 'reflect-metadata';
import { AllowNull, BelongsTo, BelongsToMany, HasMany, Model, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, EntityKey } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { JoinTable, KeyOf, RequiredKeyOf, RequiredString } from '../columns';

/** Classes with soft deletes, and classes that refer to them. */

@Table({ tableName: 'shifts', paranoid: true })
export class Shift extends BaseDomain {
  @RequiredKeyOf(() => Vet) declare vetId: EntityId;
}

@JoinTable('vet_skills', { vetId: () => Vet, skillId: () => Skill })
export class VetSkill extends Model {}

@AggregateRoot
@Table({ tableName: 'skills', paranoid: true })
export class Skill extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'vets', paranoid: true })
export class Vet extends BaseDomain {
  @HasMany(() => Shift) declare shifts: Shift[];
  @BelongsToMany(() => Skill, { through: () => VetSkill }) declare skills: Skill[];
}

/** Requires a vet, and is deleted softly itself. */
@AggregateRoot
@Table({ tableName: 'visits', paranoid: true })
export class Visit extends BaseDomain {
  @RequiredKeyOf(() => Vet) declare vetId: EntityId;
  @BelongsTo(() => Vet) declare vet: Ref<Vet>;
}

/** Has an optional vet with SET NULL, which the created schema also declares. */
@AggregateRoot
@Table({ tableName: 'referrals' })
export class Referral extends BaseDomain {
  @AllowNull @KeyOf(() => Vet) declare vetId: EntityId | null;
  @BelongsTo(() => Vet) declare vet: Ref<Vet> | null;
}

export const surgery = [Shift, VetSkill, Skill, Vet, Visit, Referral];
