import type { Place, Retrieval, Row, SortKey } from '../persistence';
import type { ConditionalSearch } from './conditional-search';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { requireShownParent } from './resolve-path';

/** A part of a list that begins after, or ends before, a given entity. */
export interface Slice {
  readonly size: number;
  /** A total order: no two entities are equal in it. */
  readonly order: readonly SortKey[];
  /** The sort values of the entity that the slice begins after; the beginning of the list when absent. */
  readonly from?: Row;
  /** Whether the slice ends before that entity, or at the end of the list when it is absent. */
  readonly isBackward: boolean;
}

export interface SliceOfEntities {
  readonly trees: readonly RowTree[];
  /** The parent of an empty slice, with the version of its root if the search asks for it. */
  readonly parent?: Row;
  /** Whether there are more entities in the direction of reading. */
  readonly hasMore: boolean;
}

/**
 * A slice of the entities at a place that match the search, with their selection. Entities that are created or deleted
 * elsewhere in the list do not shift it.
 *
 * @throws EntityNotFoundError when a parent is missing
 */
export async function listSlice(
  retrieval: Retrieval,
  place: Place,
  { size, order, from, isBackward }: Slice,
  search: Omit<ConditionalSearch, 'sort'> = {},
): Promise<SliceOfEntities> {
  const sort = isBackward ? order.map((key) => ({ ...key, isDescending: !key.isDescending })) : order;
  // One row more shows whether there are others.
  const rows = await retrieval.chunk(place, size + 1, { ...search, sort, isTotal: true }, from);
  const isEmpty = rows.length === 0 && place.path.length > 0;
  if (isEmpty) return { trees: [], parent: await requireShownParent(retrieval, place, search), hasMore: false };
  const shown = rows.slice(0, size);
  if (isBackward) shown.reverse();
  if (shown[0] && search.isNotModified?.(shown[0])) return { trees: shown.map(leaf), hasMore: rows.length > size };
  return { trees: await loadChildren(retrieval, search.selection, shown), hasMore: rows.length > size };
}
