import { type Entity, type EntityKey, type EntityStore, entityAt, type Place } from '../persistence';
import { EntityNotFoundError } from './errors';

/**
 * The entities at a place that have one of the keys.
 *
 * @param keys in request order; a single key is a list of one
 * @returns in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves
 * @see Specification, "Generated CRUD routes": GET `/<resource>/{ids}`
 */
export async function readEntities(store: EntityStore, place: Place, keys: readonly EntityKey[]): Promise<Entity[]> {
  const entities = await store.find(place, keys);
  if (entities.length === 0) throw new EntityNotFoundError(entityAt(place), keys);
  return entities;
}
