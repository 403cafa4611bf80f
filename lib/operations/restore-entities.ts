import {
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  incrementVersionsOf,
  type LockedRows,
  type Place,
} from '../persistence';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { readUpdatedBack } from './read-back';
import { type LockedEntities, lockEntities } from './resolve-path';
import { RestorationPlan } from './restoration-plan';
import type { UpdateOptions } from './update-entities';
import { withLocks } from './with-locks';

/**
 * Restores every soft-deleted entity that the keys resolve to, with the rows that were deleted with it: all of them,
 * or none. Entities that are not deleted stay as they are.
 *
 * @param keys in request order; a single key is a list of one
 * @returns the entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when a parent is missing or deleted, when no key resolves, or when one does not and all
 *   must be found
 * @throws ReferenceNotFoundError when a restored row refers to one that no longer exists
 */
export async function restoreEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  { mustFindAll, selection, rootCheck }: UpdateOptions = {},
): Promise<readonly RowTree[]> {
  return withLocks(store, [{ place, keys, deleted: 'include' }], async (locked) => {
    const found = await lockEntities(store, place, keys, locked, { mustFindAll, rootCheck, deleted: 'include' });
    const deleted = found.entities.filter((row) => store.restoring.isDeleted(entityAt(place), row));
    if (deleted.length > 0) await restoreLocked(store, place, found, deleted, locked);
    await readUpdatedBack(store, place, found.entities, rootCheck);
    await rootCheck?.written(() => store.retrieval.lockedPath(place, keys));
    return selection ? loadChildren(store.retrieval, selection, found.entities) : found.entities.map(leaf);
  });
}

async function restoreLocked(
  store: EntityStore,
  place: Place,
  { owningRoots }: LockedEntities,
  deleted: readonly Entity[],
  locked: LockedRows,
): Promise<void> {
  const plan = new RestorationPlan(store.restoring);
  await plan.addBelow({ entity: entityAt(place), rows: deleted });
  const others = await plan.touched.lockOwningRoots(store, locked);
  await store.restore(entityAt(place), deleted);
  await plan.execute();
  await incrementVersionsOf([...owningRoots, ...others]);
}
