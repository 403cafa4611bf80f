import type { Page, Place, Retrieval, Row } from '../persistence';
import type { ConditionalSearch } from './conditional-search';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { requireShownParent } from './resolve-path';

export interface PageOfEntities {
  readonly trees: readonly RowTree[];
  /** The parent if no page has entities, with the version of its root if the search asks for it. */
  readonly parent?: Row;
  /** The number of entities on all pages; undefined if they are not counted. */
  readonly total?: number;
  /** Whether there is a page after it. */
  readonly hasNext: boolean;
}

/**
 * One page of the entities at a place that match the search, in its order, with their selection.
 *
 * Entities are counted only if the page does not show how many there are (it is full, or beyond the last page), and only
 * if the page asks for the total.
 *
 * @throws EntityNotFoundError when a parent is missing
 * @see Specification, "Response shapes": Paginated search
 */
export async function listPage(
  retrieval: Retrieval,
  place: Place,
  page: Page,
  search: ConditionalSearch = {},
): Promise<PageOfEntities> {
  const rows = await retrieval.page(place, page, search);
  if (rows[0] && search.isNotModified?.(rows[0])) return { trees: rows.map(leaf), hasNext: false };
  const isLast = rows.length < page.size && (rows.length > 0 || page.number === 1);
  const known = isLast ? (page.number - 1) * page.size + rows.length : undefined;
  const total = page.isUncounted ? undefined : (known ?? (await retrieval.count(place, search)));
  // Entities prove that their parents exist; if there are none, that is checked.
  const isEmpty = (total ?? rows.length) === 0 && place.path.length > 0;
  const parent = isEmpty ? await requireShownParent(retrieval, place, search) : undefined;
  // An uncounted page is read with the row that follows it, if any.
  const hasNext = total === undefined ? rows.length > page.size : total > page.number * page.size;
  const trees = await loadChildren(retrieval, search.selection, rows.slice(0, page.size));
  return { trees, parent, total, hasNext };
}
