import { type Entity, type EntityKey, type EntityStore, entityAt, type Place, type Selection } from '../persistence';
import { EntityNotFoundError } from './errors';

/**
 * The entities at a place that have one of the keys.
 *
 * @param keys in request order; a single key is a list of one
 * @param selection what is needed of the entities; all when absent
 * @returns in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves
 * @see Specification, "Generated CRUD routes": GET `/<resource>/{ids}`
 */
export async function readEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  selection?: Selection,
): Promise<Entity[]> {
  const entities = await store.find(place, keys, { selection });
  if (entities.length === 0) throw new EntityNotFoundError(entityAt(place), keys);
  return entities;
}
