import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { isFilledByHooks } from '../../persistence';

/** The kind of write that a payload is for. */
export type WriteKind = 'create' | 'update';

/** Whether a payload may name the field at all; others are rejected as unknown fields. */
export function isKnownToClients({ access, origin }: FieldMetadata): boolean {
  return access !== 'hidden' && origin !== 'version';
}

/** Whether a payload may set the field. A key is set on create only, unless the model makes it changeable. */
export function isWritable(
  { key, primaryKey, isKeyChangeable }: EntityMetadata,
  field: FieldMetadata,
  kind: WriteKind,
): boolean {
  if (field.origin !== 'payload' || field.access === 'readOnly' || field.access === 'hidden') return false;
  return kind === 'create' || (field !== primaryKey && (field !== key || isKeyChangeable));
}

/** Whether a create requires the field in the payload. Hooks of the model may fill it, so with hooks it is checked after them. */
export function isRequired(entity: EntityMetadata, field: FieldMetadata): boolean {
  const needsValue = isWritable(entity, field, 'create') && !field.isNullable && !field.hasDefault;
  return needsValue && !isFilledByHooks(entity);
}

/** The computed fields whose setter may set the column: those that name it as a source, or read all columns. */
export function settersOf(entity: EntityMetadata, field: FieldMetadata): readonly FieldMetadata[] {
  return [...entity.computed.values()].filter(
    (computed) => isWritable(entity, computed, 'create') && computed.sources?.includes(field),
  );
}

/**
 * Whether the collection sets the field of its elements: the foreign key to the parent, or a column of the scope of the
 * association.
 */
export function setsField(collection: CollectionMetadata | undefined, { name }: FieldMetadata): boolean {
  return collection !== undefined && (name === collection.foreignKey || name in collection.scope);
}
