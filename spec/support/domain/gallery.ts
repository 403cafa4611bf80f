import 'reflect-metadata';
import { BelongsTo, BelongsToMany, Column, DataType, HasMany, Model, PrimaryKey, Table } from 'sequelize-typescript';
import { AggregateRoot, Hidden, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { Required, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Associations with a scope: one table of comments, and one of links, for both videos and images. */

/** A comment of a video or of an image, which is also a root. */
@AggregateRoot
@Table({ tableName: 'comments' })
export class Comment extends BaseDomain {
  @Searchable @RequiredString(40) declare text: string;
  @Required(DataType.ENUM('video', 'image')) declare ownerType: string;
  @Required(DataType.BIGINT) declare ownerId: EntityId;
  @BelongsTo(() => Video, { foreignKey: 'ownerId', constraints: false }) declare video: Ref<Video> | null;
  @BelongsTo(() => Image, { foreignKey: 'ownerId', constraints: false }) declare image: Ref<Image> | null;
}

/** Two collections of one class, distinguished by a column that no payload sets. */
@Table({ tableName: 'captions' })
export class Caption extends BaseDomain {
  @Searchable @RequiredString(40) declare text: string;
  @Hidden @RequiredString(10) declare language: string;
  @RequiredKeyOf(() => Video) declare videoId: EntityId;
}

@Table({ tableName: 'markings', timestamps: false })
export class Marking extends Model {
  @PrimaryKey @Column(DataType.BIGINT) declare markedId: EntityId;
  @PrimaryKey @StringColumn(10) declare markedType: string;
  @PrimaryKey @Column(DataType.BIGINT) declare markId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'marks' })
export class Mark extends BaseDomain {
  @Searchable @RequiredString(40) declare name: string;
  @RequiredString(10) declare kind: string;
}

/** The comments of one kind of owner. The database cannot constrain such a foreign key. */
const commented = (ownerType: string) => ({ foreignKey: 'ownerId', constraints: false, scope: { ownerType } });

/** The links of one kind of owner, to marks of one kind. */
const marked = (markedType: string, kind: string) => ({
  through: { model: () => Marking, unique: false, scope: { markedType } },
  foreignKey: 'markedId',
  otherKey: 'markId',
  constraints: false,
  scope: { kind },
});

@AggregateRoot
@Table({ tableName: 'videos' })
export class Video extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;
  @HasMany(() => Comment, { ...commented('video'), onDelete: 'CASCADE' }) declare comments: Comment[];
  @HasMany(() => Caption, { foreignKey: 'videoId', scope: { language: 'en' } }) declare english: Caption[];
  @HasMany(() => Caption, { foreignKey: 'videoId', scope: { language: 'fr' } }) declare french: Caption[];
  @BelongsToMany(() => Mark, marked('video', 'genre')) declare genres: Mark[];
}

@AggregateRoot
@Table({ tableName: 'images' })
export class Image extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;
  @HasMany(() => Comment, commented('image')) declare comments: Comment[];
  @BelongsToMany(() => Mark, marked('image', 'genre')) declare genres: Mark[];
  @BelongsToMany(() => Mark, marked('image', 'place')) declare places: Mark[];
}

export const gallery = [Comment, Caption, Marking, Mark, Video, Image];
