import 'reflect-metadata';
import {
  AfterFind,
  AllowNull,
  AutoIncrement,
  BeforeUpdate,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  HasOne,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Collection,
  EntityKey,
  Hidden,
  Large,
  One,
  Searchable,
  WriteOnly,
} from '../../../lib/metadata';
import type { Ref } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, PrimaryKeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Classes without a version, as tables that existed before often are. */

@AggregateRoot
@Table({ tableName: 'regions', timestamps: false })
export class Region extends Model {
  @Searchable @StringColumn(40) declare name: string | null;
}

@AggregateRoot
@Table({ tableName: 'depots', timestamps: false })
export class Depot extends Model {
  @PrimaryKey @AutoIncrement @Column(DataType.BIGINT) declare id: string;
  @EntityKey @AllowNull(false) @Column({ type: DataType.STRING(20), unique: true }) declare code: string;
  @Searchable @StringColumn(80) declare name: string | null;
  @Column(DataType.DECIMAL(10, 2)) declare rent: string | null;
  @Column(DataType.DOUBLE) declare area: number | null;
  @Column(DataType.BOOLEAN) declare isOpen: boolean | null;
  @Column(DataType.DATE(3)) declare openedAt: Date | null;
  @Column(DataType.JSON) declare hours: object | null;
  @Hidden @StringColumn(40) declare note: string | null;
  @WriteOnly @StringColumn(40) declare pin: string | null;
  @Large({ mediaType: 'application/pdf' }) @Column(DataType.BLOB('medium')) declare plan: Buffer | null;
  @KeyOf(() => Region, DataType.INTEGER) declare regionId: number | null;
  @BelongsTo(() => Region) declare region: Ref<Region> | null;
  @Collection({ replace: true, nested: true }) @HasMany(() => Bay, { onDelete: 'CASCADE' }) declare bays: Bay[];
  @One @HasOne(() => Sign, { onDelete: 'CASCADE' }) declare sign: Ref<Sign> | null;
  @BelongsToMany(() => Carrier, { through: () => Contract }) declare carriers: Carrier[];
  @BelongsToMany(() => Driver, { through: () => Shift }) declare drivers: Driver[];

  @Action({ value: 'close' })
  async close(): Promise<void> {
    await this.update({ isOpen: false });
  }
}

@Table({ tableName: 'bays', timestamps: false })
export class Bay extends Model {
  @RequiredString(20) declare label: string;
  @Default(0) @IntegerColumn declare height: number | null;
  @RequiredKeyOf(() => Depot) declare depotId: string;
  @HasMany(() => Crate, { onDelete: 'CASCADE' }) declare crates: Crate[];
}

/** Its text is changed by a hook. */
@Table({ tableName: 'crates', timestamps: false })
export class Crate extends Model {
  @RequiredString(20) declare text: string;
  @RequiredKeyOf(() => Bay, DataType.INTEGER) declare bayId: number;

  get shout(): string {
    return this.text.toUpperCase();
  }

  @BeforeUpdate
  static trim(crate: Crate): void {
    crate.text = crate.text.trim();
  }
}

@Table({ tableName: 'signs', timestamps: false })
export class Sign extends Model {
  @StringColumn(20) declare text: string | null;
  @ForeignKey(() => Depot) @AllowNull(false) @Column({ type: DataType.BIGINT, unique: true }) declare depotId: string;
}

@Table({ tableName: 'carriers', timestamps: false })
export class Carrier extends Model {
  @Searchable @RequiredString(20) declare name: string;
  @HasMany(() => Errand, { onDelete: 'CASCADE' }) declare errands: Errand[];
}

@Table({ tableName: 'errands', timestamps: false })
export class Errand extends Model {
  @RequiredString(20) declare text: string;
  @RequiredKeyOf(() => Carrier, DataType.INTEGER) declare carrierId: number;
}

@Table({ tableName: 'contracts', timestamps: false })
export class Contract extends Model {
  @PrimaryKeyOf(() => Depot) declare depotId: string;
  @PrimaryKeyOf(() => Carrier, DataType.INTEGER) declare carrierId: number;
  @IntegerColumn declare rate: number | null;
}

/** Its rows are read as instances, because of the hook. */
@Table({ tableName: 'drivers', timestamps: false })
export class Driver extends Model {
  @RequiredString(20) declare name: string;

  @AfterFind
  static seen(): void {}
}

@Table({ tableName: 'shifts', timestamps: false })
export class Shift extends Model {
  @PrimaryKeyOf(() => Depot) declare depotId: string;
  @PrimaryKeyOf(() => Driver, DataType.INTEGER) declare driverId: number;
  @IntegerColumn declare rate: number | null;
}

@AggregateRoot
@Table({ tableName: 'cranes', createdAt: false, updatedAt: false, deletedAt: 'deletedAt', paranoid: true })
export class Crane extends Model {
  @RequiredString(20) declare name: string;
  @Column(DataType.DATE(3)) declare deletedAt: Date | null;
}

export const depots = [Region, Depot, Bay, Crate, Sign, Carrier, Contract, Errand, Driver, Shift, Crane];
