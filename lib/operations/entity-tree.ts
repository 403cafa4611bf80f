import type { CollectionMetadata } from '../metadata';
import type { Entity } from '../persistence';

/** An entity with those of its children that an answer shows. */
export interface EntityTree {
  readonly entity: Entity;
  readonly children: ReadonlyMap<CollectionMetadata, readonly EntityTree[]>;
}

export function leaf(entity: Entity): EntityTree {
  return { entity, children: new Map() };
}
