import type { EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { type ForeignKey, foreignKeysOf } from '../../persistence';

const known = new WeakMap<EntityMetadata, readonly ForeignKey[]>();

/** The classes whose entities a field names: by a to-one field, as the parent of a child, or as an end of a link. */
export function referredBy(
  { entities }: MetadataRegistry,
  entity: EntityMetadata,
  { name }: FieldMetadata,
): readonly EntityMetadata[] {
  const foreignKeys = known.get(entity) ?? foreignKeysOf(entity, entities);
  known.set(entity, foreignKeys);
  return foreignKeys.filter(({ field }) => field === name).map(({ target }) => target);
}
