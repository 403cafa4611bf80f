import { type CollectionMetadata, type EntityMetadata, everyField, type FieldMetadata } from '../../metadata';

/**
 * The fields that responses may show, in the order shown: the key first, the timestamps last.
 *
 * @param withDeleted whether the response shows deleted entities, which have `deleted_at`
 * @param within      the collection that the entity is shown in, whose join table may have fields of its own
 */
export function visibleFields(
  entity: EntityMetadata,
  withDeleted = false,
  within?: CollectionMetadata,
): FieldMetadata[] {
  return [...everyField(entity), ...(within?.joinFields.values() ?? [])]
    .filter((field) => isVisibleField(field, withDeleted))
    .sort((one, other) => rank(one) - rank(other));
}

/**
 * Whether responses may show the field, permissions aside.
 *
 * @param withDeleted whether the response shows deleted entities
 */
export function isVisibleField({ access, origin }: FieldMetadata, withDeleted = false): boolean {
  if (origin === 'version' || (origin === 'deletedAt' && !withDeleted)) return false;
  return access === 'open' || access === 'readOnly';
}

function rank({ isPrimaryKey, origin }: FieldMetadata): number {
  if (isPrimaryKey) return 0;
  return origin === 'createdAt' || origin === 'updatedAt' || origin === 'deletedAt' ? 2 : 1;
}
