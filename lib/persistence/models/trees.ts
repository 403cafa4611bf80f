import { oncePer } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { type ForeignKey, foreignKeysOf } from './foreign-keys';

/**
 * The foreign keys by which the rows of a class are a tree: they refer to the class itself, which has a collection, or a
 * single child, by the same foreign key. Other references of a class to itself, such as a successor, may form a circle.
 */
export const treesOf = oncePer(findTrees);

function findTrees(entity: EntityMetadata, entities: readonly EntityMetadata[]): readonly ForeignKey[] {
  const children = [...entity.collections.values()].filter(
    ({ kind, target }) => kind !== 'manyToMany' && target === entity,
  );
  return foreignKeysOf(entity, entities).filter(
    ({ field, target }) => target === entity && children.some(({ foreignKey }) => foreignKey === field),
  );
}
