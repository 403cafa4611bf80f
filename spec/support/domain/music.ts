import 'reflect-metadata';
import { BelongsTo, BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection, Hidden, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, JoinTable, KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** A domain that can be searched by columns of each type, and through each kind of association. */

@Table({ tableName: 'credits' })
export class Credit extends BaseDomain {
  @Searchable @RequiredString(40) declare role: string;
  @RequiredKeyOf(() => Track) declare trackId: EntityId;
}

@Table({ tableName: 'tracks' })
export class Track extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;
  @Searchable @IntegerColumn declare seconds: number | null;
  @RequiredKeyOf(() => Album) declare albumId: EntityId;
  @BelongsTo(() => Album) declare album: Ref<Album>;
  @HasMany(() => Credit) declare credits: Credit[];
}

@Table({ tableName: 'reviews' })
export class Review extends BaseDomain {
  @Searchable @IntegerColumn declare stars: number;
  @KeyOf(() => Album) declare albumId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'artists' })
export class Artist extends BaseDomain {
  @Searchable @RequiredString(40) declare name: string;

  /** Named like a query parameter, and so searched with the prefix only: `artists.page=3`. */
  @Searchable @IntegerColumn declare page: number | null;
}

@JoinTable('album_labels', { albumId: () => Album, labelId: () => Label })
export class AlbumLabel extends Model {}

@AggregateRoot
@Table({ tableName: 'labels' })
export class Label extends BaseDomain {
  @Searchable @RequiredString(40) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'albums' })
export class Album extends BaseDomain {
  @Searchable @RequiredString(40) declare title: string;

  /** The order of the choices is not alphabetical. */
  @Searchable @Column(DataType.ENUM('rock', 'jazz', 'blues')) declare genre: string | null;
  @Searchable @Column(DataType.DECIMAL(10, 2)) declare price: string | null;
  @Searchable @Column(DataType.FLOAT) declare loudness: number | null;
  @Searchable @Column(DataType.DOUBLE) declare pitch: number | null;
  @Searchable @Column(DataType.BIGINT) declare copies: EntityId | null;
  @Searchable @Column(DataType.BOOLEAN) declare isLive: boolean | null;
  @Searchable @Column(DataType.DATEONLY) declare releasedOn: string | null;
  @Searchable @Column(DataType.DATE(3)) declare recordedAt: Date | null;
  @Searchable @Column(DataType.DATE(6)) declare pressedAt: Date | null;
  @Searchable @Column(DataType.UUID) declare barcode: string | null;
  @Searchable({ ignoreCase: true }) @StringColumn(40) declare motto: string | null;
  @Hidden @StringColumn(40) declare vault: string | null;
  @KeyOf(() => Artist) declare artistId: EntityId | null;
  @BelongsTo(() => Artist) declare artist: Ref<Artist> | null;
  @HasMany(() => Track) declare tracks: Track[];
  @Collection({ read: false }) @HasMany(() => Review) declare reviews: Review[];
  @BelongsToMany(() => Label, { through: () => AlbumLabel }) declare labels: Label[];
}

export const music = [Credit, Track, Review, Artist, AlbumLabel, Label, Album];
