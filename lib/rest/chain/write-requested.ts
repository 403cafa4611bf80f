import type { DeletedRows, EntityKey, Place, Retrieval } from '../../persistence';
import type { Preferences } from './preferences';
import type { RequestedKeys } from './requested-keys';

/**
 * Runs a write on the entities with the ids in the path.
 *
 * @param deleted whether soft-deleted entities count as found
 * @throws EntityNotFoundError when none is found, or with strict handling when one is missing; then nothing is written
 */
export async function writeRequested<T>(
  requested: RequestedKeys,
  { isStrict }: Preferences,
  { retrieval }: { readonly retrieval: Retrieval },
  place: Place,
  write: (keys: readonly EntityKey[], isStrict: boolean) => Promise<T>,
  deleted?: DeletedRows,
): Promise<T> {
  requested.requireValidId();
  if (isStrict && requested.hasInvalidIds) {
    const found = await retrieval.find(place, requested.keys, { deleted });
    throw requested.notFound(requested.missing(found.map((entity) => ({ entity }))));
  }
  try {
    return await write(requested.keys, isStrict);
  } catch (error) {
    throw requested.withRequestedIds(error);
  }
}
