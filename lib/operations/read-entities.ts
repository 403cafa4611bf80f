import type { CollectionMetadata } from '../metadata';
import type { JoinedChildren, Place, Retrieval, Row, RowWithChildren, Search, WantedKeys } from '../persistence';
import { leaf, type RowTree } from './entity-tree';
import type { Asking } from './known';
import { loadChildren } from './load-children';
import { nothingAt, requireShownParent } from './resolve-path';

/**
 * The entities at a place that have one of the keys, and meet the criteria if there are any, with what the selection
 * shows below them.
 *
 * @param keys in request order; a single key is a list of one, a single child has none
 * @returns in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or no entity meets the criteria
 * @throws ChildMissingError when there is no single child
 * @see Specification, "Generated CRUD routes": GET `/<resource>/{ids}`
 */
export async function readEntities(
  retrieval: Retrieval,
  place: Place,
  keys: WantedKeys,
  search: Asking = {},
): Promise<readonly RowTree[]> {
  const joined = joinedWith(retrieval, place, keys, search);
  const found = joined ? await joined.read() : undefined;
  if (found) return [treeOf(joined!.collection, found)];
  const rows = joined ? [] : await retrieval.find(place, keys, search);
  if (rows.length === 0 && !keys) await requireShownParent(retrieval, place);
  if (rows.length === 0) throw nothingAt(place, keys);
  if (search.isKnown?.(rows[0]!)) return rows.map(leaf);
  return loadChildren(retrieval, search.selection, rows);
}

/** One entity and its children may come in one statement. */
function joinedWith(
  retrieval: Retrieval,
  place: Place,
  keys: WantedKeys,
  { selection, criteria, deleted, version }: Search,
): JoinedChildren | undefined {
  if (keys?.length !== 1 || criteria || deleted || !selection || selection.collections.size === 0) return undefined;
  return retrieval.joined(place, keys[0]!, { selection, version });
}

function treeOf(collection: CollectionMetadata, { row, children }: RowWithChildren): RowTree {
  return { ...leaf<Row>(row), children: new Map([[collection, children.map(leaf)]]) };
}
