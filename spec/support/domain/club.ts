import { BelongsTo, BelongsToMany, Column, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, type EntityId, Hidden, type Ref, Searchable } from '../../../lib';
import { Secure, SecureMultiple } from '../../../lib/security';
import { IntegerColumn, KeyOf } from '../columns';

/** A permission for each method: `city.get`, `city.post`, `city.put`, `city.delete`. */
const each = (name: string) =>
  SecureMultiple(
    (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => ({
      method,
      permissions: [`${name}.${method.toLowerCase()}`],
    })),
  );

@each('city')
@AggregateRoot
@Table({ tableName: 'cities' })
export class City extends BaseDomain {
  @Searchable @Column declare name: string;
}

/** Linked with clubs, and also a root. */
@each('sponsor')
@AggregateRoot
@Table({ tableName: 'sponsors' })
export class Sponsor extends BaseDomain {
  @Searchable @Column declare name: string;
}

@Table({ tableName: 'club_sponsors' })
export class ClubSponsor extends BaseDomain {
  @KeyOf(() => Club) declare clubId: EntityId;
  @KeyOf(() => Sponsor) declare sponsorId: EntityId;
}

@Table({ tableName: 'players' })
export class Player extends BaseDomain {
  @Searchable @Column declare name: string;
  @KeyOf(() => Team) declare teamId: EntityId;
}

@Table({ tableName: 'teams' })
export class Team extends BaseDomain {
  @Searchable @Column declare name: string;
  @KeyOf(() => Club) declare clubId: EntityId;
  @each('players') @HasMany(() => Player) declare players: Player[];
}

/** Every member has a permission for every method, so that each route requires several permissions. */
@each('club')
@AggregateRoot
@Table({ tableName: 'clubs' })
export class Club extends BaseDomain {
  @Searchable @Column declare name: string;

  @SecureMultiple([
    { method: 'GET', permissions: ['budget.read'] },
    { method: 'PUT', permissions: ['budget.write'] },
    { method: 'POST', permissions: ['budget.write'] },
  ])
  @Searchable
  @IntegerColumn
  declare budget: number;

  @Hidden @Column declare secret: string;
  @KeyOf(() => City) declare cityId: EntityId;
  @BelongsTo(() => City) declare city: Ref<City>;
  @each('teams') @HasMany(() => Team) declare teams: Team[];
  @each('sponsors') @BelongsToMany(() => Sponsor, { through: () => ClubSponsor }) declare sponsors: Sponsor[];

  /** Without permissions of its own: it requires those of a PUT on the club. */
  @Action({ value: 'rename' })
  rename(name: string): void {
    this.name = name;
  }

  @Secure({ permissions: ['club.close'] })
  @Action({ value: 'close' })
  close(): void {
    this.name = 'closed';
  }

  @Secure({ method: 'PUT', permissions: ['team.promote', 'club.vote'] })
  @Action({ value: 'promote', path: 'teams' })
  promote(team: Team): void {
    team.name = 'promoted';
  }
}

export const CLUB = [City, Sponsor, ClubSponsor, Player, Team, Club];
