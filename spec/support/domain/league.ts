import { BelongsTo, BelongsToMany, Column, DataType, Index, Model, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, PrimaryKeyOf, StringColumn } from '../columns';

/** A team and its players refer to each other, and a team to another team. */
@AggregateRoot
@Table({ tableName: 'teams' })
export class Team extends BaseDomain {
  @Unique @StringColumn(40) declare name: string;
  @Searchable({ fullText: true }) @Column(DataType.TEXT) declare history: string | null;
  @Column(DataType.DATE) declare checkedAt: Date | null;
  @KeyOf(() => Player) declare captainId: EntityId | null;
  @BelongsTo(() => Player, 'captainId') declare captain: Player | null;
  @KeyOf(() => Team) declare successorId: EntityId | null;
  @BelongsTo(() => Team, 'successorId') declare successor: Team | null;
}

@AggregateRoot
@Table({ tableName: 'players' })
export class Player extends BaseDomain {
  @Unique @StringColumn(20) declare licence: string;
  @Index('players_by_shirt') @IntegerColumn declare shirt: number | null;
  @KeyOf(() => Team) declare teamId: EntityId | null;
  @BelongsTo(() => Team, 'teamId') declare team: Team | null;
  @BelongsToMany(() => Cup, { through: () => Award }) declare cups: Cup[];
}

@AggregateRoot
@Table({ tableName: 'cups' })
export class Cup extends BaseDomain {
  @Unique @StringColumn(20) declare title: string;
}

@Table({ tableName: 'awards', timestamps: false })
export class Award extends Model {
  @PrimaryKeyOf(() => Player) declare playerId: EntityId;
  @PrimaryKeyOf(() => Cup) declare cupId: EntityId;
}

export const league = [Team, Player, Cup, Award];
