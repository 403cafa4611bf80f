import type { ModelAttributeColumnOptions } from 'sequelize';
import type { FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { dialectOf } from '../dialects/dialect-of';
import { type ComparedColumn, comparedColumn } from '../models/compared-column';
import { type DomainModel, modelOf } from '../models/domain-model';
import { quotedColumn } from '../models/quoted-column';
import type { NoDate } from '../models/stored-values';
import { queryGeneratorOf } from '../sequelize/query-interface';

/** {@link ComparedColumn} of a field. */
export interface ColumnTerm extends ComparedColumn {
  /** `NULL` for null and undefined. */
  literal(value: unknown): string;
}

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
  const attribute = model.getAttributes()[field.name]! as ModelAttributeColumnOptions;
  const { literal, ...term } = comparedColumn(model, attribute, field.type, quotedColumn(model, attribute.field!));
  return { ...term, literal: (value) => (value === null || value === undefined ? NULL : literal(value)) };
}

/** A column for comparison by order. The values of an enum have the order of their declaration; every true is 1. */
export function orderTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const term = columnTerm(model, field);
  if (field.type.kind === 'boolean') return { ...term, sql: `(${term.sql} <> 0)` };
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

/** A column that is compared with dates that no calendar has, which a server would reject as dates. */
export function noDateTerm(model: DomainModel, field: FieldMetadata): ColumnTerm {
  const { sql } = columnTerm(model, field);
  const literal = (value: unknown) => textLiteral(model, (value as NoDate).text);
  return { sql: dialectOf(model.sequelize!).values.dateText(sql), literal };
}

/** The part of a value that rows are sorted by. */
export function sortedPart({ type }: FieldMetadata, value: unknown): unknown {
  if (typeof value !== 'string' || !isLong(type)) return value;
  return [...value].slice(0, SORTED_CHARACTERS).join('');
}

function isLong(type: FieldType): boolean {
  return type.kind === 'text' || (type.kind === 'string' && type.maxLength > SORTED_CHARACTERS);
}

/** A quoted SQL literal. */
export function textLiteral(model: DomainModel, text: string): string {
  return queryGeneratorOf(model).escape(text);
}
