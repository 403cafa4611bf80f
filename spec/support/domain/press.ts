import 'reflect-metadata';
import Joi from 'joi';
import {
  AllowNull,
  BelongsToMany,
  Column,
  DataType,
  Default,
  ForeignKey,
  IsIn,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, Collection, Constraint, Duration, Hidden, ReadOnly, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';

/** Join tables with columns of their own. */

@Table({ tableName: 'press_book_authors' })
export class BookAuthor extends Model {
  @ForeignKey(() => Book)
  @PrimaryKey
  @Column(DataType.BIGINT)
  declare bookId: EntityId;

  @ForeignKey(() => Author)
  @PrimaryKey
  @Column(DataType.BIGINT)
  declare authorId: EntityId;

  @Searchable
  @IsIn([['author', 'translator', 'artist']])
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare role: string;

  @Searchable
  @Constraint(Joi.number().min(1))
  @Column(DataType.INTEGER)
  declare sortPosition: number | null;

  @Column(DataType.DECIMAL(5, 2))
  declare share: string | null;

  @Hidden
  @Column(DataType.STRING(20))
  declare contractNumber: string | null;

  @ReadOnly
  @Default('open')
  @Column(DataType.STRING(20))
  declare state: string;
}

@AggregateRoot
@Table({ tableName: 'press_authors' })
export class Author extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare name: string;

  @BelongsToMany(
    () => Book,
    () => BookAuthor,
  )
  declare books: Book[];
}

@Table({ tableName: 'press_book_shops' })
export class BookShop extends BaseDomain {
  @ForeignKey(() => Book)
  @Column(DataType.BIGINT)
  declare bookId: EntityId;

  @ForeignKey(() => Shop)
  @Column(DataType.BIGINT)
  declare shopId: EntityId;

  @Searchable
  @Column(DataType.INTEGER)
  declare copies: number | null;

  @Searchable
  @Duration('seconds')
  @Column(DataType.BIGINT)
  declare delivery: number | null;
}

/** A class with hooks of reads. */
@AggregateRoot
@Table({ tableName: 'press_shops' })
export class Shop extends BaseDomain {
  @AllowNull(false)
  @Column({
    type: DataType.STRING(40),
    get(this: Shop) {
      return String(this.getDataValue('town')).toUpperCase();
    },
  })
  declare town: string;
}

@AggregateRoot
@Table({ tableName: 'press_books' })
export class Book extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare title: string;

  @Collection({ replace: true })
  @BelongsToMany(
    () => Author,
    () => BookAuthor,
  )
  declare authors: Author[];

  @BelongsToMany(
    () => Shop,
    () => BookShop,
  )
  declare shops: Shop[];
}

export const press = [Book, Author, BookAuthor, Shop, BookShop];
