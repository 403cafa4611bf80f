import type { Entity } from '../persistence';
import type { Changes } from './changes';

/** A payload, and the way down to it for messages: `[3, 'orderItems', 0]`. */
export interface PlacedChanges {
  readonly changes: Changes;
  readonly path: readonly (string | number)[];
}

/** A payload of a child of an entity that stands already. */
export interface PlacedChild extends PlacedChanges {
  readonly parent: Entity;
}

/** A payload for an entity that stands already. */
export interface PlacedEntity extends PlacedChanges {
  readonly entity: Entity;
}
