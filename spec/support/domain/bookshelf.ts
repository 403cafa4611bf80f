import 'reflect-metadata';
import {
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  HasMany,
  HasOne,
  Index,
  Min,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, EntityKey, ReadOnly } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { Scope } from '../../../lib/security';
import { IntegerColumn, KeyOf, PrimaryKeyOf, RequiredInteger, RequiredString, StringColumn } from '../columns';

/** Rows of the house `secret` are hidden from a principal with a name. */
@Scope((principal) => (principal ? { house: principal.name } : undefined))
@AggregateRoot
@Table({ tableName: 'shelf_publishers' })
export class Publisher extends BaseDomain {
  @StringColumn(20) declare house: string | null;
}

@Table({ tableName: 'shelf_notes' })
export class Note extends BaseDomain {
  @KeyOf(() => Chapter) declare chapterId: EntityId;
  @RequiredString(20) declare text: string;
  @KeyOf(() => Publisher) declare publisherId: EntityId | null;
  @BelongsTo(() => Publisher, 'publisherId') declare publisher: Ref<Publisher> | null;
}

@Table({ tableName: 'shelf_chapters' })
export class Chapter extends BaseDomain {
  @Index({ name: 'one_position', unique: true }) @KeyOf(() => Book) declare bookId: EntityId;
  @Index({ name: 'one_position', unique: true }) @IntegerColumn declare position: number | null;
  @StringColumn(20) declare title: string | null;
  /** The validator is a function, so that it runs when the row is written. */
  @Column({
    type: DataType.INTEGER,
    validate: {
      isEven(pages: number) {
        if (pages % 2 === 1) throw new Error('must be even');
      },
    },
  })
  declare pages: number | null;
  @ReadOnly @StringColumn(20) declare slug: string | null;
  @KeyOf(() => Publisher) declare publisherId: EntityId | null;
  @BelongsTo(() => Publisher, 'publisherId') declare publisher: Ref<Publisher> | null;
  @HasMany(() => Note, 'chapterId') declare notes: Note[];
}

/** Clients choose its key. Its rank is unique, and never null. */
@Table({ tableName: 'shelf_plates' })
export class Plate extends BaseDomain {
  @KeyOf(() => Book) declare bookId: EntityId;
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @Unique @RequiredInteger declare rank: number;
  @KeyOf(() => Publisher) declare publisherId: EntityId | null;
  @BelongsTo(() => Publisher, 'publisherId') declare publisher: Ref<Publisher> | null;
}

@Table({ tableName: 'shelf_covers' })
export class Cover extends BaseDomain {
  @KeyOf(() => Book) declare bookId: EntityId;
  @Min(1) @IntegerColumn declare width: number | null;
  @ReadOnly @StringColumn(20) declare maker: string | null;
  @KeyOf(() => Publisher) declare publisherId: EntityId | null;
  @BelongsTo(() => Publisher, 'publisherId') declare publisher: Ref<Publisher> | null;
}

@AggregateRoot
@Table({ tableName: 'shelf_labels' })
export class Label extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@Table({ tableName: 'shelf_book_labels', timestamps: false })
export class BookLabel extends Model {
  @PrimaryKeyOf(() => Book) declare bookId: EntityId;
  @PrimaryKeyOf(() => Label) declare labelId: EntityId;
  @RequiredString(10) declare reason: string;
}

@AggregateRoot
@Table({ tableName: 'shelf_books' })
export class Book extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @Unique @StringColumn(20) declare isbn: string | null;
  @KeyOf(() => Publisher) declare publisherId: EntityId | null;
  @KeyOf(() => Publisher) declare printerId: EntityId | null;
  @BelongsTo(() => Publisher, 'publisherId') declare publisher: Ref<Publisher> | null;
  @BelongsTo(() => Publisher, 'printerId') declare printer: Ref<Publisher> | null;
  @HasMany(() => Chapter, 'bookId') declare chapters: Chapter[];
  @Collection({ replace: true }) @HasMany(() => Plate, 'bookId') declare plates: Plate[];
  @HasOne(() => Cover, 'bookId') declare cover: Cover | null;
  @BelongsToMany(() => Label, { through: () => BookLabel, foreignKey: 'bookId', otherKey: 'labelId' })
  declare labels: Label[];

  @Action({ value: 'hand_over' })
  handOver(to: Publisher, from: Publisher, copies: number): string {
    return `${to.id} ${from.id} ${copies}`;
  }
}

export const bookshelf = [Publisher, Note, Chapter, Plate, Cover, Label, BookLabel, Book];
