import { entityAt, type Place, type Retrieval, type Row, type Search } from '../persistence';
import type { ConditionalSearch } from './conditional-search';
import { leaf, type RowTree } from './entity-tree';
import { loadChildren } from './load-children';
import { requireShownParent } from './resolve-path';

/** The number of rows in one piece of a list. */
export const CHUNK_SIZE = 1000;

/** A list whose first piece is read, and the rest on demand. */
export interface EntityList {
  readonly first: readonly RowTree[];
  /** The parent of an empty list, with the version of its root if the search asks for it. */
  readonly parent?: Row;
  /** Undefined if the first piece is the whole list. */
  readonly rest?: AsyncGenerator<readonly RowTree[], void, undefined>;
}

/**
 * Lists the entities at a place that match the search, in its order, with their selection. A long list is read in pieces
 * of {@link CHUNK_SIZE} entities, so that memory stays flat.
 *
 * @throws EntityNotFoundError when a parent is missing
 * @see Specification, "Generated CRUD routes": GET `/<resource>`
 */
export async function listEntities(
  retrieval: Retrieval,
  place: Place,
  search: ConditionalSearch = {},
): Promise<EntityList> {
  const rows = await retrieval.chunk(place, CHUNK_SIZE, search);
  // Elements prove that their parents exist; for an empty list that is checked.
  const isEmpty = rows.length === 0 && place.path.length > 0;
  const parent = isEmpty ? await requireShownParent(retrieval, place, search) : undefined;
  if (parent) return { first: [], parent };
  if (rows.length < CHUNK_SIZE && rows[0] && search.isNotModified?.(rows[0])) return { first: rows.map(leaf) };
  const first = await loadChildren(retrieval, search.selection, rows);
  return rows.length < CHUNK_SIZE ? { first } : { first, rest: following(retrieval, place, search, rows) };
}

/**
 * The pieces after the first one, each beginning after the last row of the one before. Rows without a key may be equal, so
 * their pieces are counted.
 */
async function* following(
  retrieval: Retrieval,
  place: Place,
  search: Search,
  before: Awaited<ReturnType<Retrieval['chunk']>>,
): AsyncGenerator<readonly RowTree[], void, undefined> {
  const { isOrderTotal } = entityAt(place);
  let rows = before;
  for (let number = 2; rows.length === CHUNK_SIZE; number += 1) {
    rows = isOrderTotal
      ? await retrieval.chunk(place, CHUNK_SIZE, search, rows.at(-1))
      : await retrieval.page(place, { number, size: CHUNK_SIZE }, search);
    if (rows.length > 0) yield await loadChildren(retrieval, search.selection, rows);
  }
}
