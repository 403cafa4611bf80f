import {
  AllowNull,
  BelongsToMany,
  Column,
  DataType,
  ForeignKey,
  HasMany,
  HasOne,
  Model,
  Table,
} from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, Hidden, Large, One } from '../../../lib';

/** Collections and single children without `read`, with every kind of route below them. */

@Table({ tableName: 'remarks', paranoid: true })
export class Remark extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare text: string;

  @Large
  @Column(DataType.TEXT)
  declare scan: string | null;

  @ForeignKey(() => Post)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare postId: EntityId;
}

@Table({ tableName: 'covers' })
export class Cover extends BaseDomain {
  @Column(DataType.STRING(50))
  declare colour: string | null;

  @ForeignKey(() => Post)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare postId: EntityId;

  @ForeignKey(() => Person)
  @Column(DataType.BIGINT)
  declare personId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'posts' })
export class Post extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare title: string;

  @Large
  @Column(DataType.TEXT)
  declare scan: string | null;

  @HasMany(() => Remark, { onDelete: 'CASCADE' })
  declare remarks: Remark[];

  @HasOne(() => Cover, { onDelete: 'CASCADE' })
  declare cover: Cover | null;
}

@Table({ tableName: 'person_favs', timestamps: false })
export class PersonFav extends Model {
  @ForeignKey(() => Person)
  @Column(DataType.BIGINT)
  declare personId: EntityId;

  @ForeignKey(() => Post)
  @Column(DataType.BIGINT)
  declare postId: EntityId;
}

@Table({ tableName: 'badge_lines', paranoid: true })
export class BadgeLine extends BaseDomain {
  @Column(DataType.STRING(50))
  declare text: string | null;

  @ForeignKey(() => Badge)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare badgeId: EntityId;
}

@Table({ tableName: 'badges' })
export class Badge extends BaseDomain {
  @Column(DataType.STRING(50))
  declare motto: string | null;

  @ForeignKey(() => Person)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare personId: EntityId;

  @HasMany(() => BadgeLine, { onDelete: 'CASCADE' })
  declare lines: BadgeLine[];
}

@AggregateRoot
@Table({ tableName: 'people' })
export class Person extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare name: string;

  @Hidden
  @Collection({ create: false, read: false, update: false, delete: false, nested: false })
  @BelongsToMany(
    () => Post,
    () => PersonFav,
  )
  declare favs: Post[];

  @One({ read: false })
  @HasOne(() => Badge, { onDelete: 'CASCADE' })
  declare badge: Badge | null;

  @Action({ value: 'pin', path: 'favs' })
  pin(post: Post): string {
    return `${this.name} pins ${post.title}`;
  }

  @Action({ value: 'quote', path: 'favs.remarks' })
  quote(remark: Remark): string {
    return `${this.name} quotes ${remark.text}`;
  }
}

export const favourites = [Remark, Cover, Post, PersonFav, BadgeLine, Badge, Person];
