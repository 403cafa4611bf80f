import Joi from 'joi';
import { BelongsTo, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Constraint, type EntityId, type Ref } from '../../../lib';
import { IntegerColumn, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** A small domain with each kind of constraint, whether a JSON Schema can express it or not. */

@AggregateRoot
@Table({ tableName: 'sellers' })
export class Seller extends BaseDomain {
  @Constraint(Joi.string().email({ tlds: false })) @StringColumn(40) declare email: string | null;
}

@Constraint(Joi.object({ top: Joi.number().min(Joi.ref('low')), low: Joi.number() }).or('top', 'note'))
@Table({ tableName: 'bids' })
export class Bid extends BaseDomain {
  @IntegerColumn declare top: number | null;
  @IntegerColumn declare low: number | null;
  @Constraint(Joi.string().trim().uppercase().allow('')) @StringColumn(5) declare note: string | null;
  @RequiredKeyOf(() => Lot) declare lotId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'lots' })
export class Lot extends BaseDomain {
  @Constraint(Joi.string().min(3).max(5).description('The name of the lot.').example('Vase'))
  @RequiredString(40)
  declare title: string;

  @Constraint(Joi.string().pattern(/^[A-Z]{2}-\d+$/)) @StringColumn(10) declare code: string | null;
  @Constraint(Joi.string().pattern(/^..$/)) @StringColumn(10) declare pair: string | null;
  @Constraint(Joi.string().pattern(/^a/i)) @StringColumn(10) declare letter: string | null;
  @Constraint(Joi.string().valid('new', 'used').required()) @StringColumn(10) declare state: string | null;
  @Constraint(Joi.string().max(2).allow('exempt')) @StringColumn(10) declare tax: string | null;
  @Constraint(Joi.string().invalid('none')) @Column(DataType.ENUM('none', 'some', 'all')) declare amount: string | null;
  @Constraint(Joi.number().integer().min(2).less(10)) @IntegerColumn declare size: number | null;
  @Constraint(Joi.number().positive().multiple(0.25)) @Column(DataType.DECIMAL(6, 2)) declare price: string | null;

  @Constraint(
    Joi.number()
      .min(-5)
      .max(5)
      .custom((value) => value, 'is measured at noon'),
  )
  @Column(DataType.DOUBLE)
  declare warmth: number | null;

  @Constraint(Joi.number().valid(1, 2, 4)) @Column(DataType.BIGINT) declare power: EntityId | null;

  @Constraint(Joi.object({ level: Joi.number().max(3), id: Joi.number(), name: Joi.string() }).with('name', 'id'))
  @Column(DataType.JSON)
  declare details: unknown;

  @Constraint(Joi.date().min('2000-01-01')) @Column(DataType.DATE(3)) declare soldAt: Date | null;
  @RequiredKeyOf(() => Seller) declare sellerId: EntityId;
  @BelongsTo(() => Seller) declare seller: Ref<Seller>;
  @HasMany(() => Bid) declare bids: Bid[];

  @Action({ value: 'hammer', optional: ['remark', 'at'] })
  hammer(price: number, buyer: Seller, isFinal: boolean, serial: bigint, remark: string, at: Date): object {
    return { price, buyer, isFinal, serial, remark, at };
  }

  @Action({
    value: 'mark',
    schema: Joi.object({
      marks: Joi.array().items(Joi.object({ markText: Joi.string().max(3).trim().required() })),
      size: Joi.string().valid('small', 'large').default('small'),
      count: Joi.number().min(1).allow(null),
      isBold: Joi.boolean(),
      untilDay: Joi.date(),
      either: Joi.alternatives(Joi.string(), Joi.number()),
      shade: Joi.string().when('size', { is: 'large', otherwise: Joi.forbidden() }),
    }),
  })
  mark(marks: object[], { size, count, isBold }: { size: string; count: number; isBold: boolean }): object {
    return { marks, size, count, isBold };
  }

  @Action({ value: 'close' })
  close(): void {
    this.state = 'used';
  }
}

export const ruled = [Seller, Bid, Lot];
