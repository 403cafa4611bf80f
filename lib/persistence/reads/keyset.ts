import { literal } from 'sequelize';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { NoDate } from '../models/stored-values';
import { NULL, noDateTerm, sortTerm } from './column-term';
import type { Search, SortKey } from './criteria';
import type { Row } from './row';
import { sortValue } from './sort-value';
import { type Placeholder, sqlOf } from './sql-template';

type Literal = ReturnType<typeof literal>;

/** The sort keys with the primary key as the last one, so that the order is total. */
export function completeSort(
  { primaryKey, rowOrder }: EntityMetadata,
  sort: readonly SortKey[] = [],
): readonly SortKey[] {
  if (rowOrder.length > 1) return sortBySeveral(rowOrder, sort);
  const last = sort.findIndex(({ field }) => field === primaryKey);
  return last < 0 ? [...sort, { field: primaryKey, isDescending: false }] : sort.slice(0, last + 1);
}

/** The sort keys with all columns of a key, which are looked for in any order. */
export function sortBySeveral(fields: readonly FieldMetadata[], sort: readonly SortKey[]): readonly SortKey[] {
  const places = fields.map((field) => sort.findIndex((key) => key.field === field));
  const missing = fields.filter((_, index) => places[index] === -1);
  if (missing.length === 0) return sort.slice(0, Math.max(...places) + 1);
  return [...sort, ...missing.map((field) => ({ field, isDescending: false }))];
}

/** The sort keys of a search, completed where they are not unique. */
export function orderOf(entity: EntityMetadata, { sort, isTotal }: Search): readonly SortKey[] {
  return sort && isTotal ? sort : completeSort(entity, sort);
}

/** The `order` of `findAll`. All databases sort NULL before every value. */
export function orderBy({ type }: EntityMetadata, sort: readonly SortKey[]): [Literal, string][] {
  const model = modelOf(type);
  return sort.map(({ field, isDescending }) => [literal(sortTerm(model, field).sql), isDescending ? 'DESC' : 'ASC']);
}

/** The condition on entities after the last one of a page. */
export function whereAfter({ type }: EntityMetadata, sort: readonly SortKey[], last: Row | Placeholder<Row>): Literal {
  return literal(sqlOf(last, (known) => afterSql(modelOf(type), sort, known)));
}

function afterSql(model: DomainModel, [key, ...others]: readonly SortKey[], last: Row): string {
  const { field } = key!;
  const sorted = sortValue(last, field);
  const { sql, literal: literalOf } = sorted instanceof NoDate ? noDateTerm(model, field) : sortTerm(model, field);
  const value = literalOf(sorted);
  const beyond = beyondSql(sql, value, key!.isDescending);
  if (others.length === 0) return beyond;
  const same = value === NULL ? `${sql} IS NULL` : `${sql} = ${value}`;
  return `(${beyond} OR (${same} AND ${afterSql(model, others, last)}))`;
}

function beyondSql(sql: string, value: string, isDescending: boolean): string {
  if (value === NULL) return isDescending ? '1 = 0' : `${sql} IS NOT NULL`;
  return isDescending ? `(${sql} < ${value} OR ${sql} IS NULL)` : `${sql} > ${value}`;
}
