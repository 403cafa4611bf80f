import 'reflect-metadata';
import {
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
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
import { IntegerColumn, JoinTable, KeyOf, Required, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Features that the shop lacks: unusual names, every column type, diamonds, inheritance, keys of every kind. */

/** Abstract: its columns belong to the tables of its subclasses. */
export abstract class Named extends BaseDomain {
  @Searchable @RequiredString(20) declare name: string;
  @StringColumn(10) declare nickName: string | null;
}

@JoinTable('references', { personId: () => Person, groupId: () => Group })
export class Membership extends Model {}

/** An irregular plural, composite names, a self-association, and many-to-many from both ends. */
@AggregateRoot
@Table({ tableName: 'people' })
export class Person extends Named {
  @StringColumn(30) declare address1: string | null;
  @Unique @Column(DataType.STRING) declare customerURL: string | null;
  @WriteOnly @StringColumn(40) declare oauth2Token: string | null;
  @KeyOf(() => Person) declare mentorId: EntityId | null;
  @BelongsTo(() => Person, 'mentorId') declare mentor: Ref<Person> | null;
  @Collection({ cascade: true }) @HasMany(() => Person, 'mentorId') declare mentees: Person[];
  @BelongsToMany(() => Group, { through: () => Membership }) declare groups: Group[];
}

/** Reserved words as names of the table and its columns; an entity key that is not the primary key. */
@AggregateRoot
@Table({ tableName: 'group' })
export class Group extends BaseDomain {
  @EntityKey @Unique @RequiredString(16) declare key: string;
  @IntegerColumn declare order: number | null;
  @StringColumn(10) declare select: string | null;
  @Default(false) @Required(DataType.BOOLEAN) declare group: boolean;
  @Column(DataType.DATEONLY) declare from: string | null;
  @Hidden @Default('hush') @StringColumn(10) declare having: string | null;
  @BelongsToMany(() => Person, { through: () => Membership }) declare members: Person[];
}

/** Below a shelf, a crate, both or neither. */
@Table({ tableName: 'boxes' })
export class Box extends BaseDomain {
  @EntityKey @Unique @RequiredString(8) declare serial: string;
  @Column(DataType.TINYINT.UNSIGNED) declare weight: number | null;
  @KeyOf(() => Shelf) declare shelfId: EntityId | null;
  @KeyOf(() => Crate) declare crateId: EntityId | null;
}

@Table({ tableName: 'shelves', indexes: [{ name: 'shelf_label', unique: true, fields: ['warehouseId', 'label'] }] })
export class Shelf extends BaseDomain {
  @RequiredString(5) declare label: string;
  @RequiredKeyOf(() => Warehouse) declare warehouseId: EntityId;
  @HasMany(() => Box) declare boxes: Box[];
}

@Table({ tableName: 'crates' })
export class Crate extends BaseDomain {
  @Column(DataType.DECIMAL(6, 3)) declare volume: string | null;
  @RequiredKeyOf(() => Warehouse) declare warehouseId: EntityId;
  @HasMany(() => Box) declare boxes: Box[];
}

@AggregateRoot({ update: false })
@Table({ tableName: 'visits' })
export class Visit extends Named {
  @KeyOf(() => Warehouse) declare warehouseId: EntityId | null;
  @BelongsTo(() => Warehouse) declare warehouse: Ref<Warehouse> | null;
}

/** Two paths to a box, and roots that are deleted with it. */
@AggregateRoot
@Table({ tableName: 'warehouses' })
export class Warehouse extends Named {
  @HasMany(() => Shelf) declare shelves: Shelf[];
  @Collection({ nested: false }) @HasMany(() => Crate) declare crates: Crate[];
  @Collection({ cascade: true, delete: false }) @HasMany(() => Visit) declare visits: Visit[];
}

@AggregateRoot
@Table({ tableName: 'vehicles' })
export class Vehicle extends Named {
  @Column(DataType.SMALLINT) declare wheels: number | null;

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
  @Column(DataType.FLOAT) declare load: number | null;
  @ReadOnly @Default(7) @IntegerColumn declare rating: number;
}

@Table({ tableName: 'notes', timestamps: false })
export class Note extends Model {
  @PrimaryKey @IntegerColumn declare number: number;
  @Required(DataType.TEXT('tiny')) declare text: string;
  @RequiredKeyOf(() => Ticket, DataType.UUID) declare ticketUuid: string;
}

/** Keys that clients set, and no version. */
@AggregateRoot
@Table({ tableName: 'tickets' })
export class Ticket extends Model {
  @PrimaryKey @Column(DataType.UUID) declare uuid: string;
  @StringColumn(10) declare title: string | null;
  @HasMany(() => Note) declare notes: Note[];
}

/** A column of every type. */
@AggregateRoot
@Table({ tableName: 'analyses' })
export class Analysis extends BaseDomain {
  @Searchable @Column(DataType.TINYINT) declare tiny: number | null;
  @Searchable @Column(DataType.MEDIUMINT.UNSIGNED) declare medium: number | null;
  @Searchable @Column(DataType.INTEGER.UNSIGNED) declare int: number | null;
  @Searchable @Column(DataType.BIGINT) declare big: EntityId | null;
  @Searchable @Duration('seconds') @IntegerColumn declare span: number | null;
  @Searchable @Duration('milliseconds') @Column(DataType.BIGINT) declare lapse: number | string | null;
  @Searchable @Column(DataType.DECIMAL(15, 4)) declare decimal: string | null;
  @Searchable @Column(DataType.DECIMAL(5, 2).UNSIGNED) declare money: string | null;
  @Searchable @Column(DataType.DECIMAL(10, 0)) declare whole: string | null;
  @Searchable @Column(DataType.FLOAT) declare single: number | null;
  @Searchable @Column(DataType.DOUBLE) declare double: number | null;
  @Searchable @Column(DataType.BOOLEAN) declare flag: boolean | null;
  @Searchable @Column(DataType.DATE) declare second: Date | null;
  @Searchable @Column(DataType.DATE(3)) declare milli: Date | null;
  @Searchable @Column(DataType.DATE(6)) declare micro: Date | null;
  @Searchable @Column(DataType.DATEONLY) declare day: string | null;
  @Searchable @Column(DataType.TIME) declare time: string | null;
  @Searchable @Default('a') @Required(DataType.ENUM('a', 'A b', 'ä', "it's", '')) declare kind: string;
  @Searchable @Column(DataType.UUID) declare uuid: string | null;
  @Column(DataType.JSON) declare json: unknown;
  @Searchable @Column(DataType.CHAR(4)) declare fixed: string | null;
  @Searchable @StringColumn(5) declare short: string | null;
  @Searchable @Column(DataType.TEXT) declare long: string | null;
  @Searchable @Column(DataType.TEXT('tiny')) declare tinyText: string | null;
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
