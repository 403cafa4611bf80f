import type { CollectionMetadata, EntityMetadata, Exposure, FieldMetadata } from './types';

/** The field that says since when an entity is deleted (`paranoid`); undefined where a delete takes the row away. */
export function deletionMarkOf({ fields }: Pick<EntityMetadata, 'fields'>): FieldMetadata | undefined {
  for (const field of fields.values()) if (field.origin === 'deletedAt') return field;
  return undefined;
}

/** The level that is restored: a root, or a collection. */
type Place = { readonly exposure: Exposure } & Partial<Pick<CollectionMetadata, 'kind'>>;

/**
 * Whether entities that were deleted at a place can be read and restored there: they are marked, and the place has a
 * route that deletes them. A many-to-many collection only unlinks, and a single child comes back with its parent.
 */
export function isRestorable(entity: Pick<EntityMetadata, 'fields'>, { exposure, kind }: Place): boolean {
  return exposure.delete && (kind === undefined || kind === 'oneToMany') && deletionMarkOf(entity) !== undefined;
}

/** The last segment of the path that restores: no collection and no action of such an entity can be called so. */
export const RESTORE = 'restore';
