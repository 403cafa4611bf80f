import type { Entity, EntityStore, Place, Selection } from '../persistence';
import { requireParent } from './resolve-path';

/** Rows that are read at once while a whole list streams by. */
export const CHUNK_SIZE = 1000;

/**
 * All entities at a place in the order of their primary keys, read in chunks so that memory stays flat.
 *
 * @param selection what is needed of the entities; all when absent
 * @throws EntityNotFoundError when a parent is missing; before the first entity
 * @see Specification, "Generated CRUD routes": GET `/<resource>`
 */
export async function* listEntities(
  store: EntityStore,
  place: Place,
  selection?: Selection,
): AsyncGenerator<Entity, void, undefined> {
  let isEmpty = true;
  for await (const chunk of store.chunks(place, CHUNK_SIZE, { selection })) {
    isEmpty = false;
    yield* chunk;
  }
  // A list that has elements proves its parents; only an empty one has to ask.
  if (isEmpty && place.path.length > 0) await requireParent(store, place);
}
