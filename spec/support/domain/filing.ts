import { BelongsToMany, Column, DataType, HasMany, HasOne, Model, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, EntityKey } from '../../../lib';
import { Public, Secure, SecureMultiple } from '../../../lib/security';
import { KeyOf, PrimaryKeyOf, RequiredString, StringColumn } from '../columns';

/** A permission for each method: `folder.get`, `folder.post`, `folder.put`, `folder.delete`. */
const each = (name: string, methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[]) =>
  SecureMultiple(methods.map((method) => ({ method, permissions: [`${name}.${method.toLowerCase()}`] })));

@Table({ tableName: 'filing_notes', paranoid: true })
export class Note extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Page) declare pageId: EntityId | null;
  @KeyOf(() => Task) declare taskId: EntityId | null;
}

@Table({ tableName: 'filing_pages', paranoid: true })
export class Page extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @Column(DataType.BLOB('long')) declare scan: Buffer | null;
  @KeyOf(() => Folder) declare folderId: EntityId;
  @HasMany(() => Note) declare notes: Note[];
}

@Table({ tableName: 'filing_sheets' })
export class Sheet extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @KeyOf(() => Folder) declare folderId: EntityId;
}

@Table({ tableName: 'filing_summaries' })
export class Summary extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Folder) declare folderId: EntityId;
}

/** Its collection has an entry for POST. */
@Table({ tableName: 'filing_memos' })
export class Memo extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Folder) declare folderId: EntityId;
}

/** Has an entry for PUT itself. */
@Secure({ method: 'PUT', permissions: ['task.put'] })
@Table({ tableName: 'filing_tasks' })
export class Task extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Folder) declare folderId: EntityId;
  @HasMany(() => Note) declare notes: Note[];
}

/** A root with entries of its own, which folders link. */
@each('label', ['GET', 'POST', 'PUT', 'DELETE'])
@AggregateRoot
@Table({ tableName: 'filing_labels' })
export class Label extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

/** A root without `@Secure`, which folders link, by keys that clients choose. */
@AggregateRoot
@Table({ tableName: 'filing_stamps' })
export class Stamp extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @StringColumn(20) declare motif: string | null;
  @HasMany(() => Mark) declare marks: Mark[];

  @Action({ value: 'void' })
  void(): void {
    this.motif = 'void';
  }
}

@Table({ tableName: 'filing_marks' })
export class Mark extends BaseDomain {
  @KeyOf(() => Stamp) declare stampId: EntityId;
}

/** A public root that is also in a collection of folders. */
@Public()
@AggregateRoot
@Table({ tableName: 'filing_ribbons' })
export class Ribbon extends BaseDomain {
  @StringColumn(20) declare colour: string | null;
  @KeyOf(() => Folder) declare folderId: EntityId | null;
  @HasMany(() => Knot) declare knots: Knot[];
}

@Table({ tableName: 'filing_knots' })
export class Knot extends BaseDomain {
  @KeyOf(() => Ribbon) declare ribbonId: EntityId;
}

@Table({ tableName: 'filing_folder_labels' })
export class FolderLabel extends Model {
  @PrimaryKeyOf(() => Folder) declare folderId: EntityId;
  @PrimaryKeyOf(() => Label) declare labelId: EntityId;
}

@Table({ tableName: 'filing_folder_stamps' })
export class FolderStamp extends Model {
  @PrimaryKeyOf(() => Folder) declare folderId: EntityId;
  @PrimaryKeyOf(() => Stamp) declare stampId: EntityId;
}

/** Every method of the root has an entry; most of its collections have none. */
@each('folder', ['GET', 'POST', 'PUT', 'DELETE'])
@AggregateRoot
@Table({ tableName: 'filing_folders' })
export class Folder extends BaseDomain {
  @StringColumn(20) declare name: string | null;
  @HasMany(() => Page) declare pages: Page[];
  @Collection({ replace: true }) @HasMany(() => Sheet) declare sheets: Sheet[];
  @HasOne(() => Summary) declare summary: Summary | null;
  @Secure({ method: 'POST', permissions: ['memo.post'] }) @HasMany(() => Memo) declare memos: Memo[];
  @HasMany(() => Task) declare tasks: Task[];
  @HasMany(() => Ribbon) declare ribbons: Ribbon[];
  @BelongsToMany(() => Label, { through: () => FolderLabel }) declare labels: Label[];
  @BelongsToMany(() => Stamp, { through: () => FolderStamp }) declare stamps: Stamp[];
}

/** Everybody may read it and make wishes. */
@each('board', ['POST', 'PUT', 'DELETE'])
@AggregateRoot
@Table({ tableName: 'filing_boards' })
export class Board extends BaseDomain {
  @Public() @HasMany(() => Wish) declare wishes: Wish[];
  @HasMany(() => Poster) declare posters: Poster[];
}

@Table({ tableName: 'filing_wishes' })
export class Wish extends BaseDomain {
  @KeyOf(() => Board) declare boardId: EntityId;
}

@Table({ tableName: 'filing_posters' })
export class Poster extends BaseDomain {
  @KeyOf(() => Board) declare boardId: EntityId;
}

export const FILING = [
  ...[Folder, Page, Note, Sheet, Summary, Memo, Task, Label, FolderLabel, Stamp, Mark, FolderStamp],
  ...[Ribbon, Knot, Board, Wish, Poster],
];
