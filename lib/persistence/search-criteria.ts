import { literal, Op, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../metadata';
import { columnTerm, orderTerm } from './column-term';
import type { Comparison, Criteria, SearchStep } from './criteria';
import { type DomainModel, modelOf } from './domain-model';
import { parentsOf, referrersOf } from './membership';
import { ignoresCase, matchesPattern, matchesText } from './text-match';

/**
 * Criteria as a condition on the rows of an entity. What is asked of related entities is a subquery, so that an entity
 * is found once, however many of its children match.
 */
export function meeting(entity: EntityMetadata, { comparisons, related }: Criteria): WhereOptions {
  const model = modelOf(entity.type);
  const own = comparisons.map((comparison) => literal(conditionOf(model, comparison)));
  const others = [...related].map(([step, criteria]) => reaching(entity, step, meeting(step.target, criteria)));
  return { [Op.and]: [...own, ...others] };
}

function reaching(entity: EntityMetadata, step: SearchStep, targets: WhereOptions): WhereOptions {
  return 'kind' in step ? parentsOf(step, targets) : referrersOf(entity, step, targets);
}

function conditionOf(model: DomainModel, comparison: Comparison): string {
  const { field, operator, values } = comparison;
  const { sql } = columnTerm(model, field);
  switch (operator) {
    case 'in':
      return among(model, comparison);
    case 'notIn':
      return opposite(among(model, comparison), sql, field.isNullable);
    case 'like':
      return anyOf(values.map((value) => matchesPattern(model, field, String(value))));
    case 'isNull':
      return anyOf(values.map((value) => `${sql} ${value === true ? 'IS NULL' : 'IS NOT NULL'}`));
    default:
      return inOrder(model, comparison, SIGNS[operator]);
  }
}

const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function among(model: DomainModel, { field, values }: Comparison): string {
  if (ignoresCase(field)) return anyOf(values.map((value) => matchesText(model, field, String(value))));
  const term = columnTerm(model, field);
  return `${term.sql} IN (${values.map(term.literal).join(', ')})`;
}

function opposite(condition: string, sql: string, isNullable: boolean): string {
  const isOther = `NOT (${condition})`;
  return isNullable ? `(${isOther} OR ${sql} IS NULL)` : isOther;
}

function inOrder(model: DomainModel, { field, values }: Comparison, sign: string): string {
  const term = orderTerm(model, field);
  return anyOf(values.map((value) => `${term.sql} ${sign} ${term.literal(value)}`));
}

/** Halves in brackets: SQLite takes no more than 1,000 levels of an expression. */
function anyOf(conditions: readonly string[]): string {
  if (conditions.length === 1) return conditions[0]!;
  const middle = conditions.length >> 1;
  return `(${anyOf(conditions.slice(0, middle))} OR ${anyOf(conditions.slice(middle))})`;
}
