import type { CollectionMetadata } from '../metadata';
import type { Entity, EntityKey, FieldValues } from '../persistence';
import type { Violation } from '../values';

/** The changes of one payload, by domain name and already typed. */
export interface Changes {
  /** Fields to write. */
  readonly values: FieldValues;
  /** Fields that a payload may repeat but not change. */
  readonly expectations: readonly Expectation[];
  /** Children to be written with their parent. */
  readonly children: ReadonlyMap<CollectionMetadata, readonly Changes[]>;
  /**
   * Of an element of a collection: the entity that it is about, in place of a new one. In a many-to-many collection
   * that entity is linked.
   */
  readonly key?: EntityKey;
  /**
   * The entity to create if it is valid: of an element whose key clients choose, where no entity has the key; of
   * a single child, where there is none.
   */
  readonly asNew?: NewElement;
  /**
   * Of an element whose key clients choose, and of a single child: why who asks may not do what it says with an entity
   * that is there.
   */
  readonly denial?: object;
  /** Of a single child: one that is there goes, in place of being changed. */
  readonly removal?: Judged;
  /** Of an element of a many-to-many collection: what its row of the join table is to say. */
  readonly link?: LinkChanges;
  /** Of an element that may be linked already: why who asks may not link it, or change the link. */
  readonly linking?: object;
  /** The collections whose children are to be those in `children` and no others. */
  readonly replacing?: ReadonlyMap<CollectionMetadata, Replacing>;
  /** Of changes to a stored entity: what rules over several fields refuse of all its values as they would be then. */
  readonly violationsOf?: (merged: FieldValues) => readonly Violation[];
}

export interface LinkChanges {
  readonly values: FieldValues;
  /** Columns that a payload may repeat but not change. */
  readonly expectations: readonly Expectation[];
  /** Violations that count only where there is no link yet: missing columns. */
  readonly missing: readonly Violation[];
}

/** The violations of a write that only the stored rows show to be necessary. */
export interface Judged {
  readonly violations: readonly Violation[];
  /** Why who asks may not do it. */
  readonly denial?: object;
}

/** An element as it is read where it is not there. */
export interface NewElement extends Judged {
  readonly changes: Changes;
}

/** The fate of children that an array leaves out. */
export interface Replacing {
  /** How many may go at once. */
  readonly most: number;
  /** Why who asks may not delete or unlink them. */
  readonly denial?: object;
}

export interface Expectation {
  readonly field: string;
  readonly given: unknown;
  /** The value as it is stored, where that is no column. */
  storedIn?(entity: Entity): unknown;
  isMetBy(stored: unknown): boolean;
  /** Why who asks may not change the field, as who asks says it; a change is a violation when absent. */
  readonly denial?: object;
}
