import type { CollectionMetadata } from '../../metadata';
import { associationKeys, whereForeignKey } from '../models/association';
import type { Entity, StoredRow } from '../models/domain-model';
import { childrenOf } from './children-of';
import { verifySingle } from './pick-by-keys';
import type { Scopes } from './scopes';
import { selectEntities } from './select-entities';

/**
 * Reads the single child of each parent in one statement. It need not be locked, since whoever creates or changes it has
 * locked the root, but only a locking read sees what was committed after the first read of the transaction.
 *
 * @throws SeveralChildrenError
 */
export async function singleChildren(
  collection: CollectionMetadata,
  parents: readonly StoredRow[],
  options: { readonly scopes: Scopes; readonly lock?: true },
): Promise<ReadonlyMap<StoredRow, Entity>> {
  const association = associationKeys(collection);
  const keys = parents.map((parent) => parent.get(association.sourceKey)).filter((key) => key !== null);
  if (keys.length === 0) return new Map();
  const children = await selectEntities(collection.target, whereForeignKey(association, keys), options);
  const found = new Map<StoredRow, Entity>();
  for (const [parent, ownChildren] of await childrenOf(collection, parents, children)) {
    verifySingle(collection, ownChildren);
    if (ownChildren[0]) found.set(parent, ownChildren[0]);
  }
  return found;
}
