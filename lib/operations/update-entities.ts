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
  type WantedKeys,
} from '../persistence';
import type { Changes } from './changes';
import { leaf, type RowTree } from './entity-tree';
import { linkNew } from './link-elements';
import { loadChildren, withLinksTo } from './load-children';
import { lockingInOrder } from './locking-in-order';
import { namingMissingReference } from './missing-reference';
import type { PlacedEntity } from './placed-changes';
import { type Finding, type LockedEntities, lockEntities } from './resolve-path';
import type { RootGuard } from './root-guard';
import { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';
import { updateBelow } from './update-trees';

/** How entities are looked up that are to be updated, and what is shown of them then. */
export interface Updating extends Finding {
  /** The tree to load below the entities after the write; nothing when absent. */
  readonly selection?: Selection;
}

/**
 * Applies one payload to every entity that the keys resolve to, and to the children that it names: all of them, or
 * none.
 *
 * @param keys in request order; a single key is a list of one, a single child has none
 * @returns the updated entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws ChildMissingError when there is no single child
 * @throws ReferenceNotFoundError when a foreign key refers to nothing
 * @throws InvalidEntityError when the payload would change what it may only repeat, or the model refuses a value
 * @see Specification, "Generated CRUD routes": PUT `/<resource>/{ids}`
 */
export async function updateEntities(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  changes: Changes,
  { mustFindAll = false, selection, guard }: Updating = {},
): Promise<readonly RowTree[]> {
  const isLinked = place.path.length > 0 && place.path.at(-1)!.joinFields.size > 0;
  const shown = (entities: readonly Entity[]) => {
    if (!selection) return entities.map(leaf);
    return isLinked
      ? loadLinked(store, place, selection, entities)
      : loadChildren(store.retrieval, selection, entities);
  };
  return namingMissingReference(store, entityAt(place), [{ changes, path: [] }], async () => {
    const updated = await updatedAlone(store, place, keys, changes, guard);
    if (updated) return shown([updated]);
    return lockingInOrder(store, [{ place, keys, payloads: [changes] }], async (locked) => {
      const mayLeaveBytes = entityAt(place).largeFields.length > 0 && comparesNoBytes(place, changes);
      const writing = { mustFindAll, guard, changes: changes.values, isWithoutBytes: mayLeaveBytes };
      const found = await lockEntities(store, place, keys, locked, writing);
      await updateLocked(store, place, found, changes, locked);
      return shown(found.entities);
    });
  });
}

/** {@link loadChildren} for elements of a collection whose join table says more of them. */
async function loadLinked(
  store: EntityStore,
  place: Place,
  selection: Selection,
  entities: readonly Entity[],
): Promise<readonly RowTree[]> {
  const trees = await loadChildren(store.retrieval, selection, entities);
  return withLinksTo(store, place, selection, (await store.parent(place))!, trees);
}

/**
 * Updates a single root that nothing else is written with, by its UPDATE alone: it asks for the version that was read.
 *
 * @returns undefined, and nothing is written, where it has to be locked: it was changed in between, or is not there
 */
async function updatedAlone(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  changes: Changes,
  guard?: RootGuard,
): Promise<Entity | undefined> {
  const isLone = keys?.length === 1 && changes.children.size === 0 && store.lone.mayUpdate(place);
  if (!isLone) return undefined;
  const [key] = keys as readonly [EntityKey];
  return store.lone.statement(async () => {
    const mayLeaveBytes = entityAt(place).largeFields.length > 0 && comparesNoBytes(place, changes);
    const entity = await store.lone.read(place, key, mayLeaveBytes);
    if (!entity) return undefined;
    guard?.locked([entity]);
    const isStale = await isRefusedAsStale(() => updateRows(store, entityAt(place), [{ entity, changes, path: [] }]));
    return isStale ? undefined : entity;
  });
}

/** Whether no bytes of what is stored are held against the payload. */
function comparesNoBytes(place: Place, { expectations }: Changes): boolean {
  const { largeFields } = entityAt(place);
  return expectations.every(({ field }) => largeFields.every(({ name }) => name !== field));
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

/** @param touched takes what is written below the entities */
export async function updateLocked(
  store: EntityStore,
  place: Place,
  { entities, holders }: LockedEntities,
  changes: Changes,
  locked: LockedRows,
  touched = new TouchedEntities(),
): Promise<void> {
  const placed = entities.map((entity) => ({ entity, changes, path: [] }));
  const changed = await updateRows(store, entityAt(place), placed, collectionAt(place));
  const changedBelow = await updateBelow(store, entityAt(place), placed, touched);
  const relinked = changes.link ? await relinkTo(store, place, placed, touched) : [];
  if (relinked.length === 0 && ![...changed, ...changedBelow].includes(true)) return;
  const unraised = entities.filter((_, index) => changedBelow[index] && !changed[index]);
  const others = await touched.lockHolders(store, [...holders, ...asRoots(place, entities)], locked);
  await raiseVersionsOf([...touched.notWritten(holders), ...asRoots(place, unraised), ...others]);
}

/** The entities as roots, where they are; a row that was saved has raised its own version. */
function asRoots({ aggregate, path }: Place, entities: readonly Entity[]): LockedRoots[] {
  return path.length === 0 ? [{ aggregate, roots: entities }] : [];
}

/** The links of children to the parent of their place, as a payload has them. */
async function relinkTo(
  store: EntityStore,
  place: Place,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<readonly PlacedEntity[]> {
  const parent = (await store.parent(place))!;
  return linkNew(
    store,
    collectionAt(place)!,
    placed.map((one) => ({ ...one, parent })),
    touched,
  );
}
