import { GoneException, NotFoundException } from '../../core';
import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { ChildNotFoundError, EntityNotFoundError } from '../../operations';
import { type EntityKey, type EntityStore, entityAt, type Place, type Retrieval } from '../../persistence';
import { entriesAt } from '../../security';
import type { Access } from '../access/access';
import { placeOf } from '../chain/read-place';
import { keysOf } from '../chain/requested-keys';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { keySelection } from '../selection/default-selection';

const NOT_FOUND = [NotFoundException, EntityNotFoundError, ChildNotFoundError];

/**
 * With `deletes.gone`, the 410 for soft-deleted entities and everything below them, instead of a 404. A request that may
 * not read the entity, by permission or `@Scope`, still gets 404.
 *
 * @returns undefined for any other error
 */
export async function goneInstead(
  error: unknown,
  operation: Operation,
  request: RequestParts,
  caller: Caller,
): Promise<GoneException | undefined> {
  const isNotFound = NOT_FOUND.some((type) => error instanceof type);
  return isNotFound ? goneExceptionFor(operation, request, caller) : undefined;
}

/** Who may learn that an entity was deleted. */
interface Caller {
  readonly access: Access;
  readonly store: EntityStore;
}

/** The entities at one level of the path. */
interface Level {
  readonly place: Place;
  readonly keys: readonly EntityKey[];
  readonly hasInvalidIds?: boolean;
}

async function goneExceptionFor(
  operation: Operation,
  request: RequestParts,
  { access, store: { retrieval } }: Caller,
): Promise<GoneException | undefined> {
  for (const { place, keys, hasInvalidIds } of levelsOf(operation, request)) {
    const entity = entityAt(place);
    if (hasInvalidIds || !access.permits(entriesAt(place.aggregate.root, place.path, 'GET'))) return undefined;
    const missing = await missingKeys(retrieval, { place, keys });
    if (missing.length > 0) return deletionMarkOf(entity) && goneException(retrieval, { place, keys: missing });
  }
  return undefined;
}

/** The levels from the root down to the requested entities; single children have no key, and no level. */
function levelsOf(operation: Operation, request: RequestParts): Level[] {
  const requestedPlace = placeOf(operation, request);
  const { aggregate, path, parentKeys } = requestedPlace;
  const parents = parentKeys.flatMap((key, depth): readonly Level[] => {
    const place = { aggregate, path: path.slice(0, depth), parentKeys: parentKeys.slice(0, depth) };
    return key === undefined ? [] : [{ place, keys: [key] }];
  });
  if (operation.input.keys === 'none') return parents;
  const { keys, hasInvalidIds } = keysOf(operation, request);
  return [...parents, { place: requestedPlace, keys, hasInvalidIds }];
}

async function missingKeys(retrieval: Retrieval, { place, keys }: Level): Promise<readonly EntityKey[]> {
  const entity = entityAt(place);
  return keysNotIn(keys, entity, await retrieval.find(place, keys, { selection: keySelection(entity) }));
}

/** Undefined unless all of the missing entities were deleted. */
async function goneException(retrieval: Retrieval, { place, keys }: Level): Promise<GoneException | undefined> {
  const entity = entityAt(place);
  const found = await retrieval.find(place, keys, { selection: keySelection(entity), deleted: 'only' });
  if (keysNotIn(keys, entity, found).length > 0) return undefined;
  const list = keys.map((key) => JSON.stringify(String(key))).join(', ');
  return new GoneException(`The ${entity.name} with ${entity.key.wireName} ${list} was deleted.`);
}

function keysNotIn(
  keys: readonly EntityKey[],
  { key }: EntityMetadata,
  found: Awaited<ReturnType<Retrieval['find']>>,
): readonly EntityKey[] {
  const foundKeys = new Set(found.map((row) => String(row.get(key.name))));
  return keys.filter((wanted) => !foundKeys.has(String(wanted)));
}
