import type { EntityMetadata } from '../metadata';
import {
  classifyDatabaseError,
  collectionAt,
  type Entity,
  type EntityKey,
  type EntityStore,
  entityAt,
  type FieldValues,
  incrementVersionsOf,
  type LockedRoots,
  type LockedRows,
  type Place,
  type Selection,
  type WantedKeys,
} from '../persistence';
import type { Changes } from './changes';
import { leaf, type RowTree } from './entity-tree';
import { linkElements } from './link-elements';
import { completeAt } from './load-children';
import type { PlacedEntity } from './placed-changes';
import { readUpdatedBack } from './read-back';
import { reportingViolations } from './reporting-violations';
import { type LockedEntities, type LookupOptions, lockEntities } from './resolve-path';
import type { RootCheck } from './root-check';
import { TouchedEntities } from './touched-entities';
import { updateRows } from './update-rows';
import { updateBelow } from './update-trees';
import { withLocks } from './with-locks';

/** How the entities of an update are looked up, and what is loaded for the response. */
export interface UpdateOptions extends LookupOptions {
  /** The selection to load after the write; nothing when absent. */
  readonly selection?: Selection;
}

/**
 * Applies one payload to every entity that the keys resolve to, and to the children in it: all of them, or none.
 *
 * @param keys in request order; a single key is a list of one, a single child has none
 * @returns the updated entities in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or when one does not and all must be found
 * @throws ChildNotFoundError when there is no single child
 * @throws ReferenceNotFoundError when a foreign key refers to nothing
 * @throws InvalidEntityError when the payload changes a read-only field, or the model rejects a value
 * @see Specification, "Generated CRUD routes": PUT `/<resource>/{ids}`
 */
export async function updateEntities(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  changes: Changes,
  { mustFindAll = false, selection, rootCheck }: UpdateOptions = {},
): Promise<readonly RowTree[]> {
  const hasJoinFields = place.path.length > 0 && place.path.at(-1)!.joinFields.size > 0;
  const load = async (entities: readonly Entity[]) => {
    const parent = selection && hasJoinFields ? await store.parent(place) : undefined;
    return completeAt(store.retrieval, place, selection, entities.map(leaf), parent);
  };
  return reportingViolations(store, { kind: 'update', place, keys, payloads: [{ changes, path: [] }] }, async () => {
    const updated = await updateInOneStatement(store, place, keys, changes, rootCheck);
    if (updated) return load([updated]);
    return withLocks(store, [{ place, keys, payloads: [changes] }], async (locked) => {
      const mayLeaveBytes = entityAt(place).largeFields.length > 0 && comparesNoBytes(place, changes);
      const writing = { mustFindAll, rootCheck, changes: changes.values, isWithoutBytes: mayLeaveBytes };
      const found = await lockEntities(store, place, keys, locked, writing);
      await updateLocked(store, place, found, changes, locked);
      await readUpdatedBack(store, place, found.entities, rootCheck);
      await rootCheck?.written(() => store.retrieval.lockedPath(place, keys && keysOf(place, found.entities)));
      return load(found.entities);
    });
  });
}

/** The keys after a write, which may have changed them. */
function keysOf(place: Place, entities: readonly Entity[]): readonly EntityKey[] {
  return entities.map((entity) => entity.get(entityAt(place).key.name) as EntityKey);
}

/** The ancestors of a row that gets another parent are locked, in a transaction. */
function isMoved(store: EntityStore, type: EntityMetadata, entity: Entity, { values }: Changes): boolean {
  return store.isTree(type) && store.isMoved(type, { before: entity.get() as FieldValues, values });
}

/**
 * Updates a single root without a transaction, if nothing else is written with it: the UPDATE has the version that was
 * read as its condition.
 *
 * @returns undefined, and nothing is written, if the root has to be locked, was changed in between, or does not exist
 */
async function updateInOneStatement(
  store: EntityStore,
  place: Place,
  keys: WantedKeys,
  changes: Changes,
  rootCheck?: RootCheck,
): Promise<Entity | undefined> {
  const isAlone =
    keys?.length === 1 && changes.children.size === 0 && !changes.expanded && store.singleStatement.mayUpdate(place);
  if (!isAlone) return undefined;
  const [key] = keys as readonly [EntityKey];
  return store.singleStatement.run(async () => {
    const mayLeaveBytes = entityAt(place).largeFields.length > 0 && comparesNoBytes(place, changes);
    const entity = await store.singleStatement.read(place, key, mayLeaveBytes);
    if (!entity || isMoved(store, entityAt(place), entity, changes)) return undefined;
    await rootCheck?.locked([entity], () => store.retrieval.lockedPath(place, keys));
    const update = () => updateRows(store, entityAt(place), [{ entity, changes, path: [] }]);
    const isStale = await failsAsStale(() => store.singleStatement.update(entityAt(place), update));
    return isStale ? undefined : entity;
  });
}

/** Whether the payload is not compared with the stored bytes of a large value. */
function comparesNoBytes(place: Place, { expectations }: Changes): boolean {
  const { largeFields } = entityAt(place);
  return expectations.every(({ field }) => largeFields.every(({ name }) => name !== field));
}

/** Whether the write fails because the row has another version. */
async function failsAsStale(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return false;
  } catch (error) {
    if (classifyDatabaseError(error)?.kind === 'stale') return true;
    throw error;
  }
}

/** @param touched receives what is written below the entities */
export async function updateLocked(
  store: EntityStore,
  place: Place,
  { entities, owningRoots }: LockedEntities,
  changes: Changes,
  locked: LockedRows,
  touched = new TouchedEntities(),
): Promise<void> {
  const placed = entities.map((entity) => ({ entity, changes, path: [] }));
  const changed = await updateRows(store, entityAt(place), placed, collectionAt(place));
  const changedBelow = await updateBelow(store, entityAt(place), placed, touched);
  const relinked = changes.link ? await relinkTo(store, place, placed, touched) : [];
  const written = entities.filter((_, index) => changed[index] || changedBelow[index]);
  if (relinked.length === 0 && written.length === 0) return;
  const others = await touched.lockOwningRoots(store, locked);
  await incrementVersionsOf([...owningRoots, ...asRoots(place, written), ...others]);
}

/** The entities as roots of their aggregate; none if they are children. */
function asRoots({ aggregate, path }: Place, entities: readonly Entity[]): LockedRoots[] {
  return path.length === 0 ? [{ aggregate, roots: entities }] : [];
}

/** Writes the columns of the join table of children, as a payload has them. */
async function relinkTo(
  store: EntityStore,
  place: Place,
  placed: readonly PlacedEntity[],
  touched: TouchedEntities,
): Promise<readonly PlacedEntity[]> {
  const parent = (await store.parent(place))!;
  return linkElements(
    store,
    collectionAt(place)!,
    placed.map((one) => ({ ...one, parent })),
    touched,
  );
}
