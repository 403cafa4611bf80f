import type { EntityMetadata } from '../../metadata';
import { type ForeignKey, foreignKeysOf } from './foreign-keys';

/** By entity, which belongs to exactly one registry. */
const cache = new WeakMap<EntityMetadata, readonly ForeignKey[]>();

/**
 * The foreign keys by which the rows of a class are a tree: they refer to the class itself, which has a collection, or a
 * single child, by the same foreign key. Other references of a class to itself, such as a successor, may form a circle.
 */
export function treesOf(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const trees = cache.get(entity) ?? findTrees(entity, entities);
  cache.set(entity, trees);
  return trees;
}

function findTrees(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const children = [...entity.collections.values()].filter(
    ({ kind, target }) => kind !== 'manyToMany' && target === entity,
  );
  return foreignKeysOf(entity, entities).filter(
    ({ field, target }) => target === entity && children.some(({ foreignKey }) => foreignKey === field),
  );
}
