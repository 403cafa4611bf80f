import { literal, Op, type WhereOptions } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnTerm, orderTerm } from './column-term';
import type { Alternatives, Comparison, Criteria, SearchStep } from './criteria';
import { matchesWords } from './full-text';
import { whereChildOf, whereParentOf, whereReferrerOf, whereWithoutParent } from './membership-criteria';
import { ALL_ROWS, isScoped, type Scopes } from './scopes';
import { sqlOf } from './sql-template';
import { ignoresCase, matchesPattern, matchesText } from './text-match';

/**
 * Criteria as a condition on the rows of an entity. What is asked of related entities is a subquery, so that an entity
 * is found once, however many of its children match.
 *
 * @param scopes of the related entities: others cannot match
 */
export function whereMatching(
  entity: EntityMetadata,
  { comparisons, related, alternatives = NONE }: Criteria,
  scopes: Scopes = ALL_ROWS,
): WhereOptions {
  const own = conditionsFor(entity, comparisons);
  const others = [...related].map(([step, criteria]) =>
    whereRelatedInScope(entity, step, whereMatching(step.target, criteria, scopes), scopes),
  );
  return { [Op.and]: [...own, ...others, ...alternatives.map((group) => whereMatchingAny(entity, group, scopes))] };
}

const NONE: readonly Alternatives[] = [];

function whereMatchingAny(
  entity: EntityMetadata,
  { comparisons, related }: Alternatives,
  scopes: Scopes,
): WhereOptions {
  const own = conditionsFor(entity, comparisons);
  const others = [...related].map(([step, alternatives]) =>
    whereRelatedInScope(entity, step, whereMatchingAny(step.target, alternatives, scopes), scopes),
  );
  return { [Op.or]: [...own, ...others] };
}

function conditionsFor({ type }: EntityMetadata, comparisons: readonly Comparison[]): ReturnType<typeof literal>[] {
  const model = modelOf(type);
  return comparisons.map(({ field, operator, values }) =>
    literal(sqlOf(values, (known) => conditionOf(model, { field, operator, values: known }))),
  );
}

/** Rows outside the scope of the class that the step leads to are not found. */
function whereRelatedInScope(
  entity: EntityMetadata,
  step: SearchStep,
  targets: WhereOptions,
  scopes: Scopes,
): WhereOptions {
  return whereRelated(entity, step, { [Op.and]: [targets, ...scopeConditions(step.target, scopes)] });
}

/** So often a class is gone back to through one collection: elements below that are not there. */
const DEEPEST = 4;

/**
 * The scope of a class as conditions on its rows; what it asks of related entities, it asks of all there are.
 *
 * @param below the collections through which it is asked, from the rows upwards
 */
export function scopeConditions(
  entity: EntityMetadata,
  scopes: Scopes,
  below: readonly CollectionMetadata[] = [],
): WhereOptions[] {
  const own = scopes.of(entity).map((criteria) => whereMatching(entity, criteria));
  return [...own, ...scopes.holding(entity).flatMap((collection) => parentScopeConditions(collection, scopes, below))];
}

/** A row that no parent holds in the collection is there. */
function parentScopeConditions(
  collection: CollectionMetadata,
  scopes: Scopes,
  below: readonly CollectionMetadata[],
): WhereOptions[] {
  const { owner, target, foreignKey, scope } = collection;
  if (!isScoped(owner, scopes)) return [];
  const unheld = whereWithoutParent(collection);
  if (below.filter((one) => one === collection).length >= DEEPEST) return [unheld];
  // Whose rows they are does not change when the parent is deleted.
  const held = whereChildOf(
    collection,
    { [Op.and]: scopeConditions(owner, scopes, [...below, collection]) },
    'include',
  );
  const isAlwaysHeld = foreignKey !== undefined && !target.fields.get(foreignKey)!.isNullable;
  return [isAlwaysHeld && Object.keys(scope).length === 0 ? held : { [Op.or]: [unheld, held] }];
}

function whereRelated(entity: EntityMetadata, step: SearchStep, targets: WhereOptions): WhereOptions {
  return 'kind' in step ? whereParentOf(step, targets) : whereReferrerOf(entity, step, targets);
}

/** A comparison whose values are known. */
type KnownComparison = Comparison & { readonly values: readonly unknown[] };

function conditionOf(model: DomainModel, comparison: KnownComparison): string {
  const { field, operator, values } = comparison;
  const { sql } = columnTerm(model, field);
  switch (operator) {
    case 'in':
      return inCondition(model, comparison);
    case 'notIn':
      return negated(inCondition(model, comparison), sql, field.isNullable);
    case 'like':
      return anyOf(values.map((value) => matchesPattern(model, field, String(value))));
    case 'match':
      return anyOf(values.map((value) => matchesWords(model, field, String(value))));
    case 'isNull':
      return anyOf(values.map((value) => `${sql} ${value === true ? 'IS NULL' : 'IS NOT NULL'}`));
    default:
      return orderCondition(model, comparison, SIGNS[operator]);
  }
}

const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function inCondition(model: DomainModel, { field, values }: KnownComparison): string {
  if (ignoresCase(field)) return anyOf(values.map((value) => matchesText(model, field, String(value))));
  if (values.length === 0) return NEVER;
  const term = columnTerm(model, field);
  return `${term.sql} IN (${values.map(term.literal).join(', ')})`;
}

const NEVER = '1 = 0';

function negated(condition: string, sql: string, isNullable: boolean): string {
  const isOther = `NOT (${condition})`;
  return isNullable ? `(${isOther} OR ${sql} IS NULL)` : isOther;
}

function orderCondition(model: DomainModel, { field, values }: KnownComparison, sign: string): string {
  const term = orderTerm(model, field);
  return anyOf(values.map((value) => `${term.sql} ${sign} ${term.literal(value)}`));
}

/** Halves in brackets: SQLite takes no more than 1,000 levels of an expression. */
function anyOf(choices: readonly string[]): string {
  if (choices.length < 2) return choices[0] ?? NEVER;
  const middle = choices.length >> 1;
  return `(${anyOf(choices.slice(0, middle))} OR ${anyOf(choices.slice(middle))})`;
}
