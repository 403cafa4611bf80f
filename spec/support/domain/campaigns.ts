import { BelongsToMany, Column, DataType, Table } from 'sequelize-typescript';
import {
  Action,
  AggregateRoot,
  BaseDomain,
  Collection,
  Computed,
  ManyToOne,
  OneToMany,
  OneToOne,
  Searchable,
} from '../../../lib';
import { One } from '../../../lib/metadata';
import { KeyOf, StringColumn } from '../columns';

/** Associations on getters, which filter, sort or wrap what was loaded. */

@AggregateRoot
@Table
export class Agency extends BaseDomain {
  @Searchable @StringColumn(20) declare name: string;
}

@Table
export class Step extends BaseDomain {
  @Searchable @StringColumn(20) declare title: string;
  @Column(DataType.BOOLEAN) declare isDone: boolean | null;
  @Column({ type: DataType.INTEGER, defaultValue: 0 }) declare position: number;
  @KeyOf(() => Campaign) declare planId: number;
}

@Table
export class Brief extends BaseDomain {
  @StringColumn(20) declare text: string;
  @KeyOf(() => Campaign) declare campaignId: number;
}

@Table
export class Channel extends BaseDomain {
  @StringColumn(20) declare name: string;
}

const byName = (one: Channel, other: Channel) => one.name.localeCompare(other.name);

abstract class Plan extends BaseDomain {
  @Searchable @StringColumn(20) declare name: string;

  /** The open ones, the last first. */
  @Collection({ embed: true })
  @OneToMany(() => Step, 'planId')
  get steps(): Step[] {
    const steps: Step[] = this.getDataValue('steps') ?? [];
    return steps.filter(({ isDone }) => !isDone).reverse();
  }
}

@AggregateRoot
@Table
export class Campaign extends Plan {
  @KeyOf(() => Agency) declare agencyId: number | null;

  @ManyToOne(() => Agency)
  get agency(): Agency | null {
    return this.getDataValue('agency') ?? null;
  }

  @One({ embed: true })
  @OneToOne(() => Brief)
  get brief(): Brief {
    return this.getDataValue('brief') ?? Brief.build({ text: 'none' });
  }

  @Collection({ embed: true })
  @BelongsToMany(() => Channel, { through: () => CampaignChannel })
  get channels(): Channel[] {
    return this.getDataValue('channels');
  }

  set channels(channels: Channel[]) {
    this.setDataValue('channels', channels.slice().sort(byName));
  }

  @Computed
  get label(): string {
    return `${this.name}!`;
  }

  @Action({ value: 'note' })
  async note(text: string): Promise<string> {
    const loaded = await Campaign.findOne({ where: { id: this.id }, include: [Step, Brief, Agency, Channel] });
    for (const step of loaded!.steps) step.title = text;
    for (const step of loaded!.getDataValue('steps') as Step[]) step.position += 10;
    loaded!.brief.text = text;
    return `${loaded!.steps.length} open, ${loaded!.agency?.name}, ${loaded!.channels[0]?.name}`;
  }
}

@Table
export class CampaignChannel extends BaseDomain {
  @KeyOf(() => Campaign) declare campaignId: number;
  @KeyOf(() => Channel) declare channelId: number;
}

export const campaigns = [Agency, Campaign, Step, Brief, Channel, CampaignChannel];
