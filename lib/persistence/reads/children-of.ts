import { grouped } from '../../foundation';
import type { CollectionMetadata } from '../../metadata';
import { associationKeys } from '../models/association';
import type { Entity } from '../models/domain-model';
import { keyLookup, parentLink } from './key-lookup';
import type { Row } from './row';

/**
 * Groups children by their parents.
 *
 * @param collection one-to-many
 * @param children   rows that a statement has found for the keys of these parents
 */
export async function childrenOf<T extends Row>(
  collection: CollectionMetadata,
  parents: readonly T[],
  children: readonly Entity[],
): Promise<ReadonlyMap<T, readonly Entity[]>> {
  const { sourceKey, foreignKey } = associationKeys(collection);
  const foreignKeyOf = (child: Entity) => child.get(foreignKey);
  const keys = parents.map((parent) => parent.get(sourceKey));
  const keyOf = await keyLookup(parentLink(collection), children.map(foreignKeyOf), keys);
  const byParent = grouped(children, (child) => keyOf(foreignKeyOf(child)));
  return new Map(parents.map((parent, index) => [parent, byParent.get(String(keys[index])) ?? []]));
}
