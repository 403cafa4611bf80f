import {
  classifyDatabaseError,
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type LockedRoots,
  type LockedRows,
  type Place,
  raiseVersionsOf,
  type Selection,
} from '../persistence';
import type { Changes } from './changes';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { lockingInOrder } from './locking-in-order';
import { namingMissingReference } from './missing-reference';
import { type Finding, type LockedEntities, lockEntities } from './resolve-path';
import { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';
import { updateBelow } from './update-trees';

/** How entities are looked up that are to be updated, and what is shown of them then. */
export interface Updating extends Finding {
  /** What is loaded below the entities once all is written; nothing when absent. */
  readonly selection?: Selection;
}

/**
 * Applies one payload to every entity that the keys resolve to, and to the children that it names: all of them, or
 * none.
 *
 * @param keys in request order; a single key is a list of one
 * @returns the updated entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws ReferenceNotFoundError when a foreign key refers to nothing
 * @throws InvalidEntityError when the payload would change what it may only repeat, or the model refuses a value
 * @see Specification, "Generated CRUD routes": PUT `/<resource>/{ids}`
 */
export async function updateEntities(
  store: EntityStore,
  place: Place,
  keys: readonly EntityKey[],
  changes: Changes,
  { mustFindAll = false, selection }: Updating = {},
): Promise<readonly RowTree[]> {
  const shown = (entities: readonly Entity[]) =>
    selection ? loadChildren(store.retrieval, selection, entities) : entities.map(leaf);
  return namingMissingReference(store, entityAt(place), [{ changes, path: [] }], async () => {
    const updated = await updatedAlone(store, place, keys, changes);
    if (updated) return shown([updated]);
    return lockingInOrder(store, [{ place, keys, payloads: [changes] }], async (locked) => {
      const found = await lockEntities(store, place, keys, locked, { mustFindAll, changes: changes.values });
      await updateLocked(store, place, found, changes, locked);
      return shown(found.entities);
    });
  });
}

/**
 * Updates a single root that nothing else is written with, by its UPDATE alone: it asks for the version that was read.
 *
 * @returns undefined, and nothing is written, where it has to be locked: it was changed in between, or is not there
 */
async function updatedAlone(
  store: EntityStore,
  place: Place,
  [key, ...others]: readonly EntityKey[],
  changes: Changes,
): Promise<Entity | undefined> {
  const isLone = others.length === 0 && changes.children.size === 0 && store.lone.mayUpdate(place);
  if (key === undefined || !isLone) return undefined;
  return store.lone.statement(async () => {
    const entity = await store.lone.read(place, key);
    if (!entity) return undefined;
    const isStale = await isRefusedAsStale(() => updateRows(store, entityAt(place), [{ entity, changes, path: [] }]));
    return isStale ? undefined : entity;
  });
}

async function isRefusedAsStale(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return false;
  } catch (error) {
    if (classifyDatabaseError(error)?.kind === 'stale') return true;
    throw error;
  }
}

async function updateLocked(
  store: EntityStore,
  place: Place,
  { entities, holders }: LockedEntities,
  changes: Changes,
  locked: LockedRows,
): Promise<void> {
  const touched = new TouchedEntities();
  const placed = entities.map((entity) => ({ entity, changes, path: [] }));
  const changed = await updateRows(store, entityAt(place), placed, collectionAt(place));
  const changedBelow = await updateBelow(store, entityAt(place), placed, touched);
  if (![...changed, ...changedBelow].includes(true)) return;
  const unraised = entities.filter((_, index) => changedBelow[index] && !changed[index]);
  const others = await touched.lockHolders(store, [...holders, ...asRoots(place, entities)], locked);
  await raiseVersionsOf([...holders, ...asRoots(place, unraised), ...others]);
}

/** The entities as roots, where they are; a row that was saved has raised its own version. */
function asRoots({ aggregate, path }: Place, entities: readonly Entity[]): LockedRoots[] {
  return path.length === 0 ? [{ aggregate, roots: entities }] : [];
}
