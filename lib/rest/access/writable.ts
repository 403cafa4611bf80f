import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { isFilledByHooks } from '../../persistence';

/** The kind of write that a payload is for. */
export type WriteKind = 'create' | 'update';

/** Whether a payload may name the field at all; to others it is as unknown as a field that does not exist. */
export function isKnownToClients({ access, origin }: FieldMetadata): boolean {
  return access !== 'hidden' && origin !== 'version';
}

/** Whether a payload of that kind sets the field. A key is set on create only, unless the model says otherwise. */
export function isWritable(
  { key, primaryKey, isKeyChangeable }: EntityMetadata,
  field: FieldMetadata,
  kind: WriteKind,
): boolean {
  if (field.origin !== 'payload' || field.access === 'readOnly' || field.access === 'hidden') return false;
  return kind === 'create' || (field !== primaryKey && (field !== key || isKeyChangeable));
}

/** Whether a create needs the field in the payload. Where hooks of the model may fill it, that is asked after them. */
export function isRequired(entity: EntityMetadata, field: FieldMetadata): boolean {
  const isNeeded = isWritable(entity, field, 'create') && !field.isNullable && !field.hasDefault;
  return isNeeded && !isFilledByHooks(entity);
}

/** The computed fields whose setter may give a column its value: those that name it, or read all columns. */
export function settersOf(entity: EntityMetadata, field: FieldMetadata): readonly FieldMetadata[] {
  return [...entity.computed.values()].filter(
    (one) => isWritable(entity, one, 'create') && one.sources?.includes(field),
  );
}

/**
 * Whether the collection that an entity is created in gives the field its value: the key of the parent, or what the
 * children have in common.
 */
export function isSetBy(collection: CollectionMetadata | undefined, { name }: FieldMetadata): boolean {
  return collection !== undefined && (name === collection.foreignKey || name in collection.scope);
}
