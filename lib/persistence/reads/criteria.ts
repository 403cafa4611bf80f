import type { CollectionMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { DeletedRows } from './deleted-rows';
import type { Selection } from './selection';
import type { Placeholder } from './sql-template';

/** One step from an entity to another: into a collection, or along a to-one association. */
export type SearchStep = CollectionMetadata | ReferenceMetadata;

/**
 * How the value of a field is compared: with any of several values, or for `notIn` with none of them.
 *
 * `notIn` is the opposite of `in`: it holds for a field without a value too. In the text of `like`, `*` stands for any
 * characters. `match` takes words, all of which a column with full text has. `isNull` takes booleans.
 */
export type Operator = 'in' | 'notIn' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'match' | 'isNull';

export interface Comparison {
  readonly field: FieldMetadata;
  readonly operator: Operator;
  /** Typed as the field. Of none, `notIn` holds always, and everything else never. */
  readonly values: readonly unknown[] | Placeholder<readonly unknown[]>;
}

/**
 * The conditions on an entity: each comparison, for each step, one entity there that meets all its conditions, and of
 * each group of alternatives one.
 */
export interface Criteria {
  readonly comparisons: readonly Comparison[];
  readonly related: ReadonlyMap<SearchStep, Criteria>;
  readonly alternatives?: readonly Alternatives[];
}

/** One of them is met: one of the comparisons, or for one of the steps, one entity there that meets one of its own. */
export interface Alternatives {
  readonly comparisons: readonly Comparison[];
  readonly related: ReadonlyMap<SearchStep, Alternatives>;
}

export interface SortKey {
  readonly field: FieldMetadata;
  readonly isDescending: boolean;
}

/** Conditions, order, and the fields that are needed; everything in the order of the primary keys when absent. */
export interface Search {
  readonly criteria?: Criteria;
  readonly selection?: Selection;
  /** Entities without a value come first, in descending order last. The primary key decides between equals. */
  readonly sort?: readonly SortKey[];
  /** Whether the sort alone tells all entities apart, so that nothing has to decide between equals. */
  readonly isTotal?: boolean;
  /** Whether entities are sought that were deleted softly; none when absent. Their parents are there. */
  readonly deleted?: DeletedRows;
  /** The name under which rows tell the version of their root, which is read with them then. */
  readonly version?: string;
}

/** Part of a list. */
export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
  /** Whether nobody asks how many there are on all pages: one row more is read, to tell whether a page follows. */
  readonly isUncounted?: boolean;
}
