import 'reflect-metadata';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
  Unique,
} from 'sequelize-typescript';
import {
  AggregateRoot,
  Collection,
  Computed,
  Duration,
  EntityKey,
  Hidden,
  ReadOnly,
  Searchable,
  WriteOnly,
} from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';

/** Features that the shop lacks: unusual names, every column type, diamonds, inheritance, keys of every kind. */

/** Abstract: its columns belong to the tables of its subclasses. */
export abstract class Named extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @Column(DataType.STRING(10))
  declare nickName: string | null;
}

@Table({ tableName: 'references', timestamps: false })
export class Membership extends Model {
  @ForeignKey(() => Person)
  @Column(DataType.BIGINT)
  declare personId: EntityId;

  @ForeignKey(() => Group)
  @Column(DataType.BIGINT)
  declare groupId: EntityId;
}

/** An irregular plural, composite names, a self-association, and many-to-many from both ends. */
@AggregateRoot
@Table({ tableName: 'people' })
export class Person extends Named {
  @Column(DataType.STRING(30))
  declare address1: string | null;

  @Unique
  @Column(DataType.STRING)
  declare customerURL: string | null;

  @WriteOnly
  @Column(DataType.STRING(40))
  declare oauth2Token: string | null;

  @ForeignKey(() => Person)
  @Column(DataType.BIGINT)
  declare mentorId: EntityId | null;

  @BelongsTo(() => Person, 'mentorId')
  declare mentor: Ref<Person> | null;

  @Collection({ cascade: true })
  @HasMany(() => Person, 'mentorId')
  declare mentees: Person[];

  @BelongsToMany(
    () => Group,
    () => Membership,
  )
  declare groups: Group[];
}

/** Reserved words as names of the table and its columns; an entity key that is not the primary key. */
@AggregateRoot
@Table({ tableName: 'group' })
export class Group extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(16))
  declare key: string;

  @Column(DataType.INTEGER)
  declare order: number | null;

  @Column(DataType.STRING(10))
  declare select: string | null;

  @AllowNull(false)
  @Default(false)
  @Column(DataType.BOOLEAN)
  declare group: boolean;

  @Column(DataType.DATEONLY)
  declare from: string | null;

  @Hidden
  @Default('hush')
  @Column(DataType.STRING(10))
  declare having: string | null;

  @BelongsToMany(
    () => Person,
    () => Membership,
  )
  declare members: Person[];
}

/** Below a shelf, a crate, both or neither. */
@Table({ tableName: 'boxes' })
export class Box extends BaseDomain {
  @EntityKey
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(8))
  declare serial: string;

  @Column(DataType.TINYINT.UNSIGNED)
  declare weight: number | null;

  @ForeignKey(() => Shelf)
  @Column(DataType.BIGINT)
  declare shelfId: EntityId | null;

  @ForeignKey(() => Crate)
  @Column(DataType.BIGINT)
  declare crateId: EntityId | null;
}

@Table({ tableName: 'shelves', indexes: [{ name: 'shelf_label', unique: true, fields: ['warehouseId', 'label'] }] })
export class Shelf extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(5))
  declare label: string;

  @ForeignKey(() => Warehouse)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare warehouseId: EntityId;

  @HasMany(() => Box)
  declare boxes: Box[];
}

@Table({ tableName: 'crates' })
export class Crate extends BaseDomain {
  @Column(DataType.DECIMAL(6, 3))
  declare volume: string | null;

  @ForeignKey(() => Warehouse)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare warehouseId: EntityId;

  @HasMany(() => Box)
  declare boxes: Box[];
}

@AggregateRoot({ update: false })
@Table({ tableName: 'visits' })
export class Visit extends Named {
  @ForeignKey(() => Warehouse)
  @Column(DataType.BIGINT)
  declare warehouseId: EntityId | null;

  @BelongsTo(() => Warehouse)
  declare warehouse: Ref<Warehouse> | null;
}

/** Two paths to a box, and roots that are deleted with it. */
@AggregateRoot
@Table({ tableName: 'warehouses' })
export class Warehouse extends Named {
  @HasMany(() => Shelf)
  declare shelves: Shelf[];

  @Collection({ nested: false })
  @HasMany(() => Crate)
  declare crates: Crate[];

  @Collection({ cascade: true, delete: false })
  @HasMany(() => Visit)
  declare visits: Visit[];
}

