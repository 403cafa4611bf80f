import { Op } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { holding, tiesOf } from '../models/association';
import type { Entity } from '../models/domain-model';
import { keyed } from './membership';
import type { EntityKey } from './place';
import type { Row } from './row';
import type { Scopes } from './scopes';
import { selectEntities } from './select-entities';

/** By the text of their key: a collation may take two texts for the same one; a key is itself alone. */
export type KeyedEntities = ReadonlyMap<string, Entity>;

export function byKey<T extends Row>({ key }: EntityMetadata, found: readonly T[]): ReadonlyMap<string, T> {
  return new Map(found.map((one) => [String(one.get(key.name)), one]));
}

/**
 * The children of each parent that have one of the keys; locked, in one statement.
 *
 * @param collection one-to-many
 */
export async function childrenWithKeys(
  collection: CollectionMetadata,
  parents: readonly Entity[],
  keys: readonly EntityKey[],
  scopes: Scopes,
): Promise<ReadonlyMap<Entity, KeyedEntities>> {
  const { target } = collection;
  const ties = tiesOf(collection);
  const parentKey = (parent: Entity) => String(parent.get(ties.sourceKey));
  const ofParents = holding(
    ties,
    parents.map((parent) => parent.get(ties.sourceKey)),
  );
  const where = { [Op.and]: [ofParents, keyed(target, keys)] };
  const children = await selectEntities(target, where, { lock: true, scopes });
  const childrenOf = (parent: Entity) =>
    children.filter((child) => String(child.get(ties.foreignKey)) === parentKey(parent));
  return new Map(parents.map((parent) => [parent, byKey(target, childrenOf(parent))]));
}

/** The entities that elements of a collection may name by these keys, whoever holds them. */
export async function linkableEntities(
  { target, scope }: CollectionMetadata,
  keys: readonly EntityKey[],
  options: { readonly scopes: Scopes; readonly lock?: true },
): Promise<KeyedEntities> {
  const where = { [Op.and]: [scope, keyed(target, keys)] };
  return byKey(target, await selectEntities(target, where, options));
}
