import type { CollectionPath } from '../metadata';
import { collectionAt, type EntityStore, entityAt, type Place } from '../persistence';
import type { Changes } from './changes';
import type { RowTree } from './entity-tree';
import { completeTrees, withLinksTo } from './load-children';
import { lockingInOrder } from './locking-in-order';
import { namingMissingReference } from './missing-reference';
import { refreshParents } from './refresh-parents';
import { lockEntities } from './resolve-path';
import { TouchedEntities } from './touched-entities';
import { type Updating, updateLocked } from './update-entities';

/**
 * Makes the collection of a place exactly what a payload says: children are updated, created, and deleted or unlinked
 * where it leaves them out; all of it, or nothing.
 *
 * @param changes   of the parent, which replace its collection
 * @param selection what is shown of the children
 * @returns the children in the order of the payload
 * @throws EntityNotFoundError when a parent is missing
 * @throws InvalidEntityError, ReferenceNotFoundError with paths that begin with the collection
 * @throws ChangeDeniedError, TooManyLeftOutError
 */
export async function replaceChildren(
  store: EntityStore,
  place: Place,
  changes: Changes,
  { selection, guard }: Pick<Updating, 'selection' | 'guard'> = {},
): Promise<readonly RowTree[]> {
  const collection = collectionAt(place)!;
  const above = placeAbove(place);
  const key = place.parentKeys.at(-1);
  const keys = key === undefined ? undefined : [key];
  return namingMissingReference(store, entityAt(above), [{ changes, path: [] }], () =>
    lockingInOrder(store, [{ place: above, keys, payloads: [changes] }], async (locked) => {
      const found = await lockEntities(store, above, keys, locked, { guard });
      const touched = new TouchedEntities();
      await updateLocked(store, above, found, changes, locked, touched);
      const trees = changes.children.get(collection)!.map((element) => touched.writtenOf(element));
      await refreshParents(collection.target, trees);
      if (!selection) return trees;
      const completed = await completeTrees(store.retrieval, selection, trees);
      return withLinksTo(store, place, selection, found.entities[0]!, completed);
    }),
  );
}

/** The place of the parent: with the path that its aggregate has, by which locks know the way that they need not look for. */
function placeAbove({ aggregate, path, parentKeys }: Place): Place {
  const depth = path.length - 1;
  const isAbove = (one: CollectionPath) => one.length === depth && one.every((step, index) => step === path[index]);
  return { aggregate, path: aggregate.paths.find(isAbove) ?? [], parentKeys: parentKeys.slice(0, -1) };
}
