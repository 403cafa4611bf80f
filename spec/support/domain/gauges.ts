import 'reflect-metadata';
import Joi from 'joi';
import { BeforeCreate, Column, DataType, Default, Index, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, Hidden } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { StringColumn } from '../columns';

/** A column of every type, written by hooks, actions, scripts and clients. */
@AggregateRoot
@Table({ tableName: 'gauges' })
export class Gauge extends BaseDomain {
  @StringColumn(30) declare shortLabel: string | null;
  @Column(DataType.CHAR(4)) declare code: string | null;
  @Column(DataType.TEXT('tiny')) declare note: string | null;
  @Column(DataType.ENUM('open', 'closed')) declare status: string | null;
  @Column(DataType.SMALLINT) declare small: number | null;
  @Column(DataType.INTEGER.UNSIGNED) declare natural: number | null;
  @Column(DataType.BIGINT) declare wide: EntityId | null;
  @Column(DataType.DECIMAL(6, 2)) declare price: string | number | null;
  @Column(DataType.FLOAT) declare ratio: number | null;
  @Column(DataType.BOOLEAN) declare isOn: boolean | null;
  @Column(DataType.DATE(0)) declare at: Date | null;
  @Column(DataType.DATEONLY) declare day: string | null;
  @Column(DataType.TIME) declare time: string | null;
  @Index({ name: 'gauges_token', unique: true }) @Column(DataType.UUID) declare token: string | null;
  @Column(DataType.JSON) declare data: unknown;
  @Hidden @StringColumn(8) declare secret: string | null;
  @Hidden @Column(DataType.BLOB('tiny')) declare bytes: Buffer | null;
  @Default(0) @Column({ type: DataType.INTEGER, allowNull: false }) declare count: number;

  @BeforeCreate
  static stretch(gauge: Gauge): void {
    if (gauge.shortLabel === 'hook') gauge.shortLabel = 'x'.repeat(31);
    if (gauge.shortLabel === 'secret') gauge.secret = 'x'.repeat(9);
  }

  /** Changes the instance, which the framework saves. */
  @Action({ value: 'change', schema: Joi.object({ values: Joi.object() }) })
  change(values: Record<string, unknown>): void {
    this.set(values);
  }

  @Action({ value: 'persist', schema: Joi.object({ values: Joi.object() }) })
  async persistChange(values: Record<string, unknown>): Promise<void> {
    await this.set(values).persist();
  }

  @Action({ value: 'copy', schema: Joi.object({ values: Joi.object() }) })
  async copy(values: Record<string, unknown>): Promise<void> {
    await Gauge.bulkCreate([{}, values]);
  }

  @Action({ value: 'change_all', schema: Joi.object({ values: Joi.object() }) })
  async changeAll(values: Record<string, unknown>): Promise<void> {
    await Gauge.update(values, { where: { id: this.id }, validate: false, hooks: false });
  }

  @Action({ value: 'raise' })
  async raise(by: number): Promise<void> {
    await this.increment('small', { by });
  }
}
