import Joi from 'joi';
import {
  AllowNull,
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

/** Columns with each validator of sequelize-typescript. */
@AggregateRoot
@Table({ tableName: 'accounts' })
export class Account extends BaseDomain {
  @NotEmpty
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare name: string;

  @IsEmail
  @Column(DataType.STRING(80))
  declare contact: string | null;

  @Length({ min: 2, max: 4, msg: 'two to four letters' })
  @Column(DataType.STRING(20))
  declare sign: string | null;

  @Is(/^[a-z]+-\d+$/)
  @Column(DataType.STRING(20))
  declare slug: string | null;

  @Is(/^x/i)
  @Column(DataType.STRING(20))
  declare loose: string | null;

  @Is('even', (value: string) => {
    if (value.length % 2 !== 0) throw new Error('must have an even length');
  })
  @Column(DataType.STRING(20))
  declare pairs: string | null;

  @IsIn([['gold', 'silver']])
  @Column(DataType.STRING(20))
  declare grade: string | null;

  @IsUUID(4)
  @Column(DataType.STRING(36))
  declare token: string | null;

  @IsAlpha
  @Constraint(Joi.string().max(8))
  @Column(DataType.STRING(20))
  declare letters: string | null;

  @Column({ type: DataType.STRING(20), validate: { is: ['^[0-9]+$', ''], len: [1, 5] } })
  declare digits: string | null;

  @Min(3)
  @Max({ args: [9], msg: 'nine at most' } as never)
  @IsInt
  @Column(DataType.INTEGER)
  declare size: number | null;

  @Min(0.5)
  @Column(DataType.DECIMAL(6, 2))
  declare rate: string | null;

  @Column({ type: DataType.INTEGER, validate: { isIn: [[1, 2, 4]] } })
  declare power: number | null;
}

export const accounts = [Account];
