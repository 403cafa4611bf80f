import type { EntityMetadata, FieldMetadata } from '../../metadata';

/** The fields that the route of a large value reads and writes: the value, and the field of its media type. */
export function largeValueFields(entity: EntityMetadata, field: FieldMetadata): readonly FieldMetadata[] {
  const mediaType = mediaTypeFieldOf(entity, field);
  return mediaType ? [field, mediaType] : [field];
}

/** The field that holds the media type of a large value. */
export function mediaTypeFieldOf({ fields }: EntityMetadata, { large }: FieldMetadata): FieldMetadata | undefined {
  return large?.mediaTypeField === undefined ? undefined : fields.get(large.mediaTypeField);
}
