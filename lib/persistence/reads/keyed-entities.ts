import { Op } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { type AssociationKeys, associationKeys, whereForeignKey } from '../models/association';
import type { Entity, StoredRow } from '../models/domain-model';
import { childrenOf } from './children-of';
import type { Search } from './criteria';
import { whereKeyIn } from './membership-criteria';
import { collectionAt, type EntityKey, entityAt, type Place, type WantedKeys } from './place';
import type { Row } from './row';
import type { Scopes } from './scopes';
import { findAt, readAt, type SelectOptions, selectEntities } from './select-entities';
import { verifySingle } from './single-children';

/** By the text of the key. Keys are compared exactly, whatever the collation of the column. */
export type KeyedEntities = ReadonlyMap<string, Entity>;

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
 * The entities at the place that have one of the keys and match the criteria, in the order of the keys; without keys the
 * single child.
 *
 * @throws SeveralChildrenError
 */
export async function findInOrder(
  place: Place,
  keys: WantedKeys,
  search: Search,
  scopes: Scopes,
  options: Pick<SelectOptions, 'lock'> = {},
): Promise<Entity[]> {
  const found = await findAt(place, keys, search, scopes, options);
  return pickByKeys(place, found, keys);
}

/** {@link findInOrder} for responses: with fields of the join table and the version of the root. */
export async function readInOrder(place: Place, keys: WantedKeys, search: Search, scopes: Scopes): Promise<Row[]> {
  return pickByKeys(place, await readAt(place, keys, search, scopes), keys);
}

/**
 * Locks and reads the children of each parent that have one of the keys, in one statement.
 *
 * @param collection one-to-many
 */
export async function childrenWithKeys(
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
  keys: readonly EntityKey[],
  scopes: Scopes,
): Promise<ReadonlyMap<StoredRow, KeyedEntities>> {
  const { target } = collection;
  const association = associationKeys(collection);
  const ofParents = whereForeignKey(association, parentKeysOf(association, parents));
  const where = { [Op.and]: [ofParents, whereKeyIn(target, keys)] };
  const children = await childrenOf(collection, parents, await selectEntities(target, where, { lock: true, scopes }));
  return new Map(parents.map((parent) => [parent, byKey(target, children.get(parent)!)]));
}

/**
 * Locks and reads the children of each parent in one statement, up to the limit.
 *
 * @param collection one-to-many
 */
export async function childrenToLock(
  collection: CollectionMetadata,
  parents: readonly Entity[],
  options: Pick<SelectOptions, 'limit' | 'scopes'>,
): Promise<ReadonlyMap<Entity, readonly Entity[]>> {
  const association = associationKeys(collection);
  const ofParents = whereForeignKey(association, parentKeysOf(association, parents));
  return childrenOf(
    collection,
    parents,
    await selectEntities(collection.target, ofParents, { ...options, lock: true }),
  );
}

function parentKeysOf({ sourceKey }: AssociationKeys, parents: readonly Row[]): unknown[] {
  return parents.map((parent) => parent.get(sourceKey));
}

/** The entities that can be linked to a collection by these keys, whichever parent they have now. */
export async function linkableEntities(
  { target, scope }: CollectionMetadata,
  keys: readonly EntityKey[],
  options: { readonly scopes: Scopes; readonly lock?: true },
): Promise<KeyedEntities> {
  const where = { [Op.and]: [scope, whereKeyIn(target, keys)] };
  return byKey(target, await selectEntities(target, where, options));
}
