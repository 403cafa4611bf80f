import type { FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { type DomainModel, modelOf } from '../models/domain-model';

/** A column as a term of SQL, and values as the literals that it is compared with: `NULL` for no value. */
export interface ColumnTerm {
  readonly sql: string;
  literal(value: unknown): string;
}

interface Writer {
  quoteIdentifier(name: string): string;
  escape(value: unknown, attribute?: unknown): string;
}

/** Values of finer datetimes are read as milliseconds. */
const HELD_DECIMALS = 3;

/** Of up to four bytes each, in the 1,024 bytes that MySQL sorts by. */
const SORTED_CHARACTERS = 255;

export const NULL = 'NULL';

const terms = new WeakMap<FieldMetadata, ColumnTerm>();

/** A column for equality; made once for each. */
export function columnTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  // A column of a join table is spoken of where that is joined, or around the statement, under its own name.
  const term = terms.get(field) ?? makeTerm(field.holder ? modelOf(field.holder) : model, field);
  terms.set(field, term);
  return term;
}

function makeTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const { field: column } = model.getAttributes()[field.name]!;
  const sql = columnOf(model, column!);
  const { literal, ...term } = typedTerm(model, field, sql);
  return { ...term, literal: (value) => (value === null || value === undefined ? NULL : literal(value)) };
}

/**
 * A column that is compared by order. Choices have the order of their declaration, whatever order the database keeps
 * them in.
 */
export function orderTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const term = columnTerm(model, field);
  if (field.type.kind !== 'enum') return term;
  const { values } = field.type;
  const ranks = values.map((value, index) => `WHEN ${term.literal(value)} THEN ${index}`);
  const rank = (value: unknown) => (values.includes(value as string) ? String(values.indexOf(value as string)) : NULL);
  return { sql: `CASE ${term.sql} ${ranks.join(' ')} END`, literal: rank };
}

/**
 * A column that rows are sorted by. MySQL sorts long text by its beginning alone (max_sort_length), and so does
 * everything that must agree with that order.
 */
export function sortTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const term = orderTerm(model, field);
  if (!isLong(field.type)) return term;
  const literal = (value: unknown) => term.literal(sortedPart(field, value));
  return { sql: `SUBSTR(${term.sql}, 1, ${SORTED_CHARACTERS})`, literal };
}

/** The part of a value that decides the place of its row. */
export function sortedPart({ type }: FieldMetadata, value: unknown): unknown {
  if (typeof value !== 'string' || !isLong(type)) return value;
  return [...value].slice(0, SORTED_CHARACTERS).join('');
}

function isLong(type: FieldType): boolean {
  return type.kind === 'text' || (type.kind === 'string' && type.maxLength > SORTED_CHARACTERS);
}

/**
 * A driver gives some values with fewer digits than the column holds; such a column is compared as it is read, or a
 * list would come back to the row that it stopped at.
 */
function typedTerm(model: DomainModel, { name, type }: FieldMetadata, sql: string): ColumnTerm {
  const writer = writerOf(model);
  const isMysql = model.sequelize!.getDialect() === 'mysql';
  if (isMysql && type.kind === 'float' && type.isSingle) return { sql: `(CAST(${sql} AS CHAR) + 0)`, literal: double };
  if (isMysql && type.kind === 'datetime' && (type.isFiner || type.precision > HELD_DECIMALS)) {
    return instantAsRead(sql, type.precision);
  }
  const attribute = model.getAttributes()[name];
  return { sql, literal: LITERALS[type.kind] ?? ((value) => writer.escape(value, attribute)) };
}

/** An instant of a column that holds more decimals of a second than are read. */
function instantAsRead(sql: string, precision: number): ColumnTerm {
  const length = precision === 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + Math.min(precision, HELD_DECIMALS);
  const literal = (value: unknown) => `'${(value as Date).toISOString().slice(0, length).replace('T', ' ')}'`;
  return { sql: `LEFT(DATE_FORMAT(${sql}, '%Y-%m-%d %H:%i:%s.%f'), ${length})`, literal };
}

/** Of `2026-01-31 08:30:00`. */
const SECONDS_LENGTH = 19;

/** Numbers are written as numbers: MySQL compares a number with text as doubles. */
const LITERALS: { readonly [K in FieldType['kind']]?: (value: unknown) => string } = {
  integer: number,
  duration: number,
  decimal: number,
  float: number,
  boolean: (value) => (value === true || value === 1 ? '1' : '0'),
};

function number(value: unknown): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new TypeError(`"${text}" is no number.`);
  return text;
}

/** With an exponent: beside a whole number, MariaDB compares the sum of a text and a number as whole numbers. */
function double(value: unknown): string {
  const text = number(value);
  return /e/i.test(text) ? text : `${text}e0`;
}

/** A column of the class's rows by its name in the database, which may be in no field. */
export function columnOf(model: DomainModel, column: string): string {
  const writer = writerOf(model);
  return `${writer.quoteIdentifier(model.name)}.${writer.quoteIdentifier(column)}`;
}

/** Text as a literal of SQL. */
export function textLiteral(model: DomainModel, text: string): string {
  return writerOf(model).escape(text);
}

/** Sequelize's own generator quotes and escapes; its types leave it out. */
function writerOf(model: DomainModel): Writer {
  return (model.sequelize!.getQueryInterface() as unknown as { readonly queryGenerator: Writer }).queryGenerator;
}
