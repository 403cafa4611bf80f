import type { CollectionMetadata, EntityMetadata } from '../metadata';
import {
  classifyDatabaseError,
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type Place,
} from '../persistence';
import { EntityHeldError, EntityReferredToError } from './errors';
import { type Finding, lockEntities, lockPath, raiseVersions } from './resolve-path';

/**
 * Deletes every entity that the keys resolve to, with its children: all of them, or none. An entity of a
 * many-to-many collection is only unlinked.
 *
 * @param keys in request order; a single key is a list of one
 * @returns the entities that are gone from the place
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws EntityHeldError when roots of their own belong to one of them
 * @throws EntityReferredToError when others refer to one of them, or to one of their children
 * @see Specification, "Generated CRUD routes": DELETE
 */
export async function deleteEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  finding: Finding = {},
): Promise<readonly Entity[]> {
  return store.unitOfWork(async () => {
    const { entities, holders } = await lockEntities(store, place, keys, finding);
    const collection = collectionAt(place);
    if (collection?.kind === 'manyToMany') {
      const { parent } = await lockPath(store, place);
      await store.unlink(collection, [parent], entities);
    } else {
      await deleteTrees(store.unscoped, entityAt(place), entities, new Set());
    }
    await raiseVersions(store, holders);
    return entities;
  });
}

/** The children before their parents. Entities that refer to each other in a circle are entered once. */
async function deleteTrees(
  store: EntityStore,
  entity: EntityMetadata,
  rows: readonly Entity[],
  entered: Set<string>,
): Promise<void> {
  const fresh = rows.filter((row) => isFirstVisit(entity, row, entered));
  if (fresh.length === 0) return;
  for (const collection of entity.collections.values()) await deleteBelow(store, collection, fresh, entered);
  await remove(store, entity, fresh);
}

async function remove(store: EntityStore, entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
  try {
    await store.remove(entity, rows);
  } catch (error) {
    const fault = classifyDatabaseError(error);
    const isReferredTo = fault?.kind === 'reference' && fault.isTarget;
    const referrer = isReferredTo ? await store.referrerOf(entity, rows) : undefined;
    throw referrer === undefined ? error : new EntityReferredToError(entity, referrer, { cause: error });
  }
}

async function deleteBelow(
  store: EntityStore,
  collection: CollectionMetadata,
  parents: readonly Entity[],
  entered: Set<string>,
): Promise<void> {
  if (collection.kind === 'manyToMany') return store.unlink(collection, parents);
  const children = (await store.childrenByParent(collection, parents)).flat();
  if (children.length === 0) return;
  if (collection.target.isRoot && !collection.cascade) throw new EntityHeldError(collection);
  await deleteTrees(store, collection.target, children, entered);
}

function isFirstVisit({ name, primaryKey }: EntityMetadata, row: Entity, entered: Set<string>): boolean {
  const key = `${name} ${String(row.get(primaryKey.name))}`;
  if (entered.has(key)) return false;
  entered.add(key);
  return true;
}
