import type { Request } from '../../core';
import { EntityNotFoundError, readEntities } from '../../operations';
import type { EntityKey, EntityStore, Place, Row, Search } from '../../persistence';
import type { Endpoint } from './endpoint';
import type { RequestedKeys } from './requested-keys';

/** @throws NotFoundException when none of the keys is there, or meets the criteria */
export function readRequested(
  { entity }: Endpoint,
  store: EntityStore,
  place: Place,
  requested: RequestedKeys,
  search?: Search,
): Promise<readonly Row[]> {
  return inRequestsWords(requested, entity, (keys) => readEntities(store.retrieval, place, keys, search));
}

/**
 * Runs a write on the entities that the path asks for.
 *
 * @returns those that were found
 * @throws NotFoundException when none is there, or in strict handling when one is missing; then nothing is written
 */
export async function writeRequested(
  endpoint: Endpoint,
  store: EntityStore,
  request: Request,
  place: Place,
  write: (keys: readonly EntityKey[], isStrict: boolean) => Promise<readonly Row[]>,
): Promise<{ readonly requested: RequestedKeys; readonly entities: readonly Row[]; readonly isStrict: boolean }> {
  const requested = endpoint.keysOf(request);
  const isStrict = endpoint.isStrict(request);
  if (isStrict && requested.hasUnreadable) {
    const there = await readRequested(endpoint, store, place, requested);
    throw requested.notFound(requested.missing(there));
  }
  const entities = await inRequestsWords(requested, endpoint.entity, (keys) => write(keys, isStrict));
  return { requested, entities, isStrict };
}

async function inRequestsWords(
  requested: RequestedKeys,
  entity: Endpoint['entity'],
  work: (keys: readonly EntityKey[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (requested.keys.length === 0) throw requested.notFound();
  try {
    return await work(requested.keys);
  } catch (error) {
    // Of a parent it speaks for itself.
    if (!(error instanceof EntityNotFoundError) || error.entity !== entity || !requested.asksFor(error.keys))
      throw error;
    throw requested.notFound(requested.textsOf(error.keys));
  }
}