@AggregateRoot
@Table({ tableName: 'vehicles' })
export class Vehicle extends Named {
  @Column(DataType.SMALLINT)
  declare wheels: number | null;

  @Computed({ from: ['name', 'wheels'] })
  get label(): string {
    return `${this.name} on ${this.wheels ?? 'no'} wheels`;
  }

  @Computed({ from: ['nickName'], type: DataType.STRING(10) })
  get alias(): string | null {
    return this.nickName;
  }

  set alias(alias: string | null) {
    this.nickName = alias;
  }
}

/** Inherits the columns of a class with its own table. */
@AggregateRoot({ name: 'lorries' })
@Table({ tableName: 'trucks' })
export class Truck extends Vehicle {
  @Column(DataType.FLOAT)
  declare load: number | null;

  @ReadOnly
  @Default(7)
  @Column(DataType.INTEGER)
  declare rating: number;
}

@Table({ tableName: 'notes', timestamps: false })
export class Note extends Model {
  @PrimaryKey
  @Column(DataType.INTEGER)
  declare number: number;

  @AllowNull(false)
  @Column(DataType.TEXT('tiny'))
  declare text: string;

  @ForeignKey(() => Ticket)
  @AllowNull(false)
  @Column(DataType.UUID)
  declare ticketUuid: string;
}

/** Keys that clients set, and no version. */
@AggregateRoot
@Table({ tableName: 'tickets' })
export class Ticket extends Model {
  @PrimaryKey
  @Column(DataType.UUID)
  declare uuid: string;

  @Column(DataType.STRING(10))
  declare title: string | null;

  @HasMany(() => Note)
  declare notes: Note[];
}

/** A column of every type. */
@AggregateRoot
@Table({ tableName: 'analyses' })
export class Analysis extends BaseDomain {
  @Searchable
  @Column(DataType.TINYINT)
  declare tiny: number | null;

  @Searchable
  @Column(DataType.MEDIUMINT.UNSIGNED)
  declare medium: number | null;

  @Searchable
  @Column(DataType.INTEGER.UNSIGNED)
  declare int: number | null;

  @Searchable
  @Column(DataType.BIGINT)
  declare big: EntityId | null;

  @Searchable
  @Duration('seconds')
  @Column(DataType.INTEGER)
  declare span: number | null;

  @Searchable
  @Duration('milliseconds')
  @Column(DataType.BIGINT)
  declare lapse: number | string | null;

  @Searchable
  @Column(DataType.DECIMAL(15, 4))
  declare decimal: string | null;

  @Searchable
  @Column(DataType.DECIMAL(5, 2).UNSIGNED)
  declare money: string | null;

  @Searchable
  @Column(DataType.DECIMAL(10, 0))
  declare whole: string | null;

  @Searchable
  @Column(DataType.FLOAT)
  declare single: number | null;

  @Searchable
  @Column(DataType.DOUBLE)
  declare double: number | null;

  @Searchable
  @Column(DataType.BOOLEAN)
  declare flag: boolean | null;

  @Searchable
  @Column(DataType.DATE)
  declare second: Date | null;

  @Searchable
  @Column(DataType.DATE(3))
  declare milli: Date | null;

  @Searchable
  @Column(DataType.DATE(6))
  declare micro: Date | null;

  @Searchable
  @Column(DataType.DATEONLY)
  declare day: string | null;

  @Searchable
  @Column(DataType.TIME)
  declare time: string | null;

  @Searchable
  @AllowNull(false)
  @Default('a')
  @Column(DataType.ENUM('a', 'A b', 'ä', "it's", ''))
  declare kind: string;

  @Searchable
  @Column(DataType.UUID)
  declare uuid: string | null;

  @Column(DataType.JSON)
  declare json: unknown;

  @Searchable
  @Column(DataType.CHAR(4))
  declare fixed: string | null;

  @Searchable
  @Column(DataType.STRING(5))
  declare short: string | null;

  @Searchable
  @Column(DataType.TEXT)
  declare long: string | null;

  @Searchable
  @Column(DataType.TEXT('tiny'))
  declare tinyText: string | null;
}

export const unusualModels = [
  Membership,
  Person,
  Group,
  Box,
  Shelf,
  Crate,
  Visit,
  Warehouse,
  Vehicle,
  Truck,
  Note,
  Ticket,
  Analysis,
];
