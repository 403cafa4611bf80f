import { GoneException, NotFoundException, type Request, type RouteHandler } from '../../core';
import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { EntityNotFoundError } from '../../operations';
import { type EntityKey, entityAt, type Place, type Retrieval } from '../../persistence';
import { entriesAt } from '../../security';
import type { Operation } from '../operation/operation';
import { keySelection } from '../selection/build-selection';
import type { Domain } from './domain';
import { placeOf } from './read-place';
import { keysOf } from './requested-keys';

/**
 * Where the configuration says so: 410 in place of 404 for what was deleted softly, or stands below it. Who may not read
 * it, by a permission or by the rule of a row, is not told that it ever was.
 */
export function tellingGone(operation: Operation, domain: Domain, handle: RouteHandler): RouteHandler {
  const isBySingle = operation.collections.some(({ kind }) => kind === 'oneToOne');
  if (!operation.input.isGoneTold || operation.verb === 'restore' || isBySingle) return handle;
  return async (request, response) => {
    try {
      return await handle(request, response);
    } catch (error) {
      const isMissing = error instanceof NotFoundException || error instanceof EntityNotFoundError;
      throw (isMissing && (await goneAt(operation, domain, request))) || error;
    }
  };
}

/** Entities that one level of a path names. */
interface Level {
  readonly place: Place;
  readonly keys: readonly EntityKey[];
  /** Texts that no key is written as. */
  readonly hasOthers?: boolean;
}

async function goneAt(operation: Operation, domain: Domain, request: Request): Promise<GoneException | undefined> {
  const access = domain.rights.accessOf(request);
  const { retrieval } = domain.storeFor(request);
  for (const { place, keys, hasOthers } of levelsOf(operation, request)) {
    const entity = entityAt(place);
    if (hasOthers || !access.permits(entriesAt(place.aggregate.root, place.path, 'GET'))) return undefined;
    const missing = await missingAt(retrieval, { place, keys });
    if (missing.length > 0) return deletionMarkOf(entity) && gone(retrieval, { place, keys: missing });
  }
  return undefined;
}

/** From the root down to what the request asks for. */
function levelsOf(operation: Operation, request: Request): Level[] {
  const whole = placeOf(operation, request);
  const { aggregate, path, parentKeys } = whole;
  const above = parentKeys.map((key, depth): Level => {
    const place = { aggregate, path: path.slice(0, depth), parentKeys: parentKeys.slice(0, depth) };
    return { place, keys: key === undefined ? [] : [key] };
  });
  if (operation.input.keys === 'none') return above;
  const { keys, hasUnreadable: hasOthers } = keysOf(operation, request);
  return [...above, { place: whole, keys, hasOthers }];
}

async function missingAt(retrieval: Retrieval, { place, keys }: Level): Promise<readonly EntityKey[]> {
  return without(
    entityAt(place),
    keys,
    await retrieval.find(place, keys, { selection: keySelection(entityAt(place)) }),
  );
}

/** All that is missing must have been deleted. */
async function gone(retrieval: Retrieval, { place, keys }: Level): Promise<GoneException | undefined> {
  const entity = entityAt(place);
  const found = await retrieval.find(place, keys, { selection: keySelection(entity), deleted: 'only' });
  if (without(entity, keys, found).length > 0) return undefined;
  const list = keys.map((key) => JSON.stringify(String(key))).join(', ');
  return new GoneException(`The ${entity.name} with ${entity.key.wireName} ${list} was deleted.`);
}

function without(
  { key }: EntityMetadata,
  keys: readonly EntityKey[],
  found: Awaited<ReturnType<Retrieval['find']>>,
): readonly EntityKey[] {
  const there = new Set(found.map((row) => String(row.get(key.name))));
  return keys.filter((one) => !there.has(String(one)));
}
