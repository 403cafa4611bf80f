import 'reflect-metadata';
import Joi from 'joi';
import { AllowNull, BelongsToMany, Column, DataType, Default, IsIn, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection, Constraint, Duration, Hidden, ReadOnly, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, PrimaryKeyOf, RequiredString, StringColumn } from '../columns';

/** Join tables with columns of their own. */

@Table({ tableName: 'press_book_authors' })
export class BookAuthor extends Model {
  @PrimaryKeyOf(() => Book) declare bookId: EntityId;
  @PrimaryKeyOf(() => Author) declare authorId: EntityId;
  @Searchable @IsIn([['author', 'translator', 'artist']]) @RequiredString(20) declare role: string;
  @Searchable @Constraint(Joi.number().min(1)) @IntegerColumn declare sortPosition: number | null;
  @Column(DataType.DECIMAL(5, 2)) declare share: string | null;
  @Hidden @StringColumn(20) declare contractNumber: string | null;
  @ReadOnly @Default('open') @StringColumn(20) declare state: string;
}

@AggregateRoot
@Table({ tableName: 'press_authors' })
export class Author extends BaseDomain {
  @Searchable @RequiredString(40) declare name: string;
  @BelongsToMany(() => Book, { through: () => BookAuthor }) declare books: Book[];
}

@Table({ tableName: 'press_book_shops' })
export class BookShop extends BaseDomain {
  @KeyOf(() => Book) declare bookId: EntityId;
  @KeyOf(() => Shop) declare shopId: EntityId;
  @Searchable @IntegerColumn declare copies: number | null;
  @Searchable @Duration('seconds') @Column(DataType.BIGINT) declare delivery: number | null;
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
  @Searchable @RequiredString(40) declare title: string;
  @Collection({ replace: true }) @BelongsToMany(() => Author, { through: () => BookAuthor }) declare authors: Author[];
  @BelongsToMany(() => Shop, { through: () => BookShop }) declare shops: Shop[];
}

export const press = [Book, Author, BookAuthor, Shop, BookShop];
