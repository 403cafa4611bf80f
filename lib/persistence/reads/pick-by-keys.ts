import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { SeveralChildrenError } from '../errors';
import { collectionAt, type EntityKey, entityAt, type Place, type WantedKeys } from './place';
import type { Row } from './row';

export function byKey<T extends Row>({ key }: EntityMetadata, found: readonly T[]): ReadonlyMap<string, T> {
  return new Map(found.map((row) => [String(row.get(key.name)), row]));
}

/** The entities with exactly one of the keys, in the order of the keys. */
export function inKeyOrder<T extends Row>(entity: EntityMetadata, found: T[], keys: readonly EntityKey[]): T[] {
  const { name } = entity.key;
  if (keys.length === 1) return found.filter((row) => String(row.get(name)) === String(keys[0]));
  const entities = byKey(entity, found);
  return keys.flatMap((key) => entities.get(String(key)) ?? []);
}

/**
 * The rows at a place that have one of the keys, in their order; without keys the single child.
 *
 * @throws SeveralChildrenError
 */
export function pickByKeys<T extends Row>(place: Place, found: T[], keys: WantedKeys): T[] {
  if (keys) return inKeyOrder(entityAt(place), found, keys);
  verifySingle(collectionAt(place)!, found);
  return found;
}

/**
 * Checks that a one-to-one association has at most one child.
 *
 * @throws SeveralChildrenError
 */
export function verifySingle({ kind, owner, property }: CollectionMetadata, children: readonly unknown[]): void {
  if (kind === 'oneToOne' && children.length > 1) throw new SeveralChildrenError(owner, property);
}
