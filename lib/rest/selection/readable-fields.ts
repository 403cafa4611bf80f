import type { EntityMetadata, FieldMetadata } from '../../metadata';

/** The fields that answers may show, in the order shown: the key first, the timestamps last. */
export function readableFields({ fields }: EntityMetadata): FieldMetadata[] {
  return [...fields.values()].filter(isReadable).sort((one, other) => rank(one) - rank(other));
}

/** Whether answers may show the field. */
export function isReadable({ access, origin }: FieldMetadata): boolean {
  return (access === 'open' || access === 'readOnly') && origin !== 'version' && origin !== 'deletedAt';
}

function rank({ isPrimaryKey, origin }: FieldMetadata): number {
  if (isPrimaryKey) return 0;
  return origin === 'createdAt' || origin === 'updatedAt' ? 2 : 1;
}
