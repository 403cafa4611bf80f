import type { CollectionMetadata, EntityMetadata } from '../metadata';
import { hasInsertCode, readAgain } from '../persistence';
import type { EntityTree } from './entity-tree';

/**
 * Reads created entities again if hooks ran for their children: a hook may have changed the parent (the total of an
 * order), and the response shows what is stored.
 */
export async function refreshParents(entity: EntityMetadata, trees: readonly EntityTree[]): Promise<void> {
  if (!haveHooksRunBelow(entity, trees)) return;
  for (const collection of entity.collections.values()) {
    await refreshParents(collection.target, childrenIn(collection, trees));
  }
  const rows = trees.map((tree) => tree.entity);
  await readAgain(entity, rows, true);
}

function haveHooksRunBelow(entity: EntityMetadata, trees: readonly EntityTree[]): boolean {
  for (const collection of entity.collections.values()) {
    const { target } = collection;
    const children = childrenIn(collection, trees);
    if (children.length > 0 && (hasInsertCode(target) || haveHooksRunBelow(target, children))) return true;
  }
  return false;
}

function childrenIn(collection: CollectionMetadata, trees: readonly EntityTree[]): readonly EntityTree[] {
  return trees.flatMap((tree) => tree.children.get(collection) ?? []);
}
