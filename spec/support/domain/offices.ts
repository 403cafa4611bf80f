import 'reflect-metadata';
import { BelongsTo, BelongsToMany, Column, DataType, HasMany, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, EntityKey, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { Secure } from '../../../lib/security';
import { KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Classes that two applications of a process share, and some of each application. */

@AggregateRoot
@Table({ tableName: 'office_letters' })
export class Letter extends BaseDomain {
  @EntityKey @Unique @RequiredString(12) declare code: string;
  @Searchable @StringColumn(40) declare subject: string | null;
  @Collection({ embed: true }) @HasMany(() => Enclosure) declare enclosures: Enclosure[];

  @BelongsToMany(() => Stamp, { through: 'office_letter_stamps', foreignKey: 'letterId', otherKey: 'stampId' })
  declare stamps: Stamp[];

  @Action({ value: 'close' })
  async close(): Promise<void> {
    await Enclosure.destroy({ where: { letterId: this.id } });
    if (this.subject === 'kept') throw new Error('It is kept.');
  }
}

@Table({ tableName: 'office_enclosures' })
export class Enclosure extends BaseDomain {
  @RequiredString(20) declare title: string;
  @RequiredKeyOf(() => Letter) declare letterId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'office_stamps' })
export class Stamp extends BaseDomain {
  @StringColumn(10) declare value: string;
}

/** Only in the back office. */
@Secure({ permissions: ['reminders'] })
@AggregateRoot
@Table({ tableName: 'office_reminders' })
export class Reminder extends BaseDomain {
  @Column(DataType.DATEONLY) declare dueOn: string | null;
  @KeyOf(() => Letter) declare letterId: EntityId | null;
  @BelongsTo(() => Letter, { onDelete: 'CASCADE' }) declare letter: Ref<Letter>;
}

export const front = [Letter, Enclosure, Stamp];
export const back = [Letter, Enclosure, Stamp, Reminder];
