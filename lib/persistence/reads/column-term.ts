import type { FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { type DomainModel, modelOf } from '../models/domain-model';
import { queryGeneratorOf } from '../models/query-generator';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { TimeZone } from '../time-zone';
import { SECONDS_LENGTH } from './column-reader';

/** The SQL of a column, and of the literals that it is compared with. */
export interface ColumnTerm {
  readonly sql: string;
  /** `NULL` for null and undefined. */
  literal(value: unknown): string;
}

/** Datetimes are read with milliseconds at most. */
const READ_DECIMALS = 3;

/** MySQL sorts by 1,024 bytes (max_sort_length); a character takes up to four. */
const SORTED_CHARACTERS = 255;

export const NULL = 'NULL';

const terms = new WeakMap<FieldMetadata, ColumnTerm>();

/** A column for comparison by equality; cached. */
export function columnTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  // A field of a join table is a column of that table, not of the child's.
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

/** A column for comparison by order. The values of an enum have the order of their declaration. */
export function orderTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const term = columnTerm(model, field);
  if (field.type.kind !== 'enum') return term;
  const { values } = field.type;
  const ranks = values.map((value, index) => `WHEN ${term.literal(value)} THEN ${index}`);
  const rank = (value: unknown) => (values.includes(value as string) ? String(values.indexOf(value as string)) : NULL);
  return { sql: `CASE ${term.sql} ${ranks.join(' ')} END`, literal: rank };
}

/** A column for ORDER BY and keyset pagination. Long text is cut, since MySQL sorts by its beginning only. */
export function sortTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const term = orderTerm(model, field);
  if (!isLong(field.type)) return term;
  const literal = (value: unknown) => term.literal(sortedPart(field, value));
  return { sql: `SUBSTR(${term.sql}, 1, ${SORTED_CHARACTERS})`, literal };
}

/** The part of a value that rows are sorted by. */
export function sortedPart({ type }: FieldMetadata, value: unknown): unknown {
  if (typeof value !== 'string' || !isLong(type)) return value;
  return [...value].slice(0, SORTED_CHARACTERS).join('');
}

function isLong(type: FieldType): boolean {
  return type.kind === 'text' || (type.kind === 'string' && type.maxLength > SORTED_CHARACTERS);
}

/**
 * Drivers return some values with fewer digits than the column holds. Such a column is compared at the precision that
 * is read; otherwise keyset pagination would return the last row of a page again.
 */
function typedTerm(model: DomainModel, { name, type }: FieldMetadata, sql: string): ColumnTerm {
  const generator = queryGeneratorOf(model);
  const isMysql = model.sequelize!.getDialect() === 'mysql';
  if (isMysql && type.kind === 'float' && type.isSingle) return { sql: `(CAST(${sql} AS CHAR) + 0)`, literal: double };
  if (isMysql && type.kind === 'datetime' && (type.isFiner || type.precision > READ_DECIMALS)) {
    return instantAsRead(sql, type.precision, (model.sequelize as DomainSequelize).zone);
  }
  const attribute = model.getAttributes()[name];
  return { sql, literal: LITERALS[type.kind] ?? ((value) => generator.escape(value, attribute)) };
}

/** A datetime column with more decimals of a second than are read. */
function instantAsRead(sql: string, precision: number, zone: TimeZone): ColumnTerm {
  const length = precision === 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + Math.min(precision, READ_DECIMALS);
  const literal = (value: unknown) => `'${zone.toLocal(value as Date).slice(0, length)}'`;
  return { sql: `LEFT(DATE_FORMAT(${sql}, '%Y-%m-%d %H:%i:%s.%f'), ${length})`, literal };
}

/** Numbers are not quoted: MySQL compares a number with a text as doubles. */
const LITERALS: { readonly [K in FieldType['kind']]?: (value: unknown) => string } = {
  integer: number,
  duration: number,
  decimal: number,
  float: number,
  boolean: (value) => (value === true || value === 1 ? '1' : '0'),
};

function number(value: unknown): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new TypeError(`"${text}" is not a number.`);
  return text;
}

/** Written with an exponent: MariaDB would compare `text + 0` with a whole number as integers. */
function double(value: unknown): string {
  const text = number(value);
  return /e/i.test(text) ? text : `${text}e0`;
}

/** A column by its name in the database, also one without a field. */
export function columnOf(model: DomainModel, column: string): string {
  const generator = queryGeneratorOf(model);
  return `${generator.quoteIdentifier(model.name)}.${generator.quoteIdentifier(column)}`;
}

/** A quoted SQL literal. */
export function textLiteral(model: DomainModel, text: string): string {
  return queryGeneratorOf(model).escape(text);
}
