import { BelongsToMany, Column, DataType, HasMany, HasOne, Model, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, Hidden, Large, One } from '../../../lib';
import { JoinTable, KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Collections and single children without `read`, with every kind of route below them. */

@Table({ tableName: 'remarks', paranoid: true })
export class Remark extends BaseDomain {
  @RequiredString(50) declare text: string;
  @Large @Column(DataType.TEXT) declare scan: string | null;
  @RequiredKeyOf(() => Post) declare postId: EntityId;
}

@Table({ tableName: 'covers' })
export class Cover extends BaseDomain {
  @StringColumn(50) declare colour: string | null;
  @RequiredKeyOf(() => Post) declare postId: EntityId;
  @KeyOf(() => Person) declare personId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'posts' })
export class Post extends BaseDomain {
  @RequiredString(50) declare title: string;
  @Large @Column(DataType.TEXT) declare scan: string | null;
  @HasMany(() => Remark, { onDelete: 'CASCADE' }) declare remarks: Remark[];
  @HasOne(() => Cover, { onDelete: 'CASCADE' }) declare cover: Cover | null;
}

@JoinTable('person_favs', { personId: () => Person, postId: () => Post })
export class PersonFav extends Model {}

@Table({ tableName: 'badge_lines', paranoid: true })
export class BadgeLine extends BaseDomain {
  @StringColumn(50) declare text: string | null;
  @RequiredKeyOf(() => Badge) declare badgeId: EntityId;
}

@Table({ tableName: 'badges' })
export class Badge extends BaseDomain {
  @StringColumn(50) declare motto: string | null;
  @RequiredKeyOf(() => Person) declare personId: EntityId;
  @HasMany(() => BadgeLine, { onDelete: 'CASCADE' }) declare lines: BadgeLine[];
}

@AggregateRoot
@Table({ tableName: 'people' })
export class Person extends BaseDomain {
  @RequiredString(50) declare name: string;

  @Hidden
  @Collection({ create: false, read: false, update: false, delete: false, nested: false })
  @BelongsToMany(() => Post, { through: () => PersonFav })
  declare favs: Post[];

  @One({ read: false }) @HasOne(() => Badge, { onDelete: 'CASCADE' }) declare badge: Badge | null;

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
