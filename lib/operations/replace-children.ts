import type { CollectionPath } from '../metadata';
import { collectionAt, type EntityStore, type Place } from '../persistence';
import type { RejectedWrite } from './all-violations';
import type { Changes } from './changes';
import type { RowTree } from './entity-tree';
import { completeAt } from './load-children';
import { readBack } from './read-back';
import { refreshParents } from './refresh-parents';
import { reportingViolations } from './reporting-violations';
import { lockEntities } from './resolve-path';
import { TouchedEntities } from './touched-entities';
import { type UpdateOptions, updateLocked } from './update-entities';
import { withLocks } from './with-locks';

/**
 * Replaces the collection of a place: children in the payload are updated or created, the others deleted or unlinked;
 * all of it, or nothing.
 *
 * @param changes   the changes of the parent, which replace its collection
 * @param selection what to load for the response
 * @returns the children in the order of the payload
 * @throws EntityNotFoundError when a parent is missing
 * @throws InvalidEntityError, ReferenceNotFoundError with paths that begin with the collection
 * @throws ChangeDeniedError, TooManyRemovalsError
 */
export async function replaceChildren(
  store: EntityStore,
  place: Place,
  changes: Changes,
  { selection, rootCheck }: Pick<UpdateOptions, 'selection' | 'rootCheck'> = {},
): Promise<readonly RowTree[]> {
  const collection = collectionAt(place)!;
  const replacement = rejectedReplacement(place, changes);
  const { place: above, keys } = replacement;
  return reportingViolations(store, replacement, () =>
    withLocks(store, [{ place: above, keys, payloads: [changes] }], async (locked) => {
      const found = await lockEntities(store, above, keys, locked, { rootCheck });
      const touched = new TouchedEntities();
      await updateLocked(store, above, found, changes, locked, touched);
      const trees = changes.children.get(collection)!.map((element) => touched.writtenOf(element));
      await refreshParents(collection.target, trees);
      await readBack(store, place, 'create', trees, rootCheck);
      await rootCheck?.written(() => store.retrieval.lockedParents(place));
      return completeAt(store.retrieval, place, selection, trees, found.entities[0]);
    }),
  );
}

/** The replacement as an update of the parent, by which its violations are looked for. */
export function rejectedReplacement(place: Place, changes: Changes): RejectedWrite {
  const key = place.parentKeys.at(-1);
  const keys = key === undefined ? undefined : [key];
  return { kind: 'update', place: placeAbove(place), keys, payloads: [{ changes, path: [] }] };
}

/** The place of the parent. Its path is the array of the aggregate's metadata, which locks compare by identity. */
function placeAbove({ aggregate, path, parentKeys }: Place): Place {
  const depth = path.length - 1;
  const isAbove = (one: CollectionPath) => one.length === depth && one.every((step, index) => step === path[index]);
  return { aggregate, path: aggregate.paths.find(isAbove) ?? [], parentKeys: parentKeys.slice(0, -1) };
}
