import type { Transaction } from 'sequelize';
import {
  AfterCreate,
  BeforeCreate,
  BeforeSave,
  BeforeValidate,
  Column,
  DataType,
  Default,
  HasMany,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { IntegerColumn, KeyOf, RequiredString, StringColumn } from '../columns';

/** What hooks are handed as their second argument. */
interface HookOptions {
  readonly transaction?: Transaction;
}

/** Its hooks send no statement. */
@AggregateRoot
@Table({ tableName: 'letters' })
export class Letter extends BaseDomain {
  @RequiredString(40) declare title: string;
  @StringColumn(40) declare slug: string | null;
  @StringColumn(40) declare state: string | null;
  /** A default that a hook changes in place: each row has its own. */
  @Default([]) @Column(DataType.JSON) declare labels: string[];
  @HasMany(() => Line) declare lines: Line[];

  @BeforeValidate static fill(letter: Letter): void {
    letter.slug ??= letter.title.toLowerCase();
  }
  @BeforeSave static draft(letter: Letter): void {
    letter.state ??= 'draft';
    if (letter.isNewRecord) letter.labels.push(letter.title);
  }
}

@Table({ tableName: 'lines' })
export class Line extends BaseDomain {
  @RequiredString(40) declare text: string;
  @StringColumn(40) declare state: string | null;
  @KeyOf(() => Letter) declare letterId: EntityId;

  @BeforeCreate static draft(line: Line): void {
    line.state ??= `of ${line.letterId}`;
  }
}

/** Its hook sends a statement, as those of its entries do. */
@AggregateRoot
@Table({ tableName: 'invoices' })
export class Invoice extends BaseDomain {
  @RequiredString(40) declare title: string;
  @Unique @IntegerColumn declare number: number | null;
  @HasMany(() => Entry) declare entries: Entry[];

  @BeforeCreate static async takeNumber(invoice: Invoice, { transaction }: HookOptions): Promise<void> {
    invoice.number = ((await Invoice.max<number | null, Invoice>('number', { transaction })) ?? 0) + 1;
  }
}

@Table({ tableName: 'entries' })
export class Entry extends BaseDomain {
  @RequiredString(40) declare text: string;
  @IntegerColumn declare position: number | null;
  @KeyOf(() => Invoice) declare invoiceId: EntityId;

  @BeforeCreate static async takePosition(entry: Entry, { transaction }: HookOptions): Promise<void> {
    entry.position = 1 + (await Entry.count({ where: { invoiceId: entry.invoiceId }, transaction }));
  }
}

/** Without hooks, until a test adds one. */
@AggregateRoot
@Table({ tableName: 'memos' })
export class Memo extends BaseDomain {
  @RequiredString(40) declare title: string;
  @StringColumn(40) declare state: string | null;
}

/** Only a hook after the write sends a statement: it sees its own row. */
@AggregateRoot
@Table({ tableName: 'parcels' })
export class Parcel extends BaseDomain {
  @RequiredString(40) declare title: string;
  static readonly seen: number[] = [];

  @AfterCreate static async look(parcel: Parcel, { transaction }: HookOptions): Promise<void> {
    Parcel.seen.push(await Parcel.count({ where: { id: parcel.id, title: parcel.title }, transaction }));
  }
}

export const correspondence = [Letter, Line, Invoice, Entry, Memo, Parcel];
