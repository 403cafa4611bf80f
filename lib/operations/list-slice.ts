import type { Place, Retrieval, Row, SortKey } from '../persistence';
import { leaf, type RowTree } from './entity-tree';
import type { Asking } from './known';
import { loadChildren } from './load-children';
import { requireShownParent } from './resolve-path';

/** Part of a list, found by the entity that it begins or ends at. */
export interface Slice {
  readonly size: number;
  /** Tells all entities apart. */
  readonly order: readonly SortKey[];
  /** The sort values of the entity that the slice begins after; absent at the beginning of the list. */
  readonly from?: Row;
  /** Whether it ends before that entity, or, when that is absent, with the list. */
  readonly isBackward: boolean;
}

export interface SliceOfEntities {
  readonly trees: readonly RowTree[];
  /** Where there are none: their parent, with the version of its root if that is asked for. */
  readonly parent?: Row;
  /** Whether there are others beyond it, in the direction that is read. */
  readonly hasMore: boolean;
}

/**
 * Part of the entities at a place that are sought, with what the selection shows below them. Entities that come and go
 * elsewhere in the list shift none of it.
 *
 * @throws EntityNotFoundError when a parent is missing
 */
export async function listSlice(
  retrieval: Retrieval,
  place: Place,
  { size, order, from, isBackward }: Slice,
  search: Omit<Asking, 'sort'> = {},
): Promise<SliceOfEntities> {
  const sort = isBackward ? order.map((key) => ({ ...key, isDescending: !key.isDescending })) : order;
  // One more tells whether there are others.
  const rows = await retrieval.chunk(place, size + 1, { ...search, sort, isTotal: true }, from);
  const isEmpty = rows.length === 0 && place.path.length > 0;
  if (isEmpty) return { trees: [], parent: await requireShownParent(retrieval, place, search), hasMore: false };
  const shown = rows.slice(0, size);
  if (isBackward) shown.reverse();
  if (shown[0] && search.isKnown?.(shown[0])) return { trees: shown.map(leaf), hasMore: rows.length > size };
  return { trees: await loadChildren(retrieval, search.selection, shown), hasMore: rows.length > size };
}
