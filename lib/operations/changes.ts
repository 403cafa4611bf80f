import type { CollectionMetadata } from '../metadata';
import type { EntityKey, FieldValues } from '../persistence';
import type { Violation } from '../values';

/** What one payload asks for, by domain name and already typed. */
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
  /** Of an element whose key clients choose: what is created where no entity has the key, if nothing is wrong with it. */
  readonly asNew?: { readonly changes: Changes; readonly violations: readonly Violation[] };
  /** Of changes to a stored entity: what rules over several fields refuse of all its values as they would be then. */
  readonly violationsOf?: (merged: FieldValues) => readonly Violation[];
}

export interface Expectation {
  readonly field: string;
  readonly given: unknown;
  isMetBy(stored: unknown): boolean;
  /** Why who asks may not change the field, as who asks says it; a change is a violation when absent. */
  readonly denial?: object;
}
