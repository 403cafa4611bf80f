import { setProperty, valuesOf } from '../sequelize/instance';
import type { Entity } from './domain-model';

const cache = new WeakMap<Entity, Map<string, readonly Entity[]>>();

/** Sets the children of an entity, so that `collection()` and `one()` do not query the database. */
export function preload(entity: Entity, property: string, children: readonly Entity[], isSingle: boolean): void {
  const value = isSingle ? (children[0] ?? null) : children;
  // In this order as Sequelize does: the property may have a setter of the class.
  valuesOf(entity)[property] = value;
  setProperty(entity, property, value);
  cache.set(entity, (cache.get(entity) ?? new Map()).set(property, children));
}

/** The children that were set by {@link preload}. */
export function preloadedChildren(entity: Entity, property: string): readonly Entity[] | undefined {
  return cache.get(entity)?.get(property);
}
