import 'reflect-metadata';
import { BelongsTo, Column, DataType, ForeignKey, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { KeyOf, RequiredKeyOf } from '../columns';

/** Every onDelete rule, on either side of an association, and none. */

/** A root that is deleted with its company: the declaration takes precedence. */
@AggregateRoot
@Table({ tableName: 'offices' })
export class Office extends BaseDomain {
  @RequiredKeyOf(() => Company) declare companyId: EntityId;
}

@Table({ tableName: 'badges' })
export class Badge extends BaseDomain {
  @RequiredKeyOf(() => Employee) declare employeeId: EntityId;
}

/** Kept without its company, together with its children. */
@AggregateRoot
@Table({ tableName: 'employees' })
export class Employee extends BaseDomain {
  @KeyOf(() => Company) declare companyId: EntityId | null;
  @KeyOf(() => Guild) declare guildId: EntityId | null;
  @HasMany(() => Badge) declare badges: Badge[];
}

/** Another parent of employees. */
@AggregateRoot
@Table({ tableName: 'guilds' })
export class Guild extends BaseDomain {
  @HasMany(() => Employee) declare members: Employee[];
}

/** Prevents the delete of its company; declared on this side only. */
@Table({ tableName: 'contracts' })
export class Contract extends BaseDomain {
  @RequiredKeyOf(() => Company) declare companyId: EntityId;
  @BelongsTo(() => Company, { onDelete: 'RESTRICT' }) declare company: Ref<Company>;
}

@Table({ tableName: 'memos' })
export class Memo extends BaseDomain {
  @KeyOf(() => Company) declare companyId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'companies' })
export class Company extends BaseDomain {
  @HasMany(() => Office, { onDelete: 'CASCADE' }) declare offices: Office[];
  @HasMany(() => Employee, { onDelete: 'SET NULL' }) declare employees: Employee[];
  @Collection({ cascade: true }) @HasMany(() => Contract) declare contracts: Contract[];

  /** Without a declared rule. */
  @HasMany(() => Memo) declare memos: Memo[];
}

/** The next three are in no collection of the company. */

@AggregateRoot
@Table({ tableName: 'sponsorships' })
export class Sponsorship extends BaseDomain {
  @KeyOf(() => Company) declare companyId: EntityId;
  @BelongsTo(() => Company, { onDelete: 'CASCADE' }) declare company: Ref<Company>;
}

@AggregateRoot
@Table({ tableName: 'mentions' })
export class Mention extends BaseDomain {
  @ForeignKey(() => Company)
  @Column({ type: DataType.BIGINT, onDelete: 'SET NULL' })
  declare companyId: EntityId | null;

  @BelongsTo(() => Company) declare company: Ref<Company> | null;
}

@AggregateRoot
@Table({ tableName: 'leases' })
export class Lease extends BaseDomain {
  @KeyOf(() => Company) declare companyId: EntityId | null;
  @BelongsTo(() => Company, { onDelete: 'NO ACTION' }) declare company: Ref<Company> | null;
}

@AggregateRoot
@Table({ tableName: 'regions' })
export class Region extends BaseDomain {
  @KeyOf(() => Region) declare parentId: EntityId | null;
  @HasMany(() => Region, { foreignKey: 'parentId', onDelete: 'SET NULL' }) declare parts: Region[];
}

export const estate = [Office, Badge, Employee, Guild, Contract, Memo, Company, Sponsorship, Mention, Lease, Region];
