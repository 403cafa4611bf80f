import { Transaction } from 'sequelize';
import type { CollectionMetadata, CollectionPath } from '../../metadata';
import { associationKeys, whereForeignKey } from '../models/association';
import type { Entity } from '../models/domain-model';
import { preload } from '../models/preloaded';
import { keyChunks } from '../reads/associated-rows';
import { keyLookup, parentLink } from '../reads/key-lookup';
import { type LinkedEntity, selectEntities, selectLinked } from '../reads/select-entities';

/**
 * Loads the collections on these paths into entities: one statement for each collection (and thousand of keys). A shared
 * lock reads the latest committed rows, which nobody changes until the transaction ends.
 */
export async function loadCollections(entities: readonly Entity[], paths: readonly CollectionPath[]): Promise<void> {
  if (entities.length === 0 || paths.length === 0) return;
  for (const [collection, below] of nextCollections(paths)) {
    await loadCollections(await loadInto(entities, collection), below);
  }
}

/** The first collections of paths, with what is left of the paths below each of them. */
export function nextCollections(paths: readonly CollectionPath[]): ReadonlyMap<CollectionMetadata, CollectionPath[]> {
  const next = new Map<CollectionMetadata, CollectionPath[]>();
  for (const [collection, ...rest] of paths) {
    if (collection) next.set(collection, [...(next.get(collection) ?? []), rest]);
  }
  return next;
}

/** @returns all children that were loaded */
async function loadInto(parents: readonly Entity[], collection: CollectionMetadata): Promise<Entity[]> {
  const { sourceKey } = associationKeys(collection);
  const byParent = new Map<string, Entity[]>();
  for (const keys of keyChunks(parents, sourceKey)) {
    const found = await childrenOf(collection, keys);
    const foreignKeys = found.map(([foreignKey]) => foreignKey);
    const keyOf = await keyLookup(parentLink(collection), foreignKeys, keys);
    for (const [foreignKey, child] of found) {
      const key = keyOf(foreignKey);
      byParent.set(key, [...(byParent.get(key) ?? []), child]);
    }
  }
  for (const parent of parents) {
    const children = byParent.get(String(parent.get(sourceKey))) ?? [];
    preload(parent, collection.property, children, collection.kind === 'oneToOne');
  }
  return [...byParent.values()].flat();
}

/** Children with their foreign keys; an element of several parents is returned once for each. */
async function childrenOf(collection: CollectionMetadata, keys: readonly unknown[]): Promise<readonly LinkedEntity[]> {
  const { target } = collection;
  const association = associationKeys(collection);
  if (association.kind === 'oneToMany') {
    const children = await selectEntities(target, whereForeignKey(association, [...keys]), {
      lock: Transaction.LOCK.SHARE,
    });
    return children.map((child) => [child.get(association.foreignKey), child]);
  }
  return selectLinked(collection, association, keys, Transaction.LOCK.SHARE);
}
