import type { EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { foreignKeysOf } from '../../persistence';

/** The classes whose entities a field names: by a to-one field, as the parent of a child, or as an end of a link. */
export function referredBy(
  { entities }: MetadataRegistry,
  entity: EntityMetadata,
  { name }: FieldMetadata,
): readonly EntityMetadata[] {
  return foreignKeysOf(entity, entities)
    .filter(({ field }) => field === name)
    .map(({ target }) => target);
}
