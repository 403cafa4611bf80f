import type { EntityMetadata } from '../metadata';
import { hasInsertCode, refreshEntities } from '../persistence';
import type { EntityTree } from './entity-tree';

/**
 * Reads created entities again where hooks ran for what was created below them: a hook of a child may have changed its
 * parent (the total of an order), and what is answered is what is stored.
 *
 * @returns whether hooks ran below any of the trees
 */
export async function refreshParents(entity: EntityMetadata, trees: readonly EntityTree[]): Promise<boolean> {
  let haveHooksRun = false;
  for (const collection of entity.collections.values()) {
    const children = trees.flatMap((tree) => tree.children.get(collection) ?? []);
    if (children.length === 0) continue;
    const haveRunBelow = await refreshParents(collection.target, children);
    haveHooksRun ||= haveRunBelow || hasInsertCode(collection.target);
  }
  if (haveHooksRun) {
    await refreshEntities(
      entity,
      trees.map((tree) => tree.entity),
    );
  }
  return haveHooksRun;
}
