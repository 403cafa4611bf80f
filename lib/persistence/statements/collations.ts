import { chunksOf } from '../../foundation';
import type { Dialect } from '../dialects/dialect';
import type { DomainModel } from '../models/domain-model';
import { fieldTypeOfColumn } from '../models/field-types';
import { queryGeneratorOf } from '../sequelize/query-interface';
import type { ReadRows } from './driver-rows';

/** A column, by the name of its field. */
export interface KeyColumn {
  readonly model: DomainModel;
  readonly field: string;
}

/** A foreign key and the key that it refers to. */
export interface KeyLink {
  readonly from: KeyColumn;
  readonly to: KeyColumn;
}

/** The text of the key that a foreign key refers to; its own text if it refers to none of the known keys. */
export type KeyLookup = (foreignKey: unknown) => string;

/** The Sequelize whose database is asked. */
interface Queried {
  readonly sqlDialect: Dialect;
  selectRows<T>(sql: string, read: ReadRows<T>): Promise<T>;
}

/** Short lists, since the database compares each text of one with each of the other. */
const TEXTS_PER_STATEMENT = 1000;

/** Texts that are equal to `a` in a collation that ignores case, accents or blanks at the end. */
const VARIANTS = ['A', 'á', 'a '];

/**
 * Text keys are equal where the database says so: in tables of other programs `new` may refer to `NEW`. Byte for byte the
 * same texts are equal in every collation, so that the database is asked about the others alone, and never in tables
 * whose texts it compares by their bytes.
 */
export class Collations {
  /** Whether two columns are compared byte for byte, by their names. */
  readonly #areExact = new Map<string, boolean>();

  constructor(private readonly sequelize: Queried) {}

  /** Matches foreign keys with keys that a statement has found by them, or for them. */
  async lookup(link: KeyLink, foreignKeys: Iterable<unknown>, keys: Iterable<unknown>): Promise<KeyLookup> {
    if (!isText(link.from)) return String;
    const known = textsOf(keys);
    const others = [...textsOf(foreignKeys)].filter((text) => !known.has(text));
    if (others.length === 0 || known.size === 0 || (await this.#isExact(link))) return String;
    const equal = await this.#equalTexts(link, others, [...known]);
    return (foreignKey) => equal.get(String(foreignKey)) ?? String(foreignKey);
  }

  async #isExact(link: KeyLink): Promise<boolean> {
    const name = `${nameOf(link.from)} = ${nameOf(link.to)}`;
    const isExact = this.#areExact.get(name) ?? (await this.#equalTexts(link, VARIANTS, ['a'])).size === 0;
    this.#areExact.set(name, isExact);
    return isExact;
  }

  async #equalTexts(link: KeyLink, texts: readonly string[], keys: readonly string[]): Promise<Map<string, string>> {
    const equal = new Map<string, string>();
    for (const some of chunksOf(texts, TEXTS_PER_STATEMENT)) {
      for (const others of chunksOf(keys, TEXTS_PER_STATEMENT)) {
        const pairs = await this.sequelize.selectRows(this.#sqlOf(link, some, others), (rows) =>
          rows.map((row) => [String(row[0] ?? row.text), String(row[1] ?? row.key)] as const),
        );
        for (const [text, key] of pairs) equal.set(text, key);
      }
    }
    return equal;
  }

  /** The texts take the collations of the columns, from SELECTs without rows. SQLite uses that of the left side. */
  #sqlOf({ from, to }: KeyLink, texts: readonly string[], keys: readonly string[]): string {
    const quote = (name: string) => queryGeneratorOf(from.model).quoteIdentifier(name);
    const [text, key] = ['text', 'key'].map(quote);
    const [left, right] = [this.#listOf(from, texts, text!), this.#listOf(to, keys, key!)];
    return `SELECT t.${text} AS ${text}, k.${key} AS ${key} FROM (${left}) AS t INNER JOIN (${right}) AS k ON t.${text} = k.${key}`;
  }

  #listOf({ model, field }: KeyColumn, texts: readonly string[], name: string): string {
    const generator = queryGeneratorOf(model);
    const column = generator.quoteIdentifier(model.getAttributes()[field]!.field!);
    const empty = `SELECT ${column} AS ${name} FROM ${generator.quoteTable(model.getTableName())} WHERE 1 = 0`;
    const literals = texts.map((text) => generator.escape(text));
    return `${empty} UNION ALL ${this.sequelize.sqlDialect.syntax.rowsOf(literals)}`;
  }
}

const TEXT_KINDS: ReadonlySet<string> = new Set(['string', 'text', 'enum', 'uuid', 'opaque']);

function isText({ model, field }: KeyColumn): boolean {
  return TEXT_KINDS.has(fieldTypeOfColumn(model.getAttributes()[field]!).kind);
}

function textsOf(values: Iterable<unknown>): Set<string> {
  const texts = new Set<string>();
  for (const value of values) if (value !== null && value !== undefined) texts.add(String(value));
  return texts;
}

function nameOf({ model, field }: KeyColumn): string {
  return `${model.name}.${field}`;
}
