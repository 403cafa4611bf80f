import 'reflect-metadata';
import {
  AllowNull,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, EntityKey, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';

/** Collections that an array replaces, and children whose keys clients choose. */

@Table({ tableName: 'fleet_services' })
export class Service extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare work: string;

  @ForeignKey(() => Lorry)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare lorryId: EntityId;
}

@Table({ tableName: 'fleet_lorries' })
export class Lorry extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare plate: string;

  @Searchable
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare wheels: number;

  @ForeignKey(() => Fleet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare fleetId: EntityId;

  @Collection({ replace: true })
  @HasMany(() => Service)
  declare services: Service[];
}

@Table({ tableName: 'fleet_drivers' })
export class Driver extends Model {
  @PrimaryKey
  @Column(DataType.STRING(10))
  declare badge: string;

  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare name: string;

  @ForeignKey(() => Fleet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare fleetId: EntityId;
}

@Table({ tableName: 'fleet_incidents' })
export class Incident extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare text: string;

  @ForeignKey(() => Fleet)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare fleetId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'fleet_depots' })
export class Depot extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare town: string;
}

@Table({ tableName: 'fleet_depot_links' })
export class FleetDepot extends Model {
  @ForeignKey(() => Fleet)
  @PrimaryKey
  @Column(DataType.BIGINT)
  declare fleetId: EntityId;

  @ForeignKey(() => Depot)
  @PrimaryKey
  @Column(DataType.BIGINT)
  declare depotId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'fleets' })
export class Fleet extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare name: string;

  @Collection({ replace: true })
  @HasMany(() => Lorry)
  declare lorries: Lorry[];

  @HasMany(() => Driver)
  declare drivers: Driver[];

  /** Records that are never changed or deleted. */
  @Collection({ replace: true, update: false, delete: false })
  @HasMany(() => Incident)
  declare incidents: Incident[];

  @Collection({ replace: true })
  @BelongsToMany(
    () => Depot,
    () => FleetDepot,
  )
  declare depots: Depot[];
}

export const fleet = [Fleet, Lorry, Service, Driver, Incident, Depot, FleetDepot];
