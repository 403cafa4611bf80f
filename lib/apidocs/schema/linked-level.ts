import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { upperFirst } from '../../naming';

const levels = new WeakMap<CollectionMetadata, EntityMetadata>();

/**
 * The class of the elements of a collection, as documents describe them: with what its join table says of them, under a
 * name of its own.
 */
export function elementOf(collection: CollectionMetadata): EntityMetadata {
  const { target, joinFields } = collection;
  if (joinFields.size === 0) return target;
  const known = levels.get(collection);
  if (known) return known;
  const { owner, property } = collection;
  const fields = new Map([...target.fields, ...joinFields]);
  const level = { ...target, name: `${target.name}In${owner.name}${upperFirst(property)}`, fields };
  levels.set(collection, level);
  return level;
}
