import {
  AfterSync,
  BeforeSave,
  BelongsToMany,
  Column,
  DataType,
  HasMany,
  HasOne,
  Model,
  Table,
  Unique,
} from 'sequelize-typescript';
import { Action, AggregateRoot, Collection, EntityKey, ReadOnly } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { IntegerColumn, JoinTable, KeyOf, RequiredString, StringColumn } from '../columns';
import { dialect } from '../test-database';

/** The statement of a trigger that sets columns of the row that is written. */
export function setting(table: string, event: 'INSERT' | 'UPDATE', values: Readonly<Record<string, string>>): string {
  const name = `${table}_${event.toLowerCase()}`;
  const sets = (prefix: string) => Object.entries(values).map(([column, value]) => `${prefix}${column} = ${value}`);
  return dialect === 'sqlite'
    ? `CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${event} ON ${table} BEGIN
       UPDATE ${table} SET ${sets('').join(', ')} WHERE id = NEW.id; END`
    : `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${event} ON ${table} FOR EACH ROW SET ${sets('NEW.').join(', ')}`;
}

/** The statement of a trigger that updates the parent of the row that is written. */
function summing(event: 'INSERT' | 'UPDATE' | 'DELETE', value: string, row: 'NEW' | 'OLD'): string {
  const update = `UPDATE crates SET weight = COALESCE(weight, 0) + ${value} WHERE id = ${row}.crate_id`;
  const body = dialect === 'sqlite' ? `BEGIN ${update}; END` : `FOR EACH ROW ${update}`;
  return `CREATE TRIGGER IF NOT EXISTS sum_after_${event.toLowerCase()} AFTER ${event} ON contents ${body}`;
}

/** Triggers set its label and count its updates; those of its contents add up its weight. */
@AggregateRoot
@Table({ tableName: 'crates' })
export class Crate extends BaseDomain {
  @RequiredString(20) declare name: string;
  @ReadOnly @StringColumn(20) declare label: string | null;
  @ReadOnly @IntegerColumn declare moves: number | null;
  @ReadOnly @IntegerColumn declare weight: number | null;
  @Collection({ replace: true })
  @HasMany(() => Content)
  declare contents: Content[];
  @HasOne(() => Seal) declare seal: Seal | null;
  @BelongsToMany(
    () => Sticker,
    () => CrateSticker,
  )
  declare stickers: Sticker[];

  @AfterSync
  static async createTriggers(): Promise<void> {
    const label = { label: 'UPPER(NEW.name)' };
    const statements = [
      setting('crates', 'INSERT', label),
      setting('crates', 'UPDATE', { ...label, moves: 'COALESCE(OLD.moves, 0) + 1' }),
    ];
    for (const sql of statements) await Crate.sequelize!.query(sql);
  }

  @Action({ value: 'rename' })
  async rename(name: string): Promise<Crate> {
    this.name = name;
    return this;
  }

  @Action({ value: 'pack' })
  async pack(grams: number): Promise<{ readonly packed: readonly Content[] }> {
    return { packed: [await Content.create({ what: 'nail', grams, crateId: this.id } as never)] };
  }
}

@Table({ tableName: 'contents' })
export class Content extends BaseDomain {
  @RequiredString(20) declare what: string;
  @IntegerColumn declare grams: number | null;
  @ReadOnly @StringColumn(20) declare mark: string | null;
  @KeyOf(() => Crate) declare crateId: EntityId;

  @AfterSync
  static async createTriggers(): Promise<void> {
    const statements = [
      setting('contents', 'INSERT', { mark: 'UPPER(NEW.what)' }),
      summing('INSERT', 'NEW.grams', 'NEW'),
      summing('UPDATE', 'NEW.grams - OLD.grams', 'NEW'),
      summing('DELETE', '(0 - OLD.grams)', 'OLD'),
    ];
    for (const sql of statements) await Content.sequelize!.query(sql);
  }
}

/** The single child of a crate. */
@Table({ tableName: 'seals' })
export class Seal extends BaseDomain {
  @RequiredString(20) declare wax: string;
  @ReadOnly @StringColumn(20) declare mark: string | null;
  @KeyOf(() => Crate) declare crateId: EntityId;

