import type { Entity, EntityStore, Place } from '../persistence';
import { requireParent } from './resolve-path';

/** Rows that are read at once while a whole list streams by. */
const CHUNK_SIZE = 1000;

/**
 * All entities at a place in the order of their primary keys, read in chunks so that memory stays flat.
 *
 * @throws EntityNotFoundError when a parent is missing; before the first entity
 * @see Specification, "Generated CRUD routes": GET `/<resource>`
 */
export async function* listEntities(store: EntityStore, place: Place): AsyncGenerator<Entity, void, undefined> {
  let isEmpty = true;
  for await (const chunk of store.chunks(place, CHUNK_SIZE)) {
    isEmpty = false;
    yield* chunk;
  }
  // A list that has elements proves its parents; only an empty one has to ask.
  if (isEmpty && place.path.length > 0) await requireParent(store, place);
}
