import 'reflect-metadata';
import Joi from 'joi';
import { BeforeUpdate, BelongsTo, Column, DataType, HasMany, HasOne, Length, Model, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  Collection,
  Constraint,
  Hidden,
  Large,
  ReadOnly,
  Searchable,
  WriteOnly,
} from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, RequiredKeyOf, StringColumn } from '../columns';

/** A paper with large values of every kind. */
@AggregateRoot
@Table({ tableName: 'papers' })
export class Paper extends BaseDomain {
  @Searchable @Column(DataType.STRING) declare title: string | null;
  @Large({ mediaTypeField: 'photoType' }) @Column(DataType.BLOB('long')) declare photo: Buffer | null;
  @Constraint(Joi.string().invalid('application/x-forbidden')) @StringColumn(40) declare photoType: string | null;
  @Column(DataType.TEXT('long')) declare story: string | null;
  @Large @Length({ max: 20 }) @Column(DataType.TEXT) declare summary: string | null;
  @Large({ mediaType: 'image/png' }) @Column(DataType.BLOB('tiny')) declare thumb: Buffer | null;
  @ReadOnly @Column(DataType.BLOB) declare seal: Buffer | null;
  @WriteOnly @Column(DataType.BLOB) declare draft: Buffer | null;
  @Hidden @Column(DataType.BLOB) declare secret: Buffer | null;
  @HasMany(() => Page) declare pages: Page[];
  @HasOne(() => Receipt) declare receipt: Receipt | null;
  @Collection({ update: false }) @HasMany(() => Stamp) declare stamps: Stamp[];

  @Action({ value: 'close' })
  close(): this {
    return this;
  }
}

@Table({ tableName: 'pages' })
export class Page extends BaseDomain {
  @KeyOf(() => Paper) declare paperId: EntityId;
  @BelongsTo(() => Paper) declare paper: Ref<Paper>;
  @IntegerColumn declare number: number | null;

  @Large({ mediaTypeField: 'scanType' })
  @Column({ type: DataType.BLOB('medium'), allowNull: false })
  declare scan: Buffer;

  @ReadOnly @Column(DataType.STRING) declare scanType: string | null;

  @BeforeUpdate
  static refuse(page: Page): void {
    if (page.scan.equals(Buffer.from('refused'))) throw new Error('refused by a hook');
    if (page.scan.equals(Buffer.from('padded '))) page.scan = Buffer.from('padded');
  }
}

/** The single child of a paper. */
@Table({ tableName: 'receipts' })
export class Receipt extends BaseDomain {
  @RequiredKeyOf(() => Paper) declare paperId: EntityId;
  @Large({ mediaTypeField: 'scanType' }) @Column(DataType.BLOB('long')) declare scan: Buffer | null;
  @StringColumn(40) declare scanType: string | null;
  @Column(DataType.TEXT('long')) declare remark: string | null;
}

/** Without a version. */
@Table({ tableName: 'stamps', timestamps: false })
export class Stamp extends Model {
  @Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true }) declare id: EntityId;
  @KeyOf(() => Paper) declare paperId: EntityId;
  @Column(DataType.BLOB('long')) declare print: Buffer | null;
}

/** A class without code of its own. */
@AggregateRoot
@Table({ tableName: 'leaflets' })
export class Leaflet extends BaseDomain {
  @Column(DataType.STRING) declare title: string | null;
  @Column(DataType.BLOB('long')) declare photo: Buffer | null;
  @Column(DataType.TEXT('long')) declare story: string | null;
}

export const papers = [Paper, Receipt, Page, Stamp, Leaflet];
