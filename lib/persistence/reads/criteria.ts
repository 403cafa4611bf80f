import type { CollectionMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { Selection } from './selection';
import type { Placeholder } from './sql-template';

/** One step from an entity to another: into a collection, or along a to-one association. */
export type SearchStep = CollectionMetadata | ReferenceMetadata;

/**
 * How the value of a field is compared: with any of several values, or for `notIn` with none of them.
 *
 * `notIn` is the opposite of `in`: it holds for a field without a value too. In the text of `like`, `*` stands for any
 * characters. `isNull` takes booleans.
 */
export type Operator = 'in' | 'notIn' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'isNull';

export interface Comparison {
  readonly field: FieldMetadata;
  readonly operator: Operator;
  /** Typed as the field. Of none, `notIn` holds always, and everything else never. */
  readonly values: readonly unknown[] | Placeholder<readonly unknown[]>;
}

/**
 * What an entity must meet: each comparison, and for each step, one entity there that meets all that is asked of it.
 */
export interface Criteria {
  readonly comparisons: readonly Comparison[];
  readonly related: ReadonlyMap<SearchStep, Criteria>;
}

export interface SortKey {
  readonly field: FieldMetadata;
  readonly isDescending: boolean;
}

/** What is sought, in which order, and what is needed of it; everything in the order of the primary keys when absent. */
export interface Search {
  readonly criteria?: Criteria;
  readonly selection?: Selection;
  /** Entities without a value come first, in descending order last. The primary key decides between equals. */
  readonly sort?: readonly SortKey[];
}

/** Part of a list. */
export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}
