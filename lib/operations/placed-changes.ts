import type { CollectionMetadata } from '../metadata';
import type { Entity, StoredRow } from '../persistence';
import type { Changes } from './changes';

/** A payload, and the way down to it for messages: `[3, 'orderItems', 0]`; each has a list of its own. */
export interface PlacedChanges {
  readonly changes: Changes;
  readonly path: readonly (string | number)[];
}

/** A payload of a child of an entity that stands already. */
export interface PlacedChild extends PlacedChanges {
  readonly parent: StoredRow;
}

/** A payload for an entity that stands already. */
export interface PlacedEntity extends PlacedChanges {
  readonly entity: Entity;
}

/** The part of a payload for a collection of its entity. */
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

/** How messages name an element; a single child by its property alone. */
export function stepTo({ kind, property }: CollectionMetadata, index: number): readonly (string | number)[] {
  return kind === 'oneToOne' ? [property] : [property, index];
}
