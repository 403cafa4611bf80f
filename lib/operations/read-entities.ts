import { type Entity, type EntityKey, type EntityStore, entityAt, type Place, type Search } from '../persistence';
import { EntityNotFoundError } from './errors';

/**
 * The entities at a place that have one of the keys, and meet the criteria if there are any.
 *
 * @param keys in request order; a single key is a list of one
 * @returns in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or no entity meets the criteria
 * @see Specification, "Generated CRUD routes": GET `/<resource>/{ids}`
 */
export async function readEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  { criteria, selection }: Search = {},
): Promise<Entity[]> {
  const entities = await store.find(place, keys, { criteria, selection });
  if (entities.length === 0) throw new EntityNotFoundError(entityAt(place), keys);
  return entities;
}
