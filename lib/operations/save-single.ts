import {
  collectionAt,
  type EntityStore,
  entityAt,
  incrementVersionsOf,
  type LockedRows,
  type PathRow,
  type Place,
} from '../persistence';
import type { Changes } from './changes';
import { leaf, type RowTree } from './entity-tree';
import { ChildExistsError, ChildNotFoundError } from './errors';
import { completeAt } from './load-children';
import { readBack } from './read-back';
import { refreshParents } from './refresh-parents';
import { reportingViolations } from './reporting-violations';
import { lockPath } from './resolve-path';
import type { RootCheck } from './root-check';
import { TouchedEntities } from './touched-entities';
import type { UpdateOptions } from './update-entities';
import { type WrittenSingles, writeSingles } from './update-trees';
import { withLocks } from './with-locks';

export interface SavedSingle {
  readonly tree: RowTree;
  /** Whether it was created; another one may have been deleted. */
  readonly isNew: boolean;
}

/**
 * Updates the single child at a place, or creates it. The root is locked first, so that of two concurrent requests one
 * creates it and the other updates it.
 *
 * @param selection what to load for the response
 * @throws EntityNotFoundError, ChildNotFoundError when a parent is missing, or the child is missing and may not be created
 * @throws ChildExistsError when the child exists and may not be updated
 * @throws InvalidEntityError, ReferenceNotFoundError as `createEntities` and `updateEntities`
 */
export async function saveSingle(
  store: EntityStore,
  place: Place,
  changes: Changes,
  { selection, rootCheck }: Pick<UpdateOptions, 'selection' | 'rootCheck'> = {},
): Promise<SavedSingle> {
  return reportingViolations(store, { kind: 'update', place, payloads: [{ changes, path: [] }] }, () =>
    withLocks(store, [{ place, payloads: [changes] }], async (locked) => {
      const written = await writeLocked(store, place, changes, locked, rootCheck);
      const { named, created } = written;
      await refreshParents(entityAt(place), created);
      const trees = [...named.map(({ entity }) => leaf(entity)), ...created];
      await readBack(store, place, 'create', trees, rootCheck);
      await rootCheck?.written(() => store.retrieval.lockedPath(place, undefined));
      const [tree] = await completeAt(store.retrieval, place, selection, trees);
      return { tree: tree!, isNew: created.length > 0 };
    }),
  );
}

/** The rows that the path names, as far as they exist. */
async function existingRows({ retrieval }: EntityStore, place: Place): Promise<readonly PathRow[]> {
  const rows = await retrieval.lockedPath(place, undefined);
  return rows.length > 0 ? rows : retrieval.lockedParents(place);
}

async function writeLocked(
  store: EntityStore,
  place: Place,
  changes: Changes,
  locked: LockedRows,
  rootCheck?: RootCheck,
): Promise<WrittenSingles> {
  const collection = collectionAt(place)!;
  const { root, parent } = await lockPath(store, place);
  await rootCheck?.locked([root], () => existingRows(store, place));
  const touched = new TouchedEntities();
  const written = await writeSingles(store, collection, [{ changes, path: [], parent }], touched);
  const { create, update } = collection.exposure;
  if (written.created.length > 0 && !create) throw new ChildNotFoundError(collection);
  rootCheck?.found(written.named.length > 0);
  if (written.named.length > 0 && !update) throw new ChildExistsError(collection);
  if (written.parents.length > 0) {
    const own = { aggregate: place.aggregate, roots: [root] };
    await incrementVersionsOf([own, ...(await touched.lockOwningRoots(store, locked))]);
  }
  return written;
}
