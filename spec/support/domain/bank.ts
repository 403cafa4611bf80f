import 'reflect-metadata';
import { BelongsTo, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { RequiredInteger, RequiredKeyOf, RequiredString } from '../columns';

/** A class with two foreign keys to another. */

@Table({ tableName: 'bank_transfers' })
export class Transfer extends BaseDomain {
  @Searchable @RequiredInteger declare amount: number;
  @RequiredKeyOf(() => Account) declare fromAccountId: EntityId;
  @RequiredKeyOf(() => Account) declare toAccountId: EntityId;
  @BelongsTo(() => Account, { as: 'fromAccount', foreignKey: 'fromAccountId' }) declare fromAccount: Ref<Account>;
  @BelongsTo(() => Account, { as: 'toAccount', foreignKey: 'toAccountId' }) declare toAccount: Ref<Account>;
}

@AggregateRoot
@Table({ tableName: 'bank_accounts' })
export class Account extends BaseDomain {
  @Searchable @RequiredString(40) declare owner: string;
  @HasMany(() => Transfer, { as: 'outgoing', foreignKey: 'fromAccountId' }) declare outgoing: Transfer[];
  @HasMany(() => Transfer, { as: 'incoming', foreignKey: 'toAccountId' }) declare incoming: Transfer[];
}

export const bank = [Account, Transfer];
