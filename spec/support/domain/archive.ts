import 'reflect-metadata';
import { col, fn, Op, where } from 'sequelize';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  Default,
  DefaultScope,
  HasMany,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, EntityKey, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { KeyOf, Required, RequiredKeyOf, RequiredString } from '../columns';

/** Classes with a default scope, in each form that a condition may have. */

/** With an expression. */
@DefaultScope(() => ({ where: where(fn('lower', col('state')), 'live') }))
@Table({ tableName: 'pages' })
export class Page extends BaseDomain {
  @Searchable @RequiredString(40) declare text: string;
  @Default('Live') @RequiredString(10) declare state: string;
  @RequiredKeyOf(() => Folder) declare folderId: EntityId;
}

@Table({ tableName: 'folder_stickers', timestamps: false, defaultScope: { where: { isVisible: true } } })
export class FolderSticker extends Model {
  @KeyOf(() => Folder) declare folderId: EntityId;
  @KeyOf(() => Sticker) declare stickerId: EntityId;
  @Default(true) @Column(DataType.BOOLEAN) declare isVisible: boolean;
}

/** With the value of a column. */
@DefaultScope(() => ({ where: { isArchived: false } }))
@AggregateRoot
@Table({ tableName: 'stickers' })
export class Sticker extends BaseDomain {
  @EntityKey @Unique @RequiredString(40) declare name: string;
  @Default(false) @Required(DataType.BOOLEAN) declare isArchived: boolean;
}

/** Refers to folders, and has no default scope itself. */
@AggregateRoot
@Table({ tableName: 'clips' })
export class Clip extends BaseDomain {
  @RequiredKeyOf(() => Folder) declare folderId: EntityId;
  @BelongsTo(() => Folder) declare folder: Ref<Folder>;
}

/** With an operator, and a column of another name. */
@DefaultScope(() => ({ where: { [Op.or]: [{ isArchived: false }, { title: 'pinned' }] } }))
@AggregateRoot
@Table({ tableName: 'folders' })
export class Folder extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;

  @Searchable
  @Default(false)
  @AllowNull(false)
  @Column({ type: DataType.BOOLEAN, field: 'is_put_away' })
  declare isArchived: boolean;

  @HasMany(() => Page) declare pages: Page[];
  @HasMany(() => Clip) declare clips: Clip[];
  @BelongsToMany(() => Sticker, { through: () => FolderSticker }) declare stickers: Sticker[];
  @Collection({ nested: false }) @HasMany(() => Subfolder) declare subfolders: Subfolder[];
}

@Table({ tableName: 'subfolders' })
export class Subfolder extends BaseDomain {
  @RequiredKeyOf(() => Folder) declare folderId: EntityId;
}

export const archive = [Page, FolderSticker, Sticker, Clip, Folder, Subfolder];
