import { literal, Op, type WhereOptions } from 'sequelize';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { balanced } from '../models/balanced-criteria';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnTerm, orderTerm } from './column-term';
import type { Alternatives, Comparison, Criteria, SearchStep } from './criteria';
import { matchesWords } from './full-text';
import { whereChildOf, whereParentOf, whereReferrerOf, whereWithoutParent } from './membership-criteria';
import { ALL_ROWS, isScoped, type Scopes } from './scopes';
import { sqlOf } from './sql-template';
import { ignoresCase, matchesPattern, matchesText } from './text-match';

/**
 * The criteria as a condition on the rows of an entity. Criteria on related entities become subqueries, so that an
 * entity is found once, however many of its children match.
 *
 * @param scopes of the related entities; those out of scope never match
 */
export function whereMatching(
  entity: EntityMetadata,
  { comparisons, related, alternatives = NONE }: Criteria,
  scopes: Scopes = ALL_ROWS,
): WhereOptions {
  const own = conditionsFor(entity, comparisons);
  const nested = [...related].map(([step, criteria]) =>
    whereRelatedInScope(entity, step, whereMatching(step.target, criteria, scopes), scopes),
  );
  const groups = alternatives.map((group) => whereMatchingAny(entity, group, scopes));
  return balanced(Op.and, [...own, ...nested, ...groups]);
}

const NONE: readonly Alternatives[] = [];

/**
 * The scope of a class as SQL on its own columns, whose table has the name of the model as its alias: conditions that must
 * all hold. Undefined where it takes more than the columns of the row.
 */
export function ownScopeConditions(entity: EntityMetadata, scopes: Scopes): readonly string[] | undefined {
  const criteria = scopes.of(entity);
  if (scopes.holding(entity).length > 0 || !criteria.every(isOwn)) return undefined;
  const conditions = (comparisons: readonly Comparison[]) =>
    comparisons.map((one) => conditionOf(modelOf(entity.type), one as KnownComparison));
  return criteria.flatMap(({ comparisons, alternatives = NONE }) => [
    ...conditions(comparisons),
    ...alternatives.map((group) => anyOf(conditions(group.comparisons))),
  ]);
}

/** Whether criteria compare columns of the row alone. Words are found in an index beside its table. */
function isOwn({ comparisons, related, alternatives = NONE }: Criteria): boolean {
  if ([related, ...alternatives.map((group) => group.related)].some(({ size }) => size > 0)) return false;
  const all = [...comparisons, ...alternatives.flatMap((group) => group.comparisons)];
  return all.every(({ field, operator, values }) => !field.holder && operator !== 'match' && Array.isArray(values));
}

function whereMatchingAny(
  entity: EntityMetadata,
  { comparisons, related }: Alternatives,
  scopes: Scopes,
): WhereOptions {
  const own = conditionsFor(entity, comparisons);
  const nested = [...related].map(([step, alternatives]) =>
    whereRelatedInScope(entity, step, whereMatchingAny(step.target, alternatives, scopes), scopes),
  );
  return balanced(Op.or, [...own, ...nested]);
}

function conditionsFor({ type }: EntityMetadata, comparisons: readonly Comparison[]): ReturnType<typeof literal>[] {
  const model = modelOf(type);
  return comparisons.map(({ field, operator, values }) =>
    literal(sqlOf(values, (known) => conditionOf(model, { field, operator, values: known }))),
  );
}

/** Related rows that are out of scope do not match. */
function whereRelatedInScope(
  entity: EntityMetadata,
  step: SearchStep,
  targets: WhereOptions,
  scopes: Scopes,
): WhereOptions {
  return whereRelated(entity, step, { [Op.and]: [targets, ...scopeConditions(step.target, scopes)] });
}

/** How deep a collection may be nested in itself; deeper elements are not accessible. */
const MAX_NESTING = 4;

/**
 * The scope of a class as conditions on its rows. Its criteria on related entities apply to all of these, in scope or not.
 *
 * @param options.below the collections on the way up from the rows
 * @param options.via   the collection in which the rows have an accessible parent by other conditions of the statement
 */
