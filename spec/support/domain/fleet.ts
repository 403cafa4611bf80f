import 'reflect-metadata';
import { BelongsToMany, HasMany, Model, PrimaryKey, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, Collection, EntityKey, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { PrimaryKeyOf, RequiredInteger, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Collections that an array replaces, and children whose keys clients choose. */

@Table({ tableName: 'fleet_services' })
export class Service extends BaseDomain {
  @RequiredString(40) declare work: string;
  @RequiredKeyOf(() => Lorry) declare lorryId: EntityId;
}

@Table({ tableName: 'fleet_lorries' })
export class Lorry extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare plate: string;
  @Searchable @RequiredInteger declare wheels: number;
  @RequiredKeyOf(() => Fleet) declare fleetId: EntityId;
  @Collection({ replace: true }) @HasMany(() => Service) declare services: Service[];
}

@Table({ tableName: 'fleet_drivers' })
export class Driver extends Model {
  @PrimaryKey @StringColumn(10) declare badge: string;
  @RequiredString(40) declare name: string;
  @RequiredKeyOf(() => Fleet) declare fleetId: EntityId;
}

@Table({ tableName: 'fleet_incidents' })
export class Incident extends BaseDomain {
  @RequiredString(40) declare text: string;
  @RequiredKeyOf(() => Fleet) declare fleetId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'fleet_depots' })
export class Depot extends BaseDomain {
  @RequiredString(40) declare town: string;
}

@Table({ tableName: 'fleet_depot_links' })
export class FleetDepot extends Model {
  @PrimaryKeyOf(() => Fleet) declare fleetId: EntityId;
  @PrimaryKeyOf(() => Depot) declare depotId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'fleets' })
export class Fleet extends BaseDomain {
  @RequiredString(40) declare name: string;
  @Collection({ replace: true }) @HasMany(() => Lorry) declare lorries: Lorry[];
  @HasMany(() => Driver) declare drivers: Driver[];

  /** Records that are never changed or deleted. */
  @Collection({ replace: true, update: false, delete: false }) @HasMany(() => Incident) declare incidents: Incident[];
  @Collection({ replace: true }) @BelongsToMany(() => Depot, { through: () => FleetDepot }) declare depots: Depot[];
}

export const fleet = [Fleet, Lorry, Service, Driver, Incident, Depot, FleetDepot];
