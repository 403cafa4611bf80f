import 'reflect-metadata';
import {
  BeforeRestore,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  HasMany,
  HasOne,
  Model,
  Table,
} from 'sequelize-typescript';
import { ConflictException } from '../../../lib/core';
import { AggregateRoot, Collection, Hidden, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, JoinTable, KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** A drawer with folders and their sheets, all of which are deleted softly, and what refers to them. */

@Table({ tableName: 'sheets', paranoid: true })
export class Sheet extends BaseDomain {
  @Searchable @StringColumn(40) declare text: string | null;
  @Hidden @StringColumn(40) declare secret: string | null;
  @RequiredKeyOf(() => Folder) declare folderId: EntityId;
}

@Table({ tableName: 'folders', paranoid: true })
export class Folder extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;
  @RequiredKeyOf(() => Drawer) declare drawerId: EntityId;

  /** May be missing at the time of a restore, since no foreign key in the database protects it. */
  @KeyOf(() => Colour) declare colourId: EntityId | null;
  @BelongsTo(() => Colour, { constraints: false }) declare colour: Ref<Colour> | null;
  @HasMany(() => Sheet) declare sheets: Sheet[];
}

@AggregateRoot
@Table({ tableName: 'colours' })
export class Colour extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@JoinTable('drawer_decals', { drawerId: () => Drawer, decalId: () => Decal })
export class DrawerDecal extends Model {}

@AggregateRoot
@Table({ tableName: 'decals', paranoid: true })
export class Decal extends BaseDomain {
  @StringColumn(20) declare name: string | null;

  /** A field with the name of the parameter `deleted`. */
  @Searchable @Column(DataType.BOOLEAN) declare deleted: boolean | null;
}

@AggregateRoot
@Table({ tableName: 'drawers', paranoid: true })
export class Drawer extends BaseDomain {
  @Searchable @StringColumn(40) declare name: string | null;
  @HasMany(() => Folder) declare folders: Folder[];
  @HasOne(() => Plate) declare plate: Plate | null;
  @BelongsToMany(() => Decal, { through: () => DrawerDecal }) declare decals: Decal[];
}

/** The single plate of a drawer, beside deleted ones. */
@Table({ tableName: 'plates', paranoid: true })
export class Plate extends BaseDomain {
  @Searchable @StringColumn(20) declare text: string | null;
  @RequiredKeyOf(() => Drawer) declare drawerId: EntityId;
  @HasMany(() => Screw) declare screws: Screw[];
}

@Table({ tableName: 'screws', paranoid: true })
export class Screw extends BaseDomain {
  @RequiredKeyOf(() => Plate) declare plateId: EntityId;
}

/** Requires a drawer, and has a hook of restores. */
@AggregateRoot
@Table({ tableName: 'keys', paranoid: true })
export class Key extends BaseDomain {
  @IntegerColumn declare restored: number | null;
  @RequiredKeyOf(() => Drawer) declare drawerId: EntityId;
  @BelongsTo(() => Drawer) declare drawer: Ref<Drawer>;

  @BeforeRestore
  static countRestores(key: Key): void {
    if (key.restored === 9) throw new ConflictException('The key is lost.');
    key.restored = (key.restored ?? 0) + 1;
  }
}

/** Deleted softly, without a delete route. */
@AggregateRoot({ delete: false })
@Table({ tableName: 'locks', paranoid: true })
export class Lock extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @Collection({ delete: false }) @HasMany(() => Bolt) declare bolts: Bolt[];
}

@Table({ tableName: 'bolts', paranoid: true })
export class Bolt extends BaseDomain {
  @RequiredKeyOf(() => Lock) declare lockId: EntityId;
}

export const drawers = [Drawer, Plate, Screw, Folder, Sheet, Colour, Decal, DrawerDecal, Key, Lock, Bolt];
