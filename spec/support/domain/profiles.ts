import 'reflect-metadata';
import Joi from 'joi';
import { BelongsToMany, Column, DataType, Default, HasMany, HasOne, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, Constraint, ReadOnly, WriteOnly } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { KeyOf, Required, RequiredKeyOf, StringColumn } from '../columns';

/** JSON columns wherever a payload reaches: in roots, children of every kind, and a join table. */

@Table({ tableName: 'profile_notes' })
export class ProfileNote extends BaseDomain {
  @Column(DataType.JSON) declare data: unknown;
  @RequiredKeyOf(() => Profile) declare profileId: EntityId;
}

@Table({ tableName: 'profile_cards' })
export class ProfileCard extends BaseDomain {
  @StringColumn(20) declare label: string | null;
  @Column(DataType.JSON) declare data: unknown;
  @RequiredKeyOf(() => Profile) declare profileId: EntityId;
}

/** A collection whose elements an array may not change. */
@Table({ tableName: 'profile_seals' })
export class ProfileSeal extends BaseDomain {
  @Column(DataType.JSON) declare data: unknown;
  @RequiredKeyOf(() => Profile) declare profileId: EntityId;
}

@Table({ tableName: 'profile_passports' })
export class ProfilePassport extends BaseDomain {
  @Column(DataType.JSON) declare data: unknown;
  @RequiredKeyOf(() => Profile) declare profileId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'badges' })
export class Badge extends BaseDomain {
  @Column(DataType.JSON) declare data: unknown;
}

@Table({ tableName: 'profile_badges' })
export class ProfileBadge extends BaseDomain {
  @Column(DataType.JSON) declare detail: unknown;
  @KeyOf(() => Profile) declare profileId: EntityId;
  @KeyOf(() => Badge) declare badgeId: EntityId;
}

const CONTACT = Joi.object({
  phone: Joi.string().max(10),
  address: Joi.object({ city: Joi.string().required(), street: Joi.string() }),
  tags: Joi.array().items(Joi.string()).max(3),
});

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'profiles' })
export class Profile extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @Constraint(CONTACT) @Column(DataType.JSON) declare contact: object | null;
  @Column(DataType.JSON) declare data: unknown;
  @Default({ a: 1 }) @Required(DataType.JSON) declare required: unknown;
  @ReadOnly @Default({ from: 'code', by: 'us' }) @Column(DataType.JSON) declare origin: unknown;

  @WriteOnly
  @Constraint(Joi.object({ user: Joi.string(), password: Joi.string() }).and('user', 'password'))
  @Column(DataType.JSON)
  declare login: object | null;

  @HasMany(() => ProfileNote) declare notes: ProfileNote[];
  @Collection({ replace: true }) @HasMany(() => ProfileCard) declare cards: ProfileCard[];
  @Collection({ replace: true, update: false }) @HasMany(() => ProfileSeal) declare seals: ProfileSeal[];
  @HasOne(() => ProfilePassport) declare passport: ProfilePassport | null;
  @Collection({ replace: true }) @BelongsToMany(() => Badge, { through: () => ProfileBadge }) declare badges: Badge[];

  @Action({ value: 'rename' })
  rename(name: string): void {
    this.name = name;
  }
}

export const profiles = [Profile, Badge, ProfileBadge, ProfileNote, ProfileCard, ProfileSeal, ProfilePassport];
