import type { CollectionMetadata, ReferenceMetadata } from '../metadata';
import type { Entity } from '../persistence';

/** An entity with those of its children, and of the entities it refers to, that an answer shows. */
export interface EntityTree {
  readonly entity: Entity;
  readonly children: ReadonlyMap<CollectionMetadata, readonly EntityTree[]>;
  /** Undefined where the entity refers to none. */
  readonly references: ReadonlyMap<ReferenceMetadata, EntityTree | undefined>;
}

export function leaf(entity: Entity): EntityTree {
  return { entity, children: new Map(), references: new Map() };
}
