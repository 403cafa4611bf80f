import {
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  incrementVersionsOf,
  type LockedRoots,
  type LockedRows,
  type Place,
  unlink,
  type WantedKeys,
} from '../persistence';
import { DeletionPlan } from './deletion-plan';
import { readRootBack } from './read-back';
import { type LookupOptions, lockEntities, lockPath } from './resolve-path';
import { withLocks } from './with-locks';

/**
 * Deletes every entity that the keys resolve to, with its children or as `onDelete` declares: all of them, or none. An
 * entity of a many-to-many collection is only unlinked.
 *
 * @param keys in request order; a single key is a list of one, a single child has none
 * @returns the entities that were deleted or unlinked
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws ChildNotFoundError when there is no single child
 * @throws EntityHasChildrenError when one of them has children that are not deleted with it
 * @throws EntityReferencedError when others refer to one of them, or to one of their children
 * @see Specification, "Generated CRUD routes": DELETE
 */
export async function deleteEntities(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  options: LookupOptions = {},
): Promise<readonly Entity[]> {
  const deleted = options.rootCheck?.isConditional ? undefined : await deleteInOneStatement(store, place, keys ?? []);
  if (deleted) return [deleted];
  return withLocks(store, [{ place, keys }], async (locked) => {
    const { entities, owningRoots } = await lockEntities(store, place, keys, locked, options);
    const collection = collectionAt(place);
    if (collection?.kind === 'manyToMany') {
      const { parent } = await lockPath(store, place);
      const links = entities.map((entity) => ({ parent, entity }));
      const others = await store.locks.lockOtherSides(collection, links);
      await unlink(collection, [parent], entities);
      await incrementVersionsOf([...owningRoots, ...others]);
    } else {
      const others = await deleteWithChildren(store, place, entities, locked);
      await incrementVersionsOf([...owningRoots, ...others]);
    }
    await readRootBack(store, place, options.rootCheck);
    return entities;
  });
}

/**
 * Deletes a single root that has no children, and that nothing refers to, without a transaction.
 *
 * @returns undefined if the root needs a transaction, or does not exist
 */
async function deleteInOneStatement(
  store: EntityStore,
  place: Place,
  [key, ...others]: readonly EntityKey[],
): Promise<Entity | undefined> {
  if (key === undefined || others.length > 0 || !store.singleStatement.mayDelete(place)) return undefined;
  return store.singleStatement.delete(entityAt(place), key);
}

/** Locks the roots of other aggregates that the deleted rows belong to before anything is written. */
async function deleteWithChildren(
  store: EntityStore,
  place: Place,
  entities: readonly Entity[],
  locked: LockedRows,
): Promise<readonly LockedRoots[]> {
  const plan = new DeletionPlan(store.deleting);
  await plan.add(entityAt(place), entities);
  await plan.verify();
  const others = await plan.lockOwningRoots(store, locked);
  await plan.execute();
  return others;
}
