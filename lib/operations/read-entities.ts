import { type EntityKey, entityAt, type Place, type Retrieval, type Row, type Search } from '../persistence';
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
  retrieval: Retrieval,
  place: Place,
  keys: readonly EntityKey[],
  search: Search = {},
): Promise<Row[]> {
  const entities = await retrieval.find(place, keys, search);
  if (entities.length === 0) throw new EntityNotFoundError(entityAt(place), keys);
  return entities;
}
