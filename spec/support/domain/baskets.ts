import 'reflect-metadata';
import type { ModelStatic } from 'sequelize';
import { BelongsToMany, Column, DataType, Default, HasMany, HasOne, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId, Invariant, Large } from '../../../lib';
import { IntegerColumn, KeyOf, RequiredInteger, RequiredKeyOf, RequiredString } from '../columns';

/** A root with invariants at each depth, and on each kind of collection. */

@Table({ tableName: 'portions', paranoid: true })
export class Portion extends BaseDomain {
  @RequiredInteger declare size: number;
  @RequiredKeyOf(() => Entry) declare entryId: EntityId;
}

@Table({ tableName: 'entries', paranoid: true })
export class Entry extends BaseDomain {
  @RequiredInteger declare quantity: number;
  @RequiredKeyOf(() => Basket) declare basketId: EntityId;
  @HasMany(() => Portion) declare portions: Portion[];
}

@Table({ tableName: 'basket_covers', paranoid: true })
export class Cover extends BaseDomain {
  @RequiredString(20) declare colour: string;
  @RequiredKeyOf(() => Basket) declare basketId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'basket_labels' })
export class Label extends BaseDomain {
  @RequiredString(20) declare text: string;
}

@Table({ tableName: 'label_uses' })
export class LabelUse extends BaseDomain {
  @KeyOf(() => Basket) declare basketId: EntityId;
  @KeyOf(() => Label) declare labelId: EntityId;
  @IntegerColumn declare rank: number | null;
}

@AggregateRoot
@Table({ tableName: 'baskets', paranoid: true })
export class Basket extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Default(10) @RequiredInteger declare most: number;
  @Large({ mediaType: 'image/png' }) @Column(DataType.BLOB('medium')) declare photo: Buffer | null;
  @Collection({ replace: true }) @HasMany(() => Entry) declare entries: Entry[];
  @HasOne(() => Cover) declare cover: Cover | null;
  @BelongsToMany(() => Label, { through: () => LabelUse }) declare labels: Label[];

  @Invariant('within-most', 'The entries are more than the basket takes.', { load: ['entries'] })
  isWithinMost(): boolean {
    return sum(this.entries.map(({ quantity }) => quantity)) <= this.most;
  }

  @Invariant('portions-within-entries', 'An entry has more portions than it is.', { load: ['entries.portions'] })
  async hasFittingPortions(): Promise<boolean> {
    for (const entry of await this.collection('entries')) {
      if (sum((await entry.collection('portions')).map(({ size }) => size)) > entry.quantity) return false;
    }
    return true;
  }

  @Invariant('few-labels', 'A basket has two labels at most, of different ranks.', { load: ['labels'] })
  hasFewLabels(): boolean {
    const ranks = this.labels.map((label) => (label as Label & { readonly LabelUse: LabelUse }).LabelUse.rank);
    return (
      this.labels.length <= 2 && new Set(ranks).size === ranks.length && this.labels.every(({ text }) => text !== 'bad')
    );
  }

  @Invariant('last-label', 'The last label stays.', { load: ['labels'] })
  keepsLastLabel(): boolean {
    return this.name !== 'labelled' || this.labels.length > 0;
  }

  @Invariant('last-entry', 'The last entry stays.', { load: ['entries'] })
  keepsLastEntry(): boolean {
    return this.name !== 'full' || this.entries.length > 0;
  }

  @Invariant('cover-not-pink', 'No cover is pink.', { load: ['cover'] })
  async hasPlainCover(): Promise<boolean> {
    return (await this.one('cover'))?.colour !== 'pink' && this.cover?.colour !== 'pink';
  }

  @Invariant('small-photo', 'The photo has ten bytes at most.')
  hasSmallPhoto(): boolean {
    return this.photo === null || this.photo.length <= 10;
  }

  @Invariant('named', 'A basket is not called "forbidden".')
  isNamed(): boolean {
    if (this.name === 'broken') throw new Error('The rule itself is broken.');
    return this.name !== 'forbidden';
  }

  @Invariant('reading-only', 'Nothing is written by a rule.')
  async writesNothing(): Promise<boolean> {
    if (this.name === 'writing') await this.updateAttributes({ name: 'written' });
    return true;
  }

  @Action({ value: 'grow' })
  async grow(by: number): Promise<void> {
    for (const entry of await this.collection('entries')) entry.quantity += by;
  }

  @Action({ value: 'fill', path: 'entries' })
  fillEntry(entry: Entry, to: number): void {
    entry.quantity = to;
  }

  /** Writes with a method of Sequelize. */
  @Action({ value: 'write' })
  async write(way: string, to: number): Promise<void> {
    const { id } = this;
    const entries = await Entry.where({ basketId: id });
    const entry = entries[0]!;
    await ways[way]!({ basket: this, entry, to });
  }
}

interface Written {
  readonly basket: Basket;
  readonly entry: Entry;
  readonly to: number;
}

/** The ways in which domain code writes an entry, or a portion, of a basket. */
export const ways: Record<string, (written: Written) => Promise<unknown>> = {
  save: ({ entry, to }: Written) => entry.set({ quantity: to }).save(),
  update: ({ entry, to }: Written) => entry.update({ quantity: to }),
  create: ({ basket, to }: Written) => Entry.create({ quantity: to, basketId: basket.id }),
  bulkCreate: ({ basket, to }: Written) =>
    Entry.bulkCreate([
      { quantity: to, basketId: basket.id },
      { quantity: 0, basketId: basket.id },
    ]),
  upsert: ({ entry, to }: Written) => Entry.upsert({ id: entry.id, quantity: to, basketId: entry.basketId }),
  staticUpdate: ({ basket, to }: Written) => Entry.update({ quantity: to }, { where: { basketId: basket.id } }),
  increment: ({ entry, to }: Written) => entry.increment('quantity', { by: to }),
  staticIncrement: ({ entry, to }: Written) => Entry.increment('quantity', { by: to, where: { id: entry.id } }),
  decrement: ({ entry, to }: Written) => entry.decrement('quantity', { by: -to }),
  mixin: ({ basket, to }: Written) => basket.$create('entry', { quantity: to }),
  portion: ({ entry, to }: Written) => Portion.create({ size: to, entryId: entry.id }),
  portions: ({ entry, to }: Written) => Portion.bulkCreate([{ size: to, entryId: entry.id }]),
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export const baskets = [Basket, Entry, Portion, Cover, Label, LabelUse];

/** All rows of all tables, including deleted ones. */
export async function allRows(): Promise<unknown> {
  const types = baskets as readonly ModelStatic<BaseDomain>[];
  const rows = types.map((type) => type.findAll({ raw: true, paranoid: false, order: [['id', 'ASC']] }));
  return JSON.parse(JSON.stringify(await Promise.all(rows)));
}
