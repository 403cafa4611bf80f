import 'reflect-metadata';
import { AllowNull, BelongsTo, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';

/** A class with two foreign keys to another. */

@Table({ tableName: 'bank_transfers' })
export class Transfer extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.INTEGER)
  declare amount: number;

  @ForeignKey(() => Account)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare fromAccountId: EntityId;

  @ForeignKey(() => Account)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare toAccountId: EntityId;

  @BelongsTo(() => Account, { as: 'fromAccount', foreignKey: 'fromAccountId' })
  declare fromAccount: Ref<Account>;

  @BelongsTo(() => Account, { as: 'toAccount', foreignKey: 'toAccountId' })
  declare toAccount: Ref<Account>;
}

@AggregateRoot
@Table({ tableName: 'bank_accounts' })
export class Account extends BaseDomain {
  @Searchable
  @AllowNull(false)
  @Column(DataType.STRING(40))
  declare owner: string;

  @HasMany(() => Transfer, { as: 'outgoing', foreignKey: 'fromAccountId' })
  declare outgoing: Transfer[];

  @HasMany(() => Transfer, { as: 'incoming', foreignKey: 'toAccountId' })
  declare incoming: Transfer[];
}

export const bank = [Account, Transfer];
