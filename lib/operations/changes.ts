import type { CollectionMetadata, ReferenceMetadata } from '../metadata';
import type { Entity, EntityKey, FieldValues, Row, Selection } from '../persistence';
import type { Violation } from '../values';
import type { RowTree } from './entity-tree';

/** The changes of one payload, by domain name, with values that codecs have read. */
export interface Changes {
  /** Fields to write. */
  readonly values: FieldValues;
  /** Further columns to write, whose values depend on the stored ones. */
  readonly merging?: readonly MergedColumn[];
  /** Fields whose current value a payload may contain, but not change. */
  readonly expectations: readonly Expectation[];
  /** References with fields of the entities that they refer to, which are compared and never written. */
  readonly expanded?: readonly ExpandedReference[];
  /** Children to be written with their parent. */
  readonly children: ReadonlyMap<CollectionMetadata, readonly Changes[]>;
  /**
   * The key of an element of a collection: the entity to update, or to link in a many-to-many collection. An element
   * without a key creates an entity.
   */
  readonly key?: EntityKey;
  /** The entity to create if none has the key that a client has chosen, or if there is no single child. */
  readonly asNew?: NewElement;
  /** Why the principal may not update the entity, if it exists. */
  readonly denial?: object;
  /** Set if an existing single child is to be deleted instead of updated. */
  readonly removal?: WriteCheck;
  /** The columns of the join table, for an element of a many-to-many collection. */
  readonly link?: LinkChanges;
  /** Why the principal may not link the element, or change an existing link. */
  readonly linking?: object;
  /** The collections that `children` replaces: other children are deleted or unlinked. */
  readonly replacing?: ReadonlyMap<CollectionMetadata, Replacing>;
  /** Checks the constraints over several fields against the values of a stored entity after the changes. */
  readonly violationsOf?: (merged: FieldValues) => readonly Violation[];
}

/** A JSON column that a merge patch changes. */
export interface MergedColumn {
  readonly field: string;
  /**
   * The value of the column with the patch, and its violations, whose paths begin with the field.
   *
   * @param row undefined for a new row
   */
  merge(row: Entity | undefined): { readonly value: unknown; readonly violations: readonly Violation[] };
}

/** A reference in a payload with further fields than the key. */
export interface ExpandedReference {
  readonly reference: ReferenceMetadata;
  /** The value of the foreign key. */
  readonly key: unknown;
  /** What to read of the entity. */
  readonly selection: Selection;
  /**
   * The fields that differ; their paths begin at the payload of the request.
   *
   * @param tree undefined if the principal does not find the entity
   */
  violationsOf(tree: RowTree | undefined): readonly Violation[];
}

export interface LinkChanges {
  readonly values: FieldValues;
  /** Further columns to write, whose values depend on the stored ones. */
  readonly merging?: readonly MergedColumn[];
  /** Columns whose current value a payload may contain, but not change. */
  readonly expectations: readonly Expectation[];
  /** Violations of a new link: required columns that are missing. */
  readonly missing: readonly Violation[];
}

/** The violations and the denial of a write, which count only if the stored rows show that it is needed. */
export interface WriteCheck {
  readonly violations: readonly Violation[];
  /** Why the principal may not do it. */
  readonly denial?: object;
}

/** An element as the payload of a new entity. */
export interface NewElement extends WriteCheck {
  readonly changes: Changes;
}

/** The limits on removing the children that an array omits. */
export interface Replacing {
  /** How many may be removed by one request. */
  readonly most: number;
  /** Why the principal may not delete or unlink them. */
  readonly denial?: object;
}

export interface Expectation {
  readonly field: string;
  readonly given: unknown;
  /** The stored value of a field that is not a column. */
  storedIn?(entity: Row): unknown;
  isMetBy(stored: unknown): boolean;
  /** Why another value is rejected; by default because the field cannot be changed. */
  readonly message?: string;
  /** Why the principal may not change the field; without it, a change is a violation. */
  readonly denial?: object;
}
