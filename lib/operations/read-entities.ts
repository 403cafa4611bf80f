import type { CollectionMetadata } from '../metadata';
import type { JoinedChildren, Place, Retrieval, Row, RowWithChildren, Search, WantedKeys } from '../persistence';
import type { ConditionalSearch } from './conditional-search';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { notFoundError, requireShownParent } from './resolve-path';

/**
 * Reads the entities at a place that have one of the keys and match the criteria, if there are any, with their selection.
 *
 * @param keys in request order; a single key is a list of one, a single child has none
 * @returns in the order of the keys; keys that resolve to nothing are left out
 * @throws EntityNotFoundError when no key resolves, or no entity meets the criteria
 * @throws ChildNotFoundError when there is no single child
 * @see Specification, "Generated CRUD routes": GET `/<resource>/{ids}`
 */
export async function readEntities(
  retrieval: Retrieval,
  place: Place,
  keys: WantedKeys,
  search: ConditionalSearch = {},
): Promise<readonly RowTree[]> {
  const joined = joinedWith(retrieval, place, keys, search);
  const found = joined ? await joined.read() : undefined;
  if (found) return [treeOf(joined!.collection, found)];
  const rows = joined ? [] : await retrieval.find(place, keys, search);
  if (rows.length === 0 && !keys) await requireShownParent(retrieval, place);
  if (rows.length === 0) throw notFoundError(place, keys);
  if (search.isNotModified?.(rows[0]!)) return rows.map(leaf);
  return loadChildren(retrieval, search.selection, rows);
}

/** Reads one entity and the children of one collection in one statement, where that is possible. */
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
