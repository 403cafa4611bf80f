import { Op } from 'sequelize';
import type { CollectionMetadata } from '../../metadata';
import { type AssociationKeys, associationKeys, whereForeignKey } from '../models/association';
import type { Entity, StoredRow } from '../models/domain-model';
import { childrenOf } from './children-of';
import { whereKeyIn } from './membership-criteria';
import { byKey } from './pick-by-keys';
import { type EntityKey } from './place';
import type { Row } from './row';
import type { Scopes } from './scopes';
import { type SelectOptions, selectEntities } from './select-entities';

/** By the text of the key. Keys are compared exactly, whatever the collation of the column. */
export type KeyedEntities = ReadonlyMap<string, Entity>;

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
