import type { Page, Place, Retrieval, Row } from '../persistence';
import { leaf, type RowTree } from './entity-tree';
import type { Asking } from './known';
import { loadChildren } from './load-children';
import { requireShownParent } from './resolve-path';

export interface PageOfEntities {
  readonly trees: readonly RowTree[];
  /** Where there are none on any page: their parent, with the version of its root if that is asked for. */
  readonly parent?: Row;
  /** How many are sought on all pages; undefined where they are not counted. */
  readonly total?: number;
  /** Whether there is a page after it. */
  readonly hasNext: boolean;
}

/**
 * One page of the entities at a place that are sought, in the order that is asked for, with what the selection shows
 * below them.
 *
 * They are counted only when the page does not tell how many there are: it is full, or lies behind the last one; and not
 * when it says that nobody asks.
 *
 * @throws EntityNotFoundError when a parent is missing
 * @see Specification, "Response shapes": Paginated search
 */
export async function listPage(
  retrieval: Retrieval,
  place: Place,
  page: Page,
  search: Asking = {},
): Promise<PageOfEntities> {
  const rows = await retrieval.page(place, page, search);
  if (rows[0] && search.isKnown?.(rows[0])) return { trees: rows.map(leaf), hasNext: false };
  if (page.isUncounted) return uncounted(retrieval, place, page, search, rows);
  const isLast = rows.length < page.size && (rows.length > 0 || page.number === 1);
  const total = isLast ? (page.number - 1) * page.size + rows.length : await retrieval.count(place, search);
  // Entities prove their parents; only where there are none has one to ask.
  const isEmpty = total === 0 && place.path.length > 0;
  const parent = isEmpty ? await requireShownParent(retrieval, place, search) : undefined;
  const hasNext = total > page.number * page.size;
  return { trees: await loadChildren(retrieval, search.selection, rows), parent, total, hasNext };
}

/** @param rows of the page, and the one that follows it, if any */
async function uncounted(
  retrieval: Retrieval,
  place: Place,
  { size }: Page,
  search: Asking,
  rows: readonly Row[],
): Promise<PageOfEntities> {
  const isEmpty = rows.length === 0 && place.path.length > 0;
  const parent = isEmpty ? await requireShownParent(retrieval, place, search) : undefined;
  const trees = await loadChildren(retrieval, search.selection, rows.slice(0, size));
  return { trees, parent, hasNext: rows.length > size };
}
