import 'reflect-metadata';
import Joi from 'joi';
import { Column, DataType, Default, HasMany, Max, Table, Unique } from 'sequelize-typescript';
import { ConflictException } from '../../../lib/core';
import { Action, AggregateRoot, Argument, EntityKey, Hidden } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { Required, RequiredInteger, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** A small domain whose roots have actions: on themselves, on children and on grandchildren. */

/** A plain class. */
export class Address {
  @Argument({ optional: true }) street?: string = undefined;
  @Argument({ optional: true }) postCode?: string = undefined;

  label(): string {
    return `${this.street}, ${this.postCode}`;
  }
}

@AggregateRoot
@Table({ tableName: 'vouchers' })
export class Voucher extends BaseDomain {
  @EntityKey @Unique @RequiredString(10) declare code: string;
  @Default(0) @RequiredInteger declare uses: number;
}

@Table({ tableName: 'cart_gifts' })
export class CartGift extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @RequiredKeyOf(() => CartLine) declare cartLineId: EntityId;
}

@Table({ tableName: 'cart_lines' })
export class CartLine extends BaseDomain {
  @RequiredString(12) declare sku: string;
  @Max(100) @Default(1) @RequiredInteger declare quantity: number;
  @Hidden @Column(DataType.STRING) declare secret: string | null;
  @RequiredKeyOf(() => Cart) declare cartId: EntityId;
  @HasMany(() => CartGift) declare gifts: CartGift[];
}

/** Without update routes, and with creates only for its lines; its actions exist nevertheless. */
@AggregateRoot({ update: false })
@Table({ tableName: 'carts' })
export class Cart extends BaseDomain {
  @Default('open') @Required(DataType.ENUM('open', 'closed')) declare status: string;
  @StringColumn(20) declare note: string | null;
  @HasMany(() => CartLine) declare lines: CartLine[];

  @Action({ value: 'close', optional: ['note'] })
  close(note?: string, mark: string = '.'): void {
    if (this.status === 'closed') throw new ConflictException('The cart is closed already.');
    this.status = 'closed';
    this.note = note === undefined ? mark : note + mark;
  }

  @Action({ value: 'add_to', path: 'lines' })
  addTo(quantity: number, line: CartLine): CartLine {
    line.quantity += quantity;
    line.secret = 'hush';
    return line;
  }

  @Action({ value: 'reword', path: 'lines.gifts' })
  async reword(gift: CartGift, text: string, line: CartLine): Promise<object> {
    gift.text = text;
    line.quantity = 7;
    return { theGift: gift, line, cartId: this.id };
  }

  /** Changes the given child, and all others, which it reads itself. */
  @Action({ value: 'round_up', path: 'lines' })
  async roundUp(line: CartLine): Promise<CartLine[]> {
    line.quantity = 9;
    const lines = await this.collection('lines');
    for (const one of lines) one.quantity += 1;
    return lines;
  }

  @Action({ value: 'break' })
  async break(): Promise<void> {
    this.note = 'broken';
    await this.save();
    const [line] = await this.collection('lines');
    await line?.update({ quantity: 50 });
    throw new ConflictException('It breaks.');
  }

  @Action({ value: 'overfill' })
  async overfill(): Promise<void> {
    this.note = 'overfilled';
    const [line] = await this.collection('lines');
    line!.quantity = 101;
  }

  @Action({ value: 'read_twice' })
  async readTwice(): Promise<void> {
    for (const text of ['once', 'twice']) {
      const lines = await CartLine.where({ cartId: this.id });
      for (const line of lines) line.sku = text;
    }
  }

  /** Changes lines of all carts and every voucher, without saving. */
  @Action({ value: 'reach_out' })
  async reachOut(): Promise<void> {
    for (const line of await CartLine.all()) line.quantity = 33;
    for (const gift of await CartGift.all()) gift.text = 'reached';
    for (const voucher of await Voucher.all()) voucher.uses = 33;
  }

  @Action({ value: 'take', optional: ['number', 'flag', 'date', 'big', 'address', 'voucherUsed'] })
  take(text: string, number: number, flag: boolean, date: Date, big: bigint, address: Address, voucherUsed: Voucher) {
    const isAddress = address instanceof Address;
    const time = date?.getTime();
    return {
      text,
      number,
      flag,
      time,
      big: big === undefined ? undefined : String(big * 2n),
      address,
      isAddress,
      voucherUsed,
    };
  }

  @Action({
    value: 'label',
    schema: Joi.object({
      labelTexts: Joi.array().items(Joi.object({ textValue: Joi.string().max(3).required() })),
      size: Joi.valid('small', 'large').default('small'),
      colour: Joi.string(),
    }),
  })
  label(labelTexts: object[], count: number, { size, colour }: { size: string; colour?: string }): object {
    return { labelTexts, count, size, colour };
  }

  @Action({ value: 'discard' })
  async discard(): Promise<void> {
    this.note = 'discarded';
    await this.delete();
  }

  @Action({ value: 'drop', path: 'lines' })
  async drop(line: CartLine): Promise<void> {
    line.quantity = 99;
    await line.delete();
  }

  @Action({ value: 'nothing' })
  nothing(): null {
    return null;
  }
}

export const carts = [Voucher, CartGift, CartLine, Cart];
