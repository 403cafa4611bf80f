import { type EntityKey, entityAt, type Place, type Retrieval, type Search } from '../persistence';
import type { RowTree } from './entity-tree';
import { EntityNotFoundError } from './errors';
import { loadChildren } from './load-children';

/**
 * The entities at a place that have one of the keys, and meet the criteria if there are any, with what the selection
 * shows below them.
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
): Promise<readonly RowTree[]> {
  const rows = await retrieval.find(place, keys, search);
  if (rows.length === 0) throw new EntityNotFoundError(entityAt(place), keys);
  return loadChildren(retrieval, search.selection, rows);
}
