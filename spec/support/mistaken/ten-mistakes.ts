import Joi from 'joi';
import {
  BelongsTo,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  Model,
  PrimaryKey,
  Table,
} from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  BaseDomain,
  Collection,
  Constraint,
  type EntityId,
  EntityKey,
  type Ref,
} from '../../../lib';

/** Ten mistakes of different kinds, each of which looks right at first sight. */

@Constraint(Joi.object({ maidenName: Joi.string() }))
@AggregateRoot
@Table({ timestamps: false })
export class Customer extends BaseDomain {
  @Column
  declare nickname: string | null;

  @EntityKey
  @Column(DataType.STRING(20))
  declare number: string;
}

@Table
export class Transfer extends BaseDomain {
  @ForeignKey(() => Account)
  @Column(DataType.BIGINT)
  declare fromId: EntityId;

  @ForeignKey(() => Account)
  @Column(DataType.BIGINT)
  declare toId: EntityId;

  @BelongsTo(() => Account, 'toId')
  declare to: Ref<Account>;

  @Column(DataType.DECIMAL(10, 2))
  amount = '0.00';
}

@AggregateRoot
@Table
export class Account extends BaseDomain {
  @PrimaryKey
  @Column(DataType.STRING(34))
  declare iban: string;

  @Default(0)
  @Column
  declare version: number;

  @Collection({ delete: false })
  @HasMany(() => Transfer)
  declare transfers: Transfer[];

  @Column(DataType.STRING)
  declare owner: string;

  @Action({ value: 'close' })
  close(reasons: string[]): string {
    return reasons.join();
  }
}

@AggregateRoot
export class Statement extends Model {}

export const tenMistakes = [Customer, Transfer, Account, Statement];
