import type { CollectionMetadata, ReferenceMetadata } from '../../metadata';

export type Association = CollectionMetadata | ReferenceMetadata;

export function isCollection(association: Association): association is CollectionMetadata {
  return 'kind' in association;
}

/** Whether requests may name the association and responses show it, permissions aside. */
export function isVisibleAssociation(association: Association): boolean {
  if (association.isHidden) return false;
  return isCollection(association) ? association.exposure.read : isVisibleReference(association);
}

/** A reference shows the value of its foreign key, so it is hidden where that is write-only. */
function isVisibleReference({ owner, target, foreignKey }: ReferenceMetadata): boolean {
  return target.isReadable && owner.fields.get(foreignKey)!.access !== 'writeOnly';
}
