import Joi from 'joi';
import {
  Column,
  DataType,
  Is,
  IsAlpha,
  IsEmail,
  IsIn,
  IsInt,
  IsUUID,
  Length,
  Max,
  Min,
  NotEmpty,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Constraint } from '../../../lib';
import { IntegerColumn, RequiredString, StringColumn } from '../columns';

/** Columns with each validator of sequelize-typescript. */
@AggregateRoot
@Table({ tableName: 'accounts' })
export class Account extends BaseDomain {
  @NotEmpty @RequiredString(20) declare name: string;
  @IsEmail @StringColumn(80) declare contact: string | null;
  @Length({ min: 2, max: 4, msg: 'two to four letters' }) @StringColumn(20) declare sign: string | null;
  @Is(/^[a-z]+-\d+$/) @StringColumn(20) declare slug: string | null;
  @Is(/^x/i) @StringColumn(20) declare loose: string | null;

  @Is('even', (value: string) => {
    if (value.length % 2 !== 0) throw new Error('must have an even length');
  })
  @StringColumn(20)
  declare pairs: string | null;

  @IsIn([['gold', 'silver']]) @StringColumn(20) declare grade: string | null;
  @IsUUID(4) @StringColumn(36) declare token: string | null;
  @IsAlpha @Constraint(Joi.string().max(8)) @StringColumn(20) declare letters: string | null;
  @Column({ type: DataType.STRING(20), validate: { is: ['^[0-9]+$', ''], len: [1, 5] } }) declare digits: string | null;
  @Min(3) @Max({ args: [9], msg: 'nine at most' } as never) @IsInt @IntegerColumn declare size: number | null;
  @Min(0.5) @Column(DataType.DECIMAL(6, 2)) declare rate: string | null;
  @Column({ type: DataType.INTEGER, validate: { isIn: [[1, 2, 4]] } }) declare power: number | null;
}

export const accounts = [Account];
