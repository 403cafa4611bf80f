import {
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  Index,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';

/** A team and its players refer to each other, and a team to another team. */
@AggregateRoot
@Table({ tableName: 'teams' })
export class Team extends BaseDomain {
  @Unique
  @Column(DataType.STRING(40))
  declare name: string;

  @Searchable({ fullText: true })
  @Column(DataType.TEXT)
  declare history: string | null;

  @Column(DataType.DATE)
  declare checkedAt: Date | null;

  @ForeignKey(() => Player)
  @Column(DataType.BIGINT)
  declare captainId: EntityId | null;

  @BelongsTo(() => Player, 'captainId')
  declare captain: Player | null;

  @ForeignKey(() => Team)
  @Column(DataType.BIGINT)
  declare successorId: EntityId | null;

  @BelongsTo(() => Team, 'successorId')
  declare successor: Team | null;
}

@AggregateRoot
@Table({ tableName: 'players' })
export class Player extends BaseDomain {
  @Unique
  @Column(DataType.STRING(20))
  declare licence: string;

  @Index('players_by_shirt')
  @Column(DataType.INTEGER)
  declare shirt: number | null;

  @ForeignKey(() => Team)
  @Column(DataType.BIGINT)
  declare teamId: EntityId | null;

  @BelongsTo(() => Team, 'teamId')
  declare team: Team | null;

  @BelongsToMany(
    () => Cup,
    () => Award,
  )
  declare cups: Cup[];
}

@AggregateRoot
@Table({ tableName: 'cups' })
export class Cup extends BaseDomain {
  @Unique
  @Column(DataType.STRING(20))
  declare title: string;
}

@Table({ tableName: 'awards', timestamps: false })
export class Award extends Model {
  @ForeignKey(() => Player)
  @Column({ type: DataType.BIGINT, primaryKey: true })
  declare playerId: EntityId;

  @ForeignKey(() => Cup)
  @Column({ type: DataType.BIGINT, primaryKey: true })
  declare cupId: EntityId;
}

export const league = [Team, Player, Cup, Award];
