import { BelongsTo, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, Hidden, type Ref } from '../../../../lib';
import { Public, Scope, Secure, SecureMultiple } from '../../../../lib/security';

@Secure({ method: 'GET', permissions: ['auditors.read'] })
@AggregateRoot({ create: false, update: false, delete: false })
@Table({ tableName: 'auditors' })
export class Auditor extends BaseDomain {
  @Column
  declare name: string;
}

@Table({ tableName: 'entries' })
export class Entry extends BaseDomain {
  @Column
  declare text: string;

  @ForeignKey(() => Ledger)
  @Column(DataType.BIGINT)
  declare ledgerId: EntityId;
}

@Scope((principal) => ({ name: principal?.name ?? '' }))
@SecureMultiple([
  { method: 'POST', permissions: ['ledgers.create'] },
  { method: 'PUT', permissions: ['ledgers.update'] },
])
@AggregateRoot({ delete: false })
@Table({ tableName: 'ledgers' })
export class Ledger extends BaseDomain {
  @Column
  declare name: string;

  @Secure({ permissions: ['ledgers.balance'] })
  @Column(DataType.DECIMAL(10, 2))
  declare balance: string;

  @Hidden
  @Column
  declare notes: string;

  @ForeignKey(() => Auditor)
  @Column(DataType.BIGINT)
  declare auditorId: EntityId;

  @BelongsTo(() => Auditor)
  declare auditor: Ref<Auditor>;

  @Public({ method: 'POST' })
  @Secure({ method: 'DELETE', permissions: ['entries.delete'] })
  @Collection({ update: false })
  @HasMany(() => Entry)
  declare entries: Entry[];

  @Secure({ permissions: ['ledgers.close'] })
  @Action({ value: 'close' })
  close(reason: string): string {
    return reason;
  }
}
