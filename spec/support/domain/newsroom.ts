import { BelongsToMany, Column, DataType, HasMany, HasOne, Model, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, Large } from '../../../lib';
import { JoinTable, KeyOf, RequiredString, StringColumn } from '../columns';

/** Classes that several roots and collections share. */

@AggregateRoot
@Table({ tableName: 'topics' })
export class Topic extends BaseDomain {
  @RequiredString(50) declare name: string;
}

@JoinTable('article_topics', { articleId: () => Article, topicId: () => Topic })
export class ArticleTopic extends Model {}

@Table({ tableName: 'comments' })
export class Comment extends BaseDomain {
  @RequiredString(50) declare text: string;
  @StringColumn(10) declare state: string | null;
  @Large @Column(DataType.TEXT) declare scan: string | null;
  @KeyOf(() => Article) declare articleId: EntityId | null;
  @KeyOf(() => Reader) declare readerId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'leads' })
export class Lead extends BaseDomain {
  @StringColumn(50) declare text: string | null;
  @KeyOf(() => Article) declare articleId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'articles' })
export class Article extends BaseDomain {
  @RequiredString(50) declare title: string;

  @Collection({ replace: true })
  @HasMany(() => Comment, { foreignKey: 'articleId', onDelete: 'CASCADE' })
  declare comments: Comment[];

  @HasOne(() => Lead) declare lead: Lead | null;
  @BelongsToMany(() => Topic, { through: () => ArticleTopic }) declare topics: Topic[];

  @Action({ value: 'hide', path: 'comments' })
  hide(comment: Comment): void {
    comment.state = 'closed';
  }

  @Action({ value: 'show', path: 'comments' })
  show(comment: Comment): void {
    comment.state = 'open';
  }
}

@JoinTable('favs', { readerId: () => Reader, articleId: () => Article })
export class Fav extends Model {}

@AggregateRoot
@Table({ tableName: 'readers' })
export class Reader extends BaseDomain {
  @RequiredString(50) declare name: string;
  @BelongsToMany(() => Article, { through: () => Fav }) declare favs: Article[];
  @HasMany(() => Comment, { foreignKey: 'readerId', scope: { state: 'open' } }) declare openComments: Comment[];
  @HasMany(() => Comment, { foreignKey: 'readerId', scope: { state: 'closed' } }) declare closedComments: Comment[];
}

export const newsroom = [Topic, ArticleTopic, Comment, Lead, Article, Fav, Reader];
