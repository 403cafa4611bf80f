import 'reflect-metadata';
import {
  AllowNull,
  BelongsTo,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  Model,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, EntityKey, Hidden, ReadOnly } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';

/** Collections of every exposure, embedded ones, entity keys and getters. */

@Table({ tableName: 'chapters' })
export class Chapter extends BaseDomain {
  @AllowNull(false)
  @Column({ type: DataType.STRING(50), get: upperCase })
  declare title: string;

  @Column(DataType.INTEGER)
  declare pages: number | null;

  @ForeignKey(() => Book)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare bookId: EntityId;
}

@Table({ tableName: 'notes' })
export class Note extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare text: string;

  @ForeignKey(() => Book)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare bookId: EntityId;

  @BelongsTo(() => Book)
  declare book: Ref<Book>;
}

@AggregateRoot({ read: false })
@Table({ tableName: 'vendors' })
export class Vendor extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare discount: string;
}

@Table({ tableName: 'reader_friends', timestamps: false })
export class ReaderFriend extends Model {
  @ForeignKey(() => Reader)
  @Column(DataType.BIGINT)
  declare readerId: EntityId;

  @ForeignKey(() => Reader)
  @Column(DataType.BIGINT)
  declare friendId: EntityId;
}

/** Many-to-many with the same class. */
@AggregateRoot
@Table({ tableName: 'readers' })
export class Reader extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @HasMany(() => Loan)
  declare loans: Loan[];

  @BelongsToMany(
    () => Reader,
    () => ReaderFriend,
    'readerId',
    'friendId',
  )
  declare friends: Reader[];
}

@Table({ tableName: 'loans' })
export class Loan extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(13))
  declare isbn: string;

  @ForeignKey(() => Reader)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare readerId: EntityId;
}

@Table({ tableName: 'books', indexes: [{ unique: true, fields: ['isbn'], name: 'books_by_isbn' }] })
export class Book extends BaseDomain {
  @EntityKey
  @AllowNull(false)
  @Column(DataType.STRING(13))
  declare isbn: string;

  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare title: string;

  @ReadOnly
  @Column(DataType.INTEGER)
  declare rank: number | null;

  @ForeignKey(() => Shelf)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare shelfId: EntityId;

  @BelongsTo(() => Shelf)
  declare shelf: Ref<Shelf>;

  @ForeignKey(() => Vendor)
  @Column(DataType.BIGINT)
  declare vendorId: EntityId | null;

  @BelongsTo(() => Vendor)
  declare vendor: Ref<Vendor> | null;

  @Collection({ embed: true })
  @HasMany(() => Chapter)
  declare chapters: Chapter[];

  @Collection({ read: false })
  @HasMany(() => Note, 'bookId')
  declare notes: Note[];

  @Hidden
  @HasMany(() => Note, 'bookId')
  declare secrets: Note[];
}

@AggregateRoot
@Table({ tableName: 'shelves' })
export class Shelf extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @Collection({ embed: true })
  @HasMany(() => Book)
  declare books: Book[];

  @Collection({ nested: false })
  @HasMany(() => Lamp)
  declare lamps: Lamp[];
}

@Table({ tableName: 'lamps' })
export class Lamp extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare watts: number;

  @ForeignKey(() => Shelf)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare shelfId: EntityId;
}

export const library = [Chapter, Note, Vendor, ReaderFriend, Reader, Loan, Book, Shelf, Lamp];

function upperCase(this: BaseDomain): string {
  return String(this.getDataValue('title')).toUpperCase();
}
