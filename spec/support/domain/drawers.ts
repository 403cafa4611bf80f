import 'reflect-metadata';
import {
  AllowNull,
  BeforeRestore,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  HasOne,
  Model,
  Table,
} from 'sequelize-typescript';
import { ConflictException } from '../../../lib/core';
import { AggregateRoot, Collection, Hidden, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';

/** A drawer with folders and their sheets, all of which are deleted softly, and what refers to them. */

@Table({ tableName: 'sheets', paranoid: true })
export class Sheet extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare text: string | null;

  @Hidden
  @Column(DataType.STRING(40))
  declare secret: string | null;

  @ForeignKey(() => Folder)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare folderId: EntityId;
}

@Table({ tableName: 'folders', paranoid: true })
export class Folder extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare title: string;

  @ForeignKey(() => Drawer)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare drawerId: EntityId;

  /** May be missing at the time of a restore, since no foreign key in the database protects it. */
  @ForeignKey(() => Colour)
  @Column(DataType.BIGINT)
  declare colourId: EntityId | null;

  @BelongsTo(() => Colour, { constraints: false })
  declare colour: Ref<Colour> | null;

  @HasMany(() => Sheet)
  declare sheets: Sheet[];
}

@AggregateRoot
@Table({ tableName: 'colours' })
export class Colour extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;
}

@Table({ tableName: 'drawer_decals', timestamps: false })
export class DrawerDecal extends Model {
  @ForeignKey(() => Drawer)
  @Column(DataType.BIGINT)
  declare drawerId: EntityId;

  @ForeignKey(() => Decal)
  @Column(DataType.BIGINT)
  declare decalId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'decals', paranoid: true })
export class Decal extends BaseDomain {
  @Column(DataType.STRING(20))
  declare name: string | null;

  /** A field with the name of the parameter `deleted`. */
  @Searchable
  @Column(DataType.BOOLEAN)
  declare deleted: boolean | null;
}

@AggregateRoot
@Table({ tableName: 'drawers', paranoid: true })
export class Drawer extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(40))
  declare name: string | null;

  @HasMany(() => Folder)
  declare folders: Folder[];

  @HasOne(() => Plate)
  declare plate: Plate | null;

  @BelongsToMany(
    () => Decal,
    () => DrawerDecal,
  )
  declare decals: Decal[];
}

/** The single plate of a drawer, beside deleted ones. */
@Table({ tableName: 'plates', paranoid: true })
export class Plate extends BaseDomain {
  @Searchable
  @Column(DataType.STRING(20))
  declare text: string | null;

  @ForeignKey(() => Drawer)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare drawerId: EntityId;

  @HasMany(() => Screw)
  declare screws: Screw[];
}

@Table({ tableName: 'screws', paranoid: true })
export class Screw extends BaseDomain {
  @ForeignKey(() => Plate)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare plateId: EntityId;
}

/** Requires a drawer, and has a hook of restores. */
@AggregateRoot
@Table({ tableName: 'keys', paranoid: true })
export class Key extends BaseDomain {
  @Column(DataType.INTEGER)
  declare restored: number | null;

  @ForeignKey(() => Drawer)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare drawerId: EntityId;

  @BelongsTo(() => Drawer)
  declare drawer: Ref<Drawer>;

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
  @Column(DataType.STRING(20))
  declare name: string | null;

  @Collection({ delete: false })
  @HasMany(() => Bolt)
  declare bolts: Bolt[];
}

@Table({ tableName: 'bolts', paranoid: true })
export class Bolt extends BaseDomain {
  @ForeignKey(() => Lock)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare lockId: EntityId;
}

export const drawers = [Drawer, Plate, Screw, Folder, Sheet, Colour, Decal, DrawerDecal, Key, Lock, Bolt];
