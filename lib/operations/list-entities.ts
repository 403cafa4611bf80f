import type { Place, Retrieval, Row, Search } from '../persistence';
import { requireShownParent } from './resolve-path';

/** Rows that are read at once while a whole list streams by. */
export const CHUNK_SIZE = 1000;

/**
 * The entities at a place that are sought, in the order that is asked for, read in chunks so that memory stays flat:
 * each of {@link CHUNK_SIZE} entities but the last, which has fewer.
 *
 * @throws EntityNotFoundError when a parent is missing; before the first chunk
 * @see Specification, "Generated CRUD routes": GET `/<resource>`
 */
export async function* listEntities(
  retrieval: Retrieval,
  place: Place,
  search: Search = {},
): AsyncGenerator<readonly Row[], void, undefined> {
  let isEmpty = true;
  for await (const chunk of retrieval.chunks(place, CHUNK_SIZE, search)) {
    isEmpty = false;
    yield chunk;
  }
  // A list that has elements proves its parents; only an empty one has to ask.
  if (isEmpty && place.path.length > 0) await requireShownParent(retrieval, place);
}
