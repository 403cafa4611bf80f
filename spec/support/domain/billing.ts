import 'reflect-metadata';
import { BelongsTo, Column, DataType, HasMany, HasOne, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, One, ReadOnly, Searchable } from '../../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../../lib/persistence';
import { KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** Single children of a root, of a child and of a single child; some of them with children of their own. */

@Table({ tableName: 'invoice_lines' })
export class InvoiceLine extends BaseDomain {
  @RequiredString(40) declare text: string;
  @RequiredKeyOf(() => Invoice) declare invoiceId: EntityId;
}

@Table({ tableName: 'seals' })
export class Seal extends BaseDomain {
  @RequiredString(20) declare colour: string;
  @RequiredKeyOf(() => Invoice) declare invoiceId: EntityId;
}

@Table({ tableName: 'invoices' })
export class Invoice extends BaseDomain {
  @Searchable @Unique @RequiredString(20) declare number: string;
  @StringColumn(40) declare note: string | null;
  @ReadOnly @Column(DataType.DATE(3)) declare sentAt: Date | null;
  @RequiredKeyOf(() => Bill) declare billId: EntityId;
  @BelongsTo(() => Bill) declare bill: Ref<Bill>;
  @Collection({ replace: true }) @HasMany(() => InvoiceLine) declare lines: InvoiceLine[];
  @HasOne(() => Seal) declare seal: Seal | null;
}

@Table({ tableName: 'stickers' })
export class Sticker extends BaseDomain {
  @RequiredString(40) declare text: string;
  @KeyOf(() => BillItem) declare itemId: EntityId | null;
}

@Table({ tableName: 'bill_items' })
export class BillItem extends BaseDomain {
  @Searchable @RequiredString(20) declare sku: string;
  @RequiredKeyOf(() => Bill) declare billId: EntityId;
  @One({ embed: true }) @HasOne(() => Sticker) declare label: Sticker | null;
}

/** A root that is the single child of another one, and prevents its delete. */
@AggregateRoot
@Table({ tableName: 'guarantees' })
export class Guarantee extends BaseDomain {
  @RequiredString(20) declare bank: string;
  @KeyOf(() => Bill) declare billId: EntityId | null;
}

/** Kept when its bill is deleted. */
@Table({ tableName: 'reminders' })
export class Reminder extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Bill) declare billId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'bills' })
export class Bill extends BaseDomain {
  @Searchable @Unique @RequiredString(20) declare code: string;
  @HasMany(() => BillItem) declare items: BillItem[];
  @HasOne(() => Invoice) declare invoice: Invoice | null;
  @HasOne(() => Guarantee) declare guarantee: Guarantee | null;

  @One({ delete: false, update: false })
  @HasOne(() => Reminder, { onDelete: 'SET NULL' })
  declare reminder: Reminder | null;

  /** Returns the current state of the database. */
  @Action({ value: 'send', path: 'invoice' })
  async sendInvoice(invoice: Invoice, note: string): Promise<Invoice> {
    invoice.sentAt = new Date();
    invoice.note = note;
    return invoice;
  }

  @Action({ value: 'shout', path: 'invoice.lines' })
  shoutLine(line: InvoiceLine): void {
    line.text = line.text.toUpperCase();
  }

  @Action({ value: 'relabel' })
  async relabel(note: string): Promise<Invoice | null> {
    const invoice = await this.one('invoice');
    if (invoice) invoice.note = note;
    return invoice;
  }
}

export const billing = [Bill, BillItem, Invoice, InvoiceLine, Seal, Sticker, Guarantee, Reminder];
