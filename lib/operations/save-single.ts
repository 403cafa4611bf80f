import { collectionAt, type EntityStore, entityAt, type LockedRows, type Place, raiseVersionsOf } from '../persistence';
import type { Changes } from './changes';
import { leaf, type RowTree } from './entity-tree';
import { ChildMissingError, ChildPresentError } from './errors';
import { completeTrees } from './load-children';
import { lockingInOrder } from './locking-in-order';
import { namingMissingReference } from './missing-reference';
import { refreshParents } from './refresh-parents';
import { lockPath } from './resolve-path';
import type { RootGuard } from './root-guard';
import { TouchedEntities } from './touched-entities';
import type { Updating } from './update-entities';
import { type WrittenSingles, writeSingles } from './update-trees';

export interface SavedSingle {
  readonly tree: RowTree;
  /** Whether it was created, in place of another or of none. */
  readonly isNew: boolean;
}

/**
 * Updates the single child at a place, or creates it. The root is locked first, so that of two requests that find none
 * one creates it, and the other updates it.
 *
 * @param selection what is shown of it
 * @throws EntityNotFoundError, ChildMissingError when a parent is missing, or when there is none and none may be created
 * @throws ChildPresentError when there is one, and none may be updated
 * @throws InvalidEntityError, ReferenceNotFoundError as `createEntities` and `updateEntities`
 */
export async function saveSingle(
  store: EntityStore,
  place: Place,
  changes: Changes,
  { selection, guard }: Pick<Updating, 'selection' | 'guard'> = {},
): Promise<SavedSingle> {
  return namingMissingReference(store, entityAt(place), [{ changes, path: [] }], () =>
    lockingInOrder(store, [{ place, payloads: [changes] }], async (locked) => {
      const written = await writeLocked(store, place, changes, locked, guard);
      const { named, created } = written;
      await refreshParents(entityAt(place), created);
      const trees = [...named.map(({ entity }) => leaf(entity)), ...created];
      const [tree] = selection ? await completeTrees(store.retrieval, selection, trees) : trees;
      return { tree: tree!, isNew: created.length > 0 };
    }),
  );
}

async function writeLocked(
  store: EntityStore,
  place: Place,
  changes: Changes,
  locked: LockedRows,
  guard?: RootGuard,
): Promise<WrittenSingles> {
  const collection = collectionAt(place)!;
  const { root, parent } = await lockPath(store, place);
  guard?.locked([root]);
  const touched = new TouchedEntities();
  const written = await writeSingles(store, collection, [{ changes, path: [], parent }], touched);
  const { create, update } = collection.exposure;
  if (written.created.length > 0 && !create) throw new ChildMissingError(collection);
  guard?.found(written.named.length > 0);
  if (written.named.length > 0 && !update) throw new ChildPresentError(collection);
  if (written.parents.length > 0) {
    const own = { aggregate: place.aggregate, roots: [root] };
    await raiseVersionsOf([own, ...(await touched.lockHolders(store, [own], locked))]);
  }
  return written;
}
