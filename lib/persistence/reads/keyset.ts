import { literal } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, isModelInstance, modelOf } from '../models/domain-model';
import { NULL, sortTerm } from './column-term';
import type { Search, SortKey } from './criteria';
import type { Row } from './row';
import { type Placeholder, sqlOf } from './sql-template';

type Literal = ReturnType<typeof literal>;

/** The sort keys with the primary key as the last one, so that the order is total. */
export function completeSort({ primaryKey }: EntityMetadata, sort: readonly SortKey[] = []): readonly SortKey[] {
  const last = sort.findIndex(({ field }) => field === primaryKey);
  return last < 0 ? [...sort, { field: primaryKey, isDescending: false }] : sort.slice(0, last + 1);
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
  const { sql, literal: literalOf } = sortTerm(model, key!.field);
  const value = literalOf(storedValue(last, key!.field.name));
  const beyond = beyondSql(sql, value, key!.isDescending);
  if (others.length === 0) return beyond;
  const same = value === NULL ? `${sql} IS NULL` : `${sql} = ${value}`;
  return `(${beyond} OR (${same} AND ${afterSql(model, others, last)}))`;
}

/** The value of the column, not of a getter. */
function storedValue(row: Row, name: string): unknown {
  return isModelInstance(row) ? row.dataValues[name] : row.get(name);
}

function beyondSql(sql: string, value: string, isDescending: boolean): string {
  if (value === NULL) return isDescending ? '1 = 0' : `${sql} IS NOT NULL`;
  return isDescending ? `(${sql} < ${value} OR ${sql} IS NULL)` : `${sql} > ${value}`;
}
