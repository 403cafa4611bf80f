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
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, Large } from '../../../lib';

/** Classes that several roots and collections share. */

@AggregateRoot
@Table({ tableName: 'topics' })
export class Topic extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare name: string;
}

@Table({ tableName: 'article_topics', timestamps: false })
export class ArticleTopic extends Model {
  @ForeignKey(() => Article)
  @Column(DataType.BIGINT)
  declare articleId: EntityId;

  @ForeignKey(() => Topic)
  @Column(DataType.BIGINT)
  declare topicId: EntityId;
}

@Table({ tableName: 'comments' })
export class Comment extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare text: string;

  @Column(DataType.STRING(10))
  declare state: string | null;

  @Large
  @Column(DataType.TEXT)
  declare scan: string | null;

  @ForeignKey(() => Article)
  @Column(DataType.BIGINT)
  declare articleId: EntityId | null;

  @ForeignKey(() => Reader)
  @Column(DataType.BIGINT)
  declare readerId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'leads' })
export class Lead extends BaseDomain {
  @Column(DataType.STRING(50))
  declare text: string | null;

  @ForeignKey(() => Article)
  @Column(DataType.BIGINT)
  declare articleId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'articles' })
export class Article extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare title: string;

  @Collection({ replace: true })
  @HasMany(() => Comment, { foreignKey: 'articleId', onDelete: 'CASCADE' })
  declare comments: Comment[];

  @HasOne(() => Lead)
  declare lead: Lead | null;

  @BelongsToMany(
    () => Topic,
    () => ArticleTopic,
  )
  declare topics: Topic[];

  @Action({ value: 'hide', path: 'comments' })
  hide(comment: Comment): void {
    comment.state = 'closed';
  }

  @Action({ value: 'show', path: 'comments' })
  show(comment: Comment): void {
    comment.state = 'open';
  }
}

@Table({ tableName: 'favs', timestamps: false })
export class Fav extends Model {
  @ForeignKey(() => Reader)
  @Column(DataType.BIGINT)
  declare readerId: EntityId;

  @ForeignKey(() => Article)
  @Column(DataType.BIGINT)
  declare articleId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'readers' })
export class Reader extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(50))
  declare name: string;

  @BelongsToMany(
    () => Article,
    () => Fav,
  )
  declare favs: Article[];

  @HasMany(() => Comment, { foreignKey: 'readerId', scope: { state: 'open' } })
  declare openComments: Comment[];

  @HasMany(() => Comment, { foreignKey: 'readerId', scope: { state: 'closed' } })
  declare closedComments: Comment[];
}

export const newsroom = [Topic, ArticleTopic, Comment, Lead, Article, Fav, Reader];
