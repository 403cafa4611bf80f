import type { CollectionMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { DeletedRows } from './deleted-rows';
import type { Selection } from './selection';
import type { Placeholder } from './sql-template';

/** One step from an entity to another: into a collection, or along a to-one association. */
export type SearchStep = CollectionMetadata | ReferenceMetadata;

/**
 * The operator of a comparison. Several values are joined by OR, those of `notIn` by AND.
 *
 * `notIn` is the exact opposite of `in`: it matches null too. `like` takes `*` as a wildcard. `match` takes words, all
 * of which the full-text column must contain. `isNull` takes booleans.
 */
export type Operator = 'in' | 'notIn' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'match' | 'isNull';

export interface Comparison {
  readonly field: FieldMetadata;
  readonly operator: Operator;
  /** Of the type of the field. Without values `notIn` always matches, every other operator never. */
  readonly values: readonly unknown[] | Placeholder<readonly unknown[]>;
}

/**
 * The conditions on an entity. All must hold: each comparison; per related step, at least one related entity that
 * matches all nested criteria; and one alternative of each group.
 */
export interface Criteria {
  readonly comparisons: readonly Comparison[];
  readonly related: ReadonlyMap<SearchStep, Criteria>;
  readonly alternatives?: readonly Alternatives[];
}

/** Conditions joined by OR: a comparison, or a related entity that matches one of the nested alternatives. */
export interface Alternatives {
  readonly comparisons: readonly Comparison[];
  readonly related: ReadonlyMap<SearchStep, Alternatives>;
}

export interface SortKey {
  readonly field: FieldMetadata;
  readonly isDescending: boolean;
}

/** Criteria, order and selection of a read; by default all fields, in the order of the primary keys. */
export interface Search {
  readonly criteria?: Criteria;
  readonly selection?: Selection;
  /** Nulls come first, in descending order last. Ties are broken by the primary key. */
  readonly sort?: readonly SortKey[];
  /** Whether the sort keys are unique together, so that no tie-breaker is needed. */
  readonly isTotal?: boolean;
  /** Whether soft-deleted entities are read; none when absent. Their parents are not deleted. */
  readonly deleted?: DeletedRows;
  /** The name under which rows have the version of their root, which is then read with them. */
  readonly version?: string;
}

/** A page of a list. */
export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
  /** Whether the total is not counted: one more row is read, to know whether there is a next page. */
  readonly isUncounted?: boolean;
}
