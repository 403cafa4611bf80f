import { Op } from 'sequelize';
import { type Bound, type Comparison, isWellFormed } from '../../values';
import type { ComparedColumn } from '../models/compared-column';

/** A column that criteria compare with a value. */
export interface CriteriaColumn extends ComparedColumn {
  /** The SQL of the column itself. */
  readonly column: string;
  readonly comparison: Comparison;
  readonly isBoolean?: boolean;
}

const LISTS: ReadonlySet<unknown> = new Set([Op.in, Op.notIn, Op.between, Op.notBetween]);

/**
 * The condition of an operator and its value, or its list of values; undefined where Sequelize writes it.
 *
 * Null stays unknown in each of them, so that `Op.not` around a condition means the same as Sequelize's.
 */
export function conditionOf(column: CriteriaColumn, operator: unknown, value: unknown): string | undefined {
  if (operator !== Op.not && Array.isArray(value) !== LISTS.has(operator)) return undefined;
  switch (operator) {
    case Op.eq:
      return sameAs(column, value);
    case Op.ne:
      return otherThan(column, value);
    case Op.not:
      if (typeof value === 'boolean' && column.comparison.equal(value) !== undefined) return undefined;
      return Array.isArray(value) ? among(column, value, 'NOT IN') : otherThan(column, value);
    case Op.in:
      return among(column, value as readonly unknown[], 'IN');
    case Op.notIn:
      return among(column, value as readonly unknown[], 'NOT IN');
    case Op.gt:
    case Op.gte:
    case Op.lt:
    case Op.lte:
      return compared(column, operator, column.comparison.bound(value));
    case Op.between:
    case Op.notBetween:
      return between(column, operator, value as readonly unknown[]);
    default:
      return cannotMatch(value) ? (isNegative(operator) ? anyRow(column) : noRow(column)) : undefined;
  }
}

/** False, and unknown for null. Both databases see that no row matches, and read none. */
function noRow({ column }: CriteriaColumn): string {
  return `(${column} IS NULL AND NULL)`;
}

/** True, and unknown for null. */
function anyRow({ column }: CriteriaColumn): string {
  return `(${column} IS NOT NULL OR NULL)`;
}

function sameAs(column: CriteriaColumn, value: unknown): string {
  const held = column.comparison.equal(value);
  if (held === undefined) return noRow(column);
  return column.isBoolean ? isTruth(column, held) : `${column.sql} = ${column.literal(held)}`;
}

function otherThan(column: CriteriaColumn, value: unknown): string {
  const held = column.comparison.equal(value);
  if (held === undefined) return anyRow(column);
  return column.isBoolean ? isTruth(column, !held) : `${column.sql} != ${column.literal(held)}`;
}

/** A condition that an index can serve. */
function isTruth({ column }: CriteriaColumn, value: unknown): string {
  return `${column} ${value ? '<>' : '='} 0`;
}

function among(column: CriteriaColumn, values: readonly unknown[], operator: 'IN' | 'NOT IN'): string | undefined {
  if (values.length === 0) return undefined;
  const literals = values.flatMap((value) => {
    const held = value === null ? null : column.comparison.equal(value);
    if (held === undefined) return [];
    return held === null ? 'NULL' : column.literal(held);
  });
  if (literals.length > 0) return `${column.sql} ${operator} (${literals.join(', ')})`;
  return operator === 'IN' ? noRow(column) : anyRow(column);
}

type OrderOperator = typeof Op.gt | typeof Op.gte | typeof Op.lt | typeof Op.lte;

function compared(column: CriteriaColumn, operator: OrderOperator, bound: Bound | undefined): string {
  const isUpwards = operator === Op.gt || operator === Op.gte;
  if (bound === undefined) return noRow(column);
  if (typeof bound === 'string') return (bound === 'below') === isUpwards ? anyRow(column) : noRow(column);
  const isOpen = bound.isBetween ? isUpwards : operator === Op.gt || operator === Op.lt;
  return `${column.sql} ${isUpwards ? '>' : '<'}${isOpen ? '' : '='} ${column.literal(bound.value)}`;
}

function between(column: CriteriaColumn, operator: unknown, values: readonly unknown[]): string {
  const [from, to] = values.map((value) => column.comparison.bound(value));
  if (from === undefined || to === undefined) return noRow(column);
  return operator === Op.between
    ? `(${compared(column, Op.gte, from)} AND ${compared(column, Op.lte, to)})`
    : `(${compared(column, Op.lt, from)} OR ${compared(column, Op.gt, to)})`;
}

/** Whether a pattern has a character that no text of a column has. Such patterns are an error on SQLite. */
function cannotMatch(pattern: unknown): boolean {
  return typeof pattern === 'string' && (pattern.includes('\0') || !isWellFormed(pattern));
}

const NEGATIVE: ReadonlySet<unknown> = new Set([Op.notLike, Op.notILike, Op.notRegexp, Op.notIRegexp]);

function isNegative(operator: unknown): boolean {
  return NEGATIVE.has(operator);
}
