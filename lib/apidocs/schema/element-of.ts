import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { upperFirst } from '../../naming';

const elements = new WeakMap<CollectionMetadata, EntityMetadata>();

/** The class of a collection's elements. With fields of a join table it has these too, and a name of its own. */
export function elementOf(collection: CollectionMetadata): EntityMetadata {
  const { target, joinFields } = collection;
  if (joinFields.size === 0) return target;
  const cached = elements.get(collection);
  if (cached) return cached;
  const { owner, property } = collection;
  const fields = new Map([...target.fields, ...joinFields]);
  const element = { ...target, name: `${target.name}In${owner.name}${upperFirst(property)}`, fields };
  elements.set(collection, element);
  return element;
}
