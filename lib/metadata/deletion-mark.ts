import type { Exposure } from './types/domain-class';
import type { CollectionMetadata, EntityMetadata } from './types/entities';
import type { FieldMetadata } from './types/fields';

/** The field with the time of a soft delete (`paranoid`); undefined if a delete removes the row. */
export function deletionMarkOf({ fields }: Pick<EntityMetadata, 'fields'>): FieldMetadata | undefined {
  for (const field of fields.values()) if (field.origin === 'deletedAt') return field;
  return undefined;
}

/** A root, or a collection. */
type Place = { readonly exposure: Exposure } & Partial<Pick<CollectionMetadata, 'kind'>>;

/**
 * Whether entities that were deleted at a place can be read and restored there: they are deleted softly, by a route of
 * that place. A many-to-many collection only unlinks, and a single child is restored with its parent.
 */
export function isRestorable(entity: Pick<EntityMetadata, 'fields'>, { exposure, kind }: Place): boolean {
  return exposure.delete && (kind === undefined || kind === 'oneToMany') && deletionMarkOf(entity) !== undefined;
}

/** The last segment of the path that restores entities, which no collection or action of theirs may have. */
export const RESTORE = 'restore';
