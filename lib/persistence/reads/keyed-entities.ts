import { Op } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { tiesOf, whereForeignKey } from '../models/association';
import type { Entity, StoredRow } from '../models/domain-model';
import type { Search } from './criteria';
import { whereKeyIn } from './membership-criteria';
import { collectionAt, type EntityKey, entityAt, type Place, type WantedKeys } from './place';
import type { Row } from './row';
import type { Scopes } from './scopes';
import { findAt, readAt, type SelectOptions, selectEntities } from './select-entities';
import { verifySingle } from './single-children';

/** By the text of their key: a collation may take two texts for the same one; a key is itself alone. */
export type KeyedEntities = ReadonlyMap<string, Entity>;

export function byKey<T extends Row>({ key }: EntityMetadata, found: readonly T[]): ReadonlyMap<string, T> {
  return new Map(found.map((one) => [String(one.get(key.name)), one]));
}

/** Those that have exactly one of the keys, in the order of the keys. */
export function inKeyOrder<T extends Row>(entity: EntityMetadata, found: T[], keys: readonly EntityKey[]): T[] {
  const { name } = entity.key;
  if (keys.length === 1) return found.filter((one) => String(one.get(name)) === String(keys[0]));
  const entities = byKey(entity, found);
  return keys.flatMap((key) => entities.get(String(key)) ?? []);
}

/**
 * Of what was found at a place, what is meant.
 *
 * @throws SeveralChildrenError
 */
export function pickByKeys<T extends Row>(place: Place, found: T[], keys: WantedKeys): T[] {
  if (keys) return inKeyOrder(entityAt(place), found, keys);
  verifySingle(collectionAt(place)!, found);
  return found;
}

/**
 * The entities at the place that have one of the keys and meet the criteria, in the order of the keys; without keys, the
 * single child there.
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

/** The same as responses show them. */
export async function readInOrder(place: Place, keys: WantedKeys, search: Search, scopes: Scopes): Promise<Row[]> {
  return pickByKeys(place, await readAt(place, keys, search, scopes), keys);
}

/**
 * The children of each parent that have one of the keys; locked, in one statement.
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
  const ties = tiesOf(collection);
  const parentKey = (parent: StoredRow) => String(parent.get(ties.sourceKey));
  const ofParents = whereForeignKey(
    ties,
    parents.map((parent) => parent.get(ties.sourceKey)),
  );
  const where = { [Op.and]: [ofParents, whereKeyIn(target, keys)] };
  const children = await selectEntities(target, where, { lock: true, scopes });
  const childrenOf = (parent: StoredRow) =>
    children.filter((child) => String(child.get(ties.foreignKey)) === parentKey(parent));
  return new Map(parents.map((parent) => [parent, byKey(target, childrenOf(parent))]));
}

/**
 * The children of each parent, locked, in one statement; not all when there are more than the limit.
 *
 * @param collection one-to-many
 */
export async function childrenToLock(
  collection: CollectionMetadata,
  parents: readonly Entity[],
  options: Pick<SelectOptions, 'limit' | 'scopes'>,
): Promise<ReadonlyMap<Entity, readonly Entity[]>> {
  const ties = tiesOf(collection);
  const parentKey = (parent: Entity) => String(parent.get(ties.sourceKey));
  const held = whereForeignKey(
    ties,
    parents.map((parent) => parent.get(ties.sourceKey)),
  );
  const children = await selectEntities(collection.target, held, { ...options, lock: true });
  const isOf = (parent: Entity) => (child: Entity) => String(child.get(ties.foreignKey)) === parentKey(parent);
  return new Map(parents.map((parent) => [parent, children.filter(isOf(parent))]));
}

/** The entities that elements of a collection may name by these keys, whoever holds them. */
export async function linkableEntities(
  { target, scope }: CollectionMetadata,
  keys: readonly EntityKey[],
  options: { readonly scopes: Scopes; readonly lock?: true },
): Promise<KeyedEntities> {
  const where = { [Op.and]: [scope, whereKeyIn(target, keys)] };
  return byKey(target, await selectEntities(target, where, options));
}
