import type { CollectionMetadata } from '../metadata';
import type { Entity, StoredRow } from '../persistence';
import type { Changes } from './changes';

/** A payload with its path in the request: `[3, 'orderItems', 0]`. Each has an array of its own, which identifies it. */
export interface PlacedChanges {
  readonly changes: Changes;
  readonly path: readonly (string | number)[];
}

/** The payload of a child of an existing entity. */
export interface PlacedChild extends PlacedChanges {
  readonly parent: StoredRow;
}

/** The payload of an existing entity. */
export interface PlacedEntity extends PlacedChanges {
  readonly entity: Entity;
}

/** The payload of an existing child. */
export type ExistingChild = PlacedChild & PlacedEntity;

/** The elements of a payload for a collection of its entity. */
export function elementsOf(
  { changes, path }: PlacedChanges,
  collection: CollectionMetadata,
  parent: StoredRow,
): PlacedChild[] {
  const elements = changes.children.get(collection) ?? [];
  return elements.map((element, index) => ({
    changes: element,
    path: [...path, ...stepTo(collection, index)],
    parent,
  }));
}

/** The path of an element below its parent; that of a single child has no index. */
export function stepTo({ kind, property }: CollectionMetadata, index: number): readonly (string | number)[] {
  return kind === 'oneToOne' ? [property] : [property, index];
}