export function scopeConditions(
  entity: EntityMetadata,
  scopes: Scopes,
  { below = [], via }: { readonly below?: readonly CollectionMetadata[]; readonly via?: CollectionMetadata } = {},
): WhereOptions[] {
  const own = scopes.of(entity).map((criteria) => whereMatching(entity, criteria));
  const holding = scopes.holding(entity).filter((collection) => collection !== via);
  return [...own, ...holding.flatMap((collection) => parentScopeConditions(collection, scopes, below))];
}

/** A row needs an accessible parent in the collection, or none at all. */
function parentScopeConditions(
  collection: CollectionMetadata,
  scopes: Scopes,
  below: readonly CollectionMetadata[],
): WhereOptions[] {
  const { owner, target, foreignKey, scope } = collection;
  if (!isScoped(owner, scopes)) return [];
  const withoutParent = whereWithoutParent(collection);
  if (below.filter((other) => other === collection).length >= MAX_NESTING) return [withoutParent];
  // Access to a row does not change when its parent is soft-deleted.
  const withParent = whereChildOf(
    collection,
    { [Op.and]: scopeConditions(owner, scopes, { below: [...below, collection] }) },
    'include',
  );
  const alwaysHasParent = foreignKey !== undefined && !target.fields.get(foreignKey)!.isNullable;
  return [alwaysHasParent && Object.keys(scope).length === 0 ? withParent : { [Op.or]: [withoutParent, withParent] }];
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
      return anyOf(values.map((value) => (value === true ? isNull(field, sql) : isKnown(field, sql))));
    default:
      return orderCondition(model, comparison, SIGNS[operator]);
  }
}

const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function inCondition(model: DomainModel, { field, values }: KnownComparison): string {
  if (ignoresCase(field)) return anyOf(values.map((value) => matchesText(model, field, String(value))));
  if (values.length === 0) return NEVER;
  const term = columnTerm(model, field);
  if (field.type.kind === 'boolean') return anyOf([...new Set(values)].map((value) => isBoolean(term.sql, value)));
  return `${term.sql} IN (${values.map(term.literal).join(', ')})`;
}

/** Other programs may store any number for true. */
function isBoolean(sql: string, value: unknown): string {
  return value === true ? `${sql} <> 0` : `${sql} = 0`;
}

/** Below the first day that reads as a date, and above null: `0000-00-00`, on SQLite also most text that is no date. */
const FIRST_DAY = "'0001-01-01'";

function isNull({ type }: FieldMetadata, sql: string): string {
  return isDate(type) ? `(${sql} IS NULL OR ${sql} < ${FIRST_DAY})` : `${sql} IS NULL`;
}

function isKnown({ type }: FieldMetadata, sql: string): string {
  return isDate(type) ? `${sql} >= ${FIRST_DAY}` : `${sql} IS NOT NULL`;
}

function isDate({ kind }: FieldType): boolean {
  return kind === 'date' || kind === 'datetime';
}

const NEVER = '1 = 0';

function negated(condition: string, sql: string, isNullable: boolean): string {
  const isOther = `NOT (${condition})`;
  return isNullable ? `(${isOther} OR ${sql} IS NULL)` : isOther;
}

function orderCondition(model: DomainModel, { field, values }: KnownComparison, sign: string): string {
  const term = orderTerm(model, field);
  const condition = anyOf(values.map((value) => `${term.sql} ${sign} ${term.literal(value)}`));
  const mayBeZero = sign.startsWith('<') && isDate(field.type);
  return mayBeZero ? `(${condition} AND ${isKnown(field, term.sql)})` : condition;
}

/** A balanced tree of ORs, since SQLite limits the depth of an expression to 1,000. */
function anyOf(choices: readonly string[]): string {
  if (choices.length < 2) return choices[0] ?? NEVER;
  const middle = choices.length >> 1;
  return `(${anyOf(choices.slice(0, middle))} OR ${anyOf(choices.slice(middle))})`;
}