  @AfterSync
  static async createTriggers(): Promise<void> {
    const mark = { mark: 'UPPER(NEW.wax)' };
    for (const event of ['INSERT', 'UPDATE'] as const) await Seal.sequelize!.query(setting('seals', event, mark));
  }
}

@AggregateRoot
@Table({ tableName: 'stickers' })
export class Sticker extends BaseDomain {
  @RequiredString(20) declare motif: string;
  @ReadOnly @StringColumn(20) declare mark: string | null;

  @AfterSync
  static async createTriggers(): Promise<void> {
    const mark = { mark: 'UPPER(NEW.motif)' };
    for (const event of ['INSERT', 'UPDATE'] as const) await Sticker.sequelize!.query(setting('stickers', event, mark));
  }
}

@JoinTable('crate_stickers', { crateId: () => Crate, stickerId: () => Sticker })
export class CrateSticker extends Model {}

/** A trigger writes its key in lower case, and each update counts, also that of a restore. */
@AggregateRoot
@Table({ tableName: 'labels', paranoid: true })
export class Label extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @ReadOnly @IntegerColumn declare uses: number | null;
  @Column(DataType.DATE) declare deletedAt: Date | null;

  @BeforeSave
  static trim(label: Label): void {
    label.code = label.code.trim();
  }

  @AfterSync
  static async createTriggers(): Promise<void> {
    const statements = [
      setting('labels', 'INSERT', { code: 'LOWER(NEW.code)' }),
      setting('labels', 'UPDATE', { uses: 'COALESCE(OLD.uses, 0) + 1' }),
    ];
    for (const sql of statements) await Label.sequelize!.query(sql);
  }
}

/** A generated column, a default that the class does not know, and on servers a column that each update sets. */
@AggregateRoot
@Table({ tableName: 'parcels' })
export class Parcel extends BaseDomain {
  @IntegerColumn declare grams: number;
  @ReadOnly @IntegerColumn declare doubled: number | null;
  @StringColumn(10) declare state: string | null;
  @ReadOnly @Column(DataType.DATE(6)) declare changedAt: Date | null;
}

/** Only a default that the class does not know. */
@AggregateRoot
@Table({ tableName: 'stamps' })
export class Stamp extends BaseDomain {
  @StringColumn(10) declare motif: string;
  @StringColumn(10) declare colour: string | null;
}

export const crates = [Crate, Content, Seal, Sticker, CrateSticker, Label, Parcel, Stamp];

/** The tables of {@link Parcel} and {@link Stamp}. */
export const parcelTables: readonly string[] =
  dialect === 'sqlite'
    ? [
        `CREATE TABLE parcels (id INTEGER PRIMARY KEY AUTOINCREMENT, grams INTEGER, state VARCHAR(10) DEFAULT 'new',
         doubled INTEGER GENERATED ALWAYS AS (grams * 2) VIRTUAL, changed_at DATETIME,
         created_at DATETIME, updated_at DATETIME, version INTEGER NOT NULL DEFAULT 0)`,
        `CREATE TABLE stamps (id INTEGER PRIMARY KEY AUTOINCREMENT, motif VARCHAR(10), colour VARCHAR(10) DEFAULT 'red',
         created_at DATETIME, updated_at DATETIME, version INTEGER NOT NULL DEFAULT 0)`,
      ]
    : [
        `CREATE TABLE parcels (id BIGINT AUTO_INCREMENT PRIMARY KEY, grams INTEGER, state VARCHAR(10) DEFAULT 'new',
         doubled INTEGER AS (grams * 2) VIRTUAL,
         changed_at DATETIME(6) NULL ON UPDATE CURRENT_TIMESTAMP(6),
         created_at DATETIME(3), updated_at DATETIME(3), version INTEGER NOT NULL DEFAULT 0)`,
        `CREATE TABLE stamps (id BIGINT AUTO_INCREMENT PRIMARY KEY, motif VARCHAR(10), colour VARCHAR(10) DEFAULT 'red',
         created_at DATETIME(3), updated_at DATETIME(3), version INTEGER NOT NULL DEFAULT 0)`,
      ];
