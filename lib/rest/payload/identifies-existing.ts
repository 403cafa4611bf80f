import { isPlainObject } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { isWritable } from '../access/writable';
import type { Position } from './changes-draft';

/**
 * Whether the key in the content identifies an existing entity; if not, it is the value of a field.
 *
 * - Update: a nested element with a key is an existing entity.
 * - Create: an element of a many-to-many collection with a key is an existing entity, which is linked. But where clients
 *   choose keys, an element with children is a new entity, since a create does not change the entities that it links.
 *
 * @param isUnsaved whether the entity is not saved yet, so that it cannot be linked to stored ones
 */
export function identifiesExisting(
  entity: EntityMetadata,
  content: unknown,
  position: Position,
  isUnsaved = false,
): boolean {
  const isUpdate = position.kind === 'update';
  const mayIdentify = isUpdate ? position.isNested : position.collections.at(-1)?.kind === 'manyToMany';
  if (!mayIdentify || !isPlainObject(content) || (content[entity.key.wireName] ?? null) === null) return false;
  if (isUpdate || !isKeyChosen(entity, position)) return true;
  return !isUnsaved && !hasChildren(entity, content);
}

/** Whether the content has a null key, by which a single child is replaced with a new one. */
export function hasNullKey({ primaryKey }: EntityMetadata, content: unknown): boolean {
  return primaryKey.origin === 'generated' && isPlainObject(content) && content[primaryKey.wireName] === null;
}

/** Whether clients choose the keys of the elements, so that an element with a key may be new. */
export function isKeyChosen(entity: EntityMetadata, { collections }: Position): boolean {
  return collections.length > 0 && isWritable(entity, entity.key, 'create');
}

function hasChildren({ collections, wireNames }: EntityMetadata, content: object): boolean {
  return Object.keys(content).some((wireName) => collections.has(wireNames.toDomain(wireName) ?? ''));
}
