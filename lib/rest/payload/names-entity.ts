import { isPlainObject } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { isWritable } from '../access/writable';
import type { Position } from './changes-draft';

/**
 * Whether the key in the content is about an entity that is there: in an update of the parent, and in a many-to-many
 * collection. An element with children, whose key clients choose, is a new one: a create does not go below what it links.
 *
 * @param isUnsaved whether the entity stays in memory for now, so that it cannot link those that are stored
 */
export function namesEntity(entity: EntityMetadata, content: unknown, position: Position, isUnsaved = false): boolean {
  const isUpdate = position.kind === 'update';
  if (isUpdate ? position.isNested !== true : position.collections.at(-1)?.kind !== 'manyToMany') return false;
  if (!isPlainObject(content) || (content[entity.key.wireName] ?? null) === null) return false;
  if (isUpdate) return true;
  return !isChosen(entity, position) || !(isUnsaved || hasChildren(entity, content));
}

/** Whether the content says that no entity is meant that is there. */
export function namesNone({ primaryKey }: EntityMetadata, content: unknown): boolean {
  return primaryKey.origin === 'generated' && isPlainObject(content) && content[primaryKey.wireName] === null;
}

/** Whether the element may as well be new, since clients choose its key. */
export function isChosen(entity: EntityMetadata, { collections }: Position): boolean {
  return collections.length > 0 && isWritable(entity, entity.key, 'create');
}

function hasChildren({ collections, wireNames }: EntityMetadata, content: object): boolean {
  return Object.keys(content).some((wireName) => collections.has(wireNames.toDomain(wireName) ?? ''));
}
