import type { Entity } from './domain-model';

const cache = new WeakMap<Entity, Map<string, readonly Entity[]>>();

/** Sets the children of an entity, so that `collection()` and `one()` do not query the database. */
export function preload(entity: Entity, property: string, children: readonly Entity[], isSingle: boolean): void {
  const value = isSingle ? (children[0] ?? null) : children;
  const fields = entity as unknown as Record<string, unknown> & { readonly dataValues: Record<string, unknown> };
  // In this order as Sequelize does: the property may have a setter of the class.
  fields.dataValues[property] = value;
  fields[property] = value;
  cache.set(entity, (cache.get(entity) ?? new Map()).set(property, children));
}

/** The children that were set by {@link preload}. */
export function preloadedChildren(entity: Entity, property: string): readonly Entity[] | undefined {
  return cache.get(entity)?.get(property);
}
