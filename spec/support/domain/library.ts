import 'reflect-metadata';
import { AllowNull, BelongsTo, BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection, EntityKey, Hidden, ReadOnly } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, JoinTable, KeyOf, RequiredInteger, RequiredKeyOf, RequiredString } from '../columns';

/** Collections of every exposure, embedded ones, entity keys and getters. */

@Table({ tableName: 'chapters' })
export class Chapter extends BaseDomain {
  @AllowNull(false) @Column({ type: DataType.STRING(50), get: upperCase }) declare title: string;
  @IntegerColumn declare pages: number | null;
  @RequiredKeyOf(() => Book) declare bookId: EntityId;
}

@Table({ tableName: 'notes' })
export class Note extends BaseDomain {
  @RequiredString(50) declare text: string;
  @RequiredKeyOf(() => Book) declare bookId: EntityId;
  @BelongsTo(() => Book) declare book: Ref<Book>;
}

@AggregateRoot({ read: false })
@Table({ tableName: 'vendors' })
export class Vendor extends BaseDomain {
  @RequiredString(20) declare discount: string;
}

@JoinTable('reader_friends', { readerId: () => Reader, friendId: () => Reader })
export class ReaderFriend extends Model {}

/** Many-to-many with the same class. */
@AggregateRoot
@Table({ tableName: 'readers' })
export class Reader extends BaseDomain {
  @RequiredString(20) declare name: string;
  @HasMany(() => Loan) declare loans: Loan[];

  @BelongsToMany(() => Reader, { through: () => ReaderFriend, foreignKey: 'readerId', otherKey: 'friendId' })
  declare friends: Reader[];
}

@Table({ tableName: 'loans' })
export class Loan extends BaseDomain {
  @RequiredString(13) declare isbn: string;
  @RequiredKeyOf(() => Reader) declare readerId: EntityId;
}

@Table({ tableName: 'books', indexes: [{ unique: true, fields: ['isbn'], name: 'books_by_isbn' }] })
export class Book extends BaseDomain {
  @EntityKey @RequiredString(13) declare isbn: string;
  @RequiredString(50) declare title: string;
  @ReadOnly @IntegerColumn declare rank: number | null;
  @RequiredKeyOf(() => Shelf) declare shelfId: EntityId;
  @BelongsTo(() => Shelf) declare shelf: Ref<Shelf>;
  @KeyOf(() => Vendor) declare vendorId: EntityId | null;
  @BelongsTo(() => Vendor) declare vendor: Ref<Vendor> | null;
  @Collection({ embed: true }) @HasMany(() => Chapter) declare chapters: Chapter[];
  @Collection({ read: false }) @HasMany(() => Note, 'bookId') declare notes: Note[];
  @Hidden @HasMany(() => Note, 'bookId') declare secrets: Note[];
}

@AggregateRoot
@Table({ tableName: 'shelves' })
export class Shelf extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Collection({ embed: true }) @HasMany(() => Book) declare books: Book[];
  @Collection({ nested: false }) @HasMany(() => Lamp) declare lamps: Lamp[];
}

@Table({ tableName: 'lamps' })
export class Lamp extends BaseDomain {
  @RequiredInteger declare watts: number;
  @RequiredKeyOf(() => Shelf) declare shelfId: EntityId;
}

export const library = [Chapter, Note, Vendor, ReaderFriend, Reader, Loan, Book, Shelf, Lamp];

function upperCase(this: BaseDomain): string {
  return String(this.getDataValue('title')).toUpperCase();
}
