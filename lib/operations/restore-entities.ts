import {
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type LockedRoots,
  type LockedRows,
  type Place,
  raiseVersionsOf,
} from '../persistence';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { lockingInOrder } from './locking-in-order';
import { type LockedEntities, lockEntities } from './resolve-path';
import { RestorationPlan } from './restoration-plan';
import type { Updating } from './update-entities';

/**
 * Brings back every entity that the keys resolve to and that was deleted softly, with what was deleted with it: all of
 * them, or none. Entities that are there stay as they are.
 *
 * @param keys in request order; a single key is a list of one
 * @returns the entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when a parent is missing or deleted, when no key resolves, or when one does not and all
 *   must be found
 * @throws ReferenceNotFoundError when one of them, or of what comes back with it, refers to what is not there any more
 */
export async function restoreEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  { mustFindAll, selection, guard }: Updating = {},
): Promise<readonly RowTree[]> {
  return lockingInOrder(store, [{ place, keys, deleted: 'include' }], async (locked) => {
    const found = await lockEntities(store, place, keys, locked, { mustFindAll, guard, deleted: 'include' });
    const deleted = found.entities.filter((row) => store.restoring.isDeleted(entityAt(place), row));
    if (deleted.length > 0) await restoreLocked(store, place, found, deleted, locked);
    return selection ? loadChildren(store.retrieval, selection, found.entities) : found.entities.map(leaf);
  });
}

async function restoreLocked(
  store: EntityStore,
  place: Place,
  { holders }: LockedEntities,
  deleted: readonly Entity[],
  locked: LockedRows,
): Promise<void> {
  const plan = new RestorationPlan(store.restoring);
  await plan.addBelow({ entity: entityAt(place), rows: deleted });
  const own: LockedRoots[] = place.path.length === 0 ? [{ aggregate: place.aggregate, roots: deleted }] : [];
  const others = await plan.touched.lockHolders(store, [...holders, ...own], locked);
  await store.restore(entityAt(place), deleted);
  await plan.execute();
  await raiseVersionsOf([...holders, ...others]);
}
