import {
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type LockedRoots,
  type LockedRows,
  type Place,
  raiseVersionsOf,
  unlink,
  type WantedKeys,
} from '../persistence';
import { DeletionPlan } from './deletion-plan';
import { lockingInOrder } from './locking-in-order';
import { type Finding, type LockedEntities, lockEntities, lockPath } from './resolve-path';
import { TouchedEntities } from './touched-entities';

/**
 * Deletes every entity that the keys resolve to, with its children, or as the model declares by `onDelete`: all of
 * them, or none. An entity of a many-to-many collection is only unlinked.
 *
 * @param keys in request order; a single key is a list of one, a single child has none
 * @returns the entities that are gone from the place
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws ChildMissingError when there is no single child
 * @throws EntityHeldError when roots of their own, or children that must not go with it, belong to one of them
 * @throws EntityReferredToError when others refer to one of them, or to one of their children
 * @see Specification, "Generated CRUD routes": DELETE
 */
export async function deleteEntities(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  finding: Finding = {},
): Promise<readonly Entity[]> {
  const gone = finding.guard?.condition ? undefined : await deletedAlone(store, place, keys ?? []);
  if (gone) return [gone];
  return lockingInOrder(store, [{ place, keys }], async (locked) => {
    const found = await lockEntities(store, place, keys, locked, finding);
    const { entities, holders } = found;
    const collection = collectionAt(place);
    if (collection?.kind === 'manyToMany') {
      const { parent } = await lockPath(store, place);
      const links = entities.map((entity) => ({ parent, entity }));
      const touched = new TouchedEntities();
      touched.addHolders(await store.locks.lockOtherSides(collection, links));
      await unlink(collection, [parent], entities);
      await raiseVersionsOf([...holders, ...(await touched.lockHolders(store, holders, locked))]);
    } else {
      const others = await deleteWithChildren(store, place, found, locked);
      await raiseVersionsOf([...holders, ...others]);
    }
    return entities;
  });
}

/** A single root on which nothing hangs, and which nothing holds, is deleted by its DELETE alone. */
async function deletedAlone(
  store: EntityStore,
  place: Place,
  [key, ...others]: readonly EntityKey[],
): Promise<Entity | undefined> {
  if (key === undefined || others.length > 0 || !store.lone.mayDelete(place)) return undefined;
  return store.lone.delete(entityAt(place), key);
}

/** Roots of other aggregates that hold what goes with the entities are locked before anything is written. */
async function deleteWithChildren(
  store: EntityStore,
  place: Place,
  { entities, holders }: LockedEntities,
  locked: LockedRows,
): Promise<readonly LockedRoots[]> {
  const plan = new DeletionPlan(store.deleting);
  await plan.add(entityAt(place), entities);
  await plan.verify();
  const own = place.path.length === 0 ? [{ aggregate: place.aggregate, roots: entities }] : [];
  const others = await plan.touched.lockHolders(store, [...holders, ...own], locked);
  await plan.execute();
  return others;
}
