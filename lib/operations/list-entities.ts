import type { Place, Retrieval, Row, Search } from '../persistence';
import { leaf, type RowTree } from './entity-tree';
import type { Asking } from './known';
import { loadChildren } from './load-children';
import { requireShownParent } from './resolve-path';

/** Rows that are read at once while a whole list streams by. */
export const CHUNK_SIZE = 1000;

/** A list, of which what did not fit in the first piece is still to be read. */
export interface EntityList {
  readonly first: readonly RowTree[];
  /** Where there are none: their parent, with the version of its root if that is asked for. */
  readonly parent?: Row;
  /** Undefined where the first piece is all. */
  readonly rest?: AsyncGenerator<readonly RowTree[], void, undefined>;
}

/**
 * The entities at a place that are sought, in the order that is asked for, with what the selection shows below them. A
 * long list is read in pieces of {@link CHUNK_SIZE} entities, so that memory stays flat.
 *
 * @throws EntityNotFoundError when a parent is missing
 * @see Specification, "Generated CRUD routes": GET `/<resource>`
 */
export async function listEntities(retrieval: Retrieval, place: Place, search: Asking = {}): Promise<EntityList> {
  const rows = await retrieval.chunk(place, CHUNK_SIZE, search);
  // A list that has elements proves its parents; only an empty one has to ask.
  const isEmpty = rows.length === 0 && place.path.length > 0;
  const parent = isEmpty ? await requireShownParent(retrieval, place, search) : undefined;
  if (parent) return { first: [], parent };
  if (rows.length < CHUNK_SIZE && rows[0] && search.isKnown?.(rows[0])) return { first: rows.map(leaf) };
  const first = await loadChildren(retrieval, search.selection, rows);
  return rows.length < CHUNK_SIZE ? { first } : { first, rest: following(retrieval, place, search, rows) };
}

/** The pieces after the first one, each of which begins after the last row of the one before. */
async function* following(
  retrieval: Retrieval,
  place: Place,
  search: Search,
  before: Awaited<ReturnType<Retrieval['chunk']>>,
): AsyncGenerator<readonly RowTree[], void, undefined> {
  let rows = before;
  while (rows.length === CHUNK_SIZE) {
    rows = await retrieval.chunk(place, CHUNK_SIZE, search, rows.at(-1));
    if (rows.length > 0) yield await loadChildren(retrieval, search.selection, rows);
  }
}
