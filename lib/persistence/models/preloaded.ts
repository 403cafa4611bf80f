import type { Entity } from './domain-model';

const known = new WeakMap<Entity, Map<string, readonly Entity[]>>();

/** Puts children into a field of an entity, where nothing that asks for them reads the database again. */
export function preload(entity: Entity, property: string, children: readonly Entity[], isSingle: boolean): void {
  const value = isSingle ? (children[0] ?? null) : children;
  const fields = entity as unknown as Record<string, unknown> & { readonly dataValues: Record<string, unknown> };
  fields[property] = value;
  fields.dataValues[property] = value;
  known.set(entity, (known.get(entity) ?? new Map()).set(property, children));
}

/** Undefined for what was not loaded so. */
export function preloadedChildren(entity: Entity, property: string): readonly Entity[] | undefined {
  return known.get(entity)?.get(property);
}
